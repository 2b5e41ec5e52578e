"""The command `strategies`: list and explain the bots."""

from __future__ import annotations

import click

from mahjong_sim.commands.options import WORDS
from reports.commands.printing_options import format_option
from reports.text.listing import (
    show_player,
    show_strategies,
)


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
    from mahjong_sim.bots.registry import names, strategy

    compare = "One of them: tongits mahjong strategies show greedy   Compare: tongits mahjong compare A B C"
    show_strategies(map(strategy, names()), form, (), ["", compare])


@strategies.command("show")
@click.argument("spec", metavar="STRATEGY", type=WORDS["STRATEGY"])
@format_option
def strategies_show(spec: str, form: str) -> None:
    """Explain a bot and its parameters.

    Example: tongits mahjong strategies show greedy
    """
    from mahjong_sim.bots.registry import load_player

    show_player(load_player(spec), form)
