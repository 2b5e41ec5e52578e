"""The command `strategies`: the bots and their parameters in words."""

from __future__ import annotations

import click

from reports.commands.candidates import WORDS
from reports.commands.printing_options import format_option
from reports.commands.value_types import Count, Number
from reports.text.console import show
from reports.text.listing import show_player, show_strategies
from tongits_sim.errors import TongitsError
from tongits_sim.rules import load

FIRST = ("trained", "search", "expert", "greedy", "caller", "hunter", "random")
"""Bots on the first screen: strong bots and simple bots."""


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
    from analyses.opponents import TABLES
    from strategies.listing import listed

    compare = "One of them: tongits strategies show greedy   Compare: tongits compare A B C"
    opponents = ", ".join(f"{table.name} = {table.bot}" for table in TABLES)
    show_strategies(listed(), form, FIRST, [f"After --against: {opponents}.", compare])


@strategies.command("show")
@click.argument("spec", metavar="STRATEGY", type=WORDS["STRATEGY"])
@format_option
def strategies_show(spec: str, form: str) -> None:
    """Explain a bot and its parameters.

    Example: tongits strategies show greedy
    """
    from strategies.registry import load_player

    show_player(load_player(spec), form)


@strategies.command("check")
@click.argument("spec", metavar="FILE.py:NAME", type=WORDS["FILE.py:NAME"])
@click.option("--rules", default="pagat,online", show_default=True, help="Rule sets to play under, with commas.")
@click.option("--games", "-n", type=Count(1, 10**6), default=300, show_default=True, help="Games per rule set.")
@click.option(
    "--bot-timeout",
    type=Number(0.1, 86400),
    default=60.0,
    show_default=True,
    help="Time limit in seconds for loading the bot, and for an answer.",
)
def strategies_check(spec: str, rules: str, games: int, bot_timeout: float) -> None:
    """Test a bot of your own.

    Its hooks are compiled with checks of every index, and it plays each game twice. Each problem is reported in a
    sentence; the exit code is then 2.

    Example: tongits strategies check my_bots.py:shy
    """
    from strategies.check import problems
    from tongits_sim.run.user_file import set_load_timeout

    set_load_timeout(bot_timeout)
    sets = [load(name.strip()) for name in rules.split(",")]
    faults = problems(spec, sets, games, bot_timeout=bot_timeout)
    for fault in faults:
        show(f"{fault[0].upper()}{fault[1:]}")
    if faults:
        raise TongitsError(f"{spec} has {len(faults)} problem{'' if len(faults) == 1 else 's'}")
    under = " and ".join(rule_set.name for rule_set in sets)
    show(f"{spec} is sound: {games:,} games under {under}, each played twice with the same result.")
