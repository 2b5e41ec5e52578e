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
    from reports.text.listing import show_strategies

    show_strategies(map(strategy_of, bot_names()), form)


@strategies.command("show")
@click.argument("spec", metavar="STRATEGY")
@format_option
def strategies_show(spec: str, form: str) -> None:
    """Explain a bot and its parameters.

    Example: tongits mahjong strategies show greedy
    """
    from mahjong_sim.bots.registry import load_player
    from reports.text.listing import show_player

    show_player(load_player(spec), form)
