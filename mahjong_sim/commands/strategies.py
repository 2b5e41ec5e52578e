"""`tongits mahjong strategies`: the bots and their parameters in words."""

from __future__ import annotations

import click

from reports.commands.options import format_option


@click.group(invoke_without_command=True)
@click.pass_context
def strategies(ctx: click.Context) -> None:
    """List and explain the bots and their parameters."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(strategies_list)


@strategies.command("list")
@format_option
def strategies_list(form: str = "table") -> None:
    """List the bots and the defaults of their parameters."""
    from mahjong_sim.bots.registry import bot_names, strategy_of
    from reports.text.console import print_rows

    rows = [
        {
            "strategy": bot.name,
            "params": ", ".join(f"{param.name}={param.default:g}" for param in bot.params),
            "summary": bot.summary,
        }
        for bot in map(strategy_of, bot_names())
    ]
    print_rows(rows, form, {"strategy": "Strategy", "summary": "What it does", "params": "Parameters"})


@strategies.command("show")
@click.argument("spec", metavar="STRATEGY")
@format_option
def strategies_show(spec: str, form: str) -> None:
    """Explain a bot and its parameters.

    Example: tongits mahjong strategies show greedy
    """
    from mahjong_sim.bots.registry import load_player
    from reports.text.console import print_rows, show

    player = load_player(spec)
    bot = player.strategy
    if form == "table":
        show(f"{player.label}: {bot.summary}")
        if not bot.params:
            show("It has no parameters.")
            return
    values = player.parameters()
    rows = [
        {"param": p.name, "value": f"{values[p.name]:g}", "bounds": f"{p.low:g} to {p.high:g}", "meaning": p.meaning}
        for p in bot.params
    ]
    print_rows(rows, form, {"param": "Parameter", "value": "Value", "bounds": "Bounds", "meaning": "Meaning"})
