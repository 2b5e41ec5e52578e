"""`tongits strategies`: the bots and their parameters in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from reports.commands.options import format_option

if TYPE_CHECKING:
    from tongits_sim.strategy import Strategy


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
    from reports.text.console import print_rows
    from strategies import names, strategy

    bots = [strategy(name) for name in names()]
    rows = [{"strategy": each.name, "params": _params(each), "summary": each.summary} for each in bots]
    print_rows(rows, form, {"strategy": "Strategy", "summary": "What it does", "params": "Parameters"})


@strategies.command("show")
@click.argument("spec", metavar="STRATEGY")
@format_option
def strategies_show(spec: str, form: str) -> None:
    """Explain a bot and its parameters.

    Example: tongits strategies show greedy
    """
    from reports.text.console import print_rows, show
    from strategies import load_player

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


def _params(strategy: Strategy) -> str:
    return ", ".join(f"{param.name}={param.default:g}" for param in strategy.params)
