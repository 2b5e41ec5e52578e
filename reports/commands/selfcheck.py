"""The command `selfcheck`: exact probabilities against simulated deals, or games per second."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from reports.commands.candidates import WORDS, Word
from reports.commands.option_groups import Command, combined
from reports.commands.options import refuse_options, seed_option
from reports.commands.printing_options import format_option
from reports.commands.shell import end
from reports.commands.value_types import Count
from reports.text.selfcheck import print_bench, print_checks

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tongits_sim.experiments.benchmark import Row


def checking_options(words: Mapping[str, Word], seats: str) -> Callable[[Command], Command]:
    """The options of a self-check; `words`: types of its words; `seats`: the number of players, a word."""
    return combined(
        click.option("--deals", type=Count(1000, 10**9), default=2_000_000, show_default=True, help="Number of deals."),
        seed_option("deals"),
        click.option("--speed", is_flag=True, help="Measure games per second instead."),
        click.option(
            "--games", type=Count(1000, 10**9), default=500_000, show_default=True, help="Games per run of --speed."
        ),
        click.option(
            "--repeat",
            type=Count(1, 1000),
            default=5,
            show_default=True,
            help="Number of runs; the median is shown.",
        ),
        click.option(
            "--player",
            default="greedy",
            show_default=True,
            type=words["PLAYER"],
            help=f"The bot in all {seats} seats.",
        ),
        click.option(
            "--rules", "presets", multiple=True, type=words["RULES"], help="Measure only these rules; repeatable."
        ),
    )


def check_options(ctx: click.Context, speed: bool) -> None:
    """Raises UsageError: an option of the check stands beside --speed, or the other way round."""
    if speed:
        refuse_options(ctx, ("deals", "seed"), "is for the check of deals; leave it out, or leave --speed out.")
    else:
        refuse_options(ctx, ("games", "repeat", "player", "presets"), "is for --speed; add it.")


def end_failed(rows: Sequence[Row]) -> None:
    """End the program with exit code 1 if a check failed."""
    failed = [row.check for row in rows if not row.passed]
    if failed:
        end(f"Error: {len(failed)} of {len(rows)} checks failed: {'; '.join(failed)}", 1)


@click.command(short_help="Compare deals with exact probabilities, or measure speed.")
@checking_options(WORDS, "three")
@format_option
@click.pass_context
def selfcheck(
    ctx: click.Context,
    /,
    deals: int,
    seed: int,
    speed: bool,
    games: int,
    repeat: int,
    player: str,
    presets: tuple[str, ...],
    form: str,
) -> None:
    """Compare simulated deals with exact probabilities. Or measure games per second on this machine.

    Exit code 1: a simulated share is more than 4.5 standard errors from its exact probability.

    \b
    Examples: tongits selfcheck
              tongits selfcheck --speed --rules pagat
    """
    check_options(ctx, speed)
    from tongits_sim.experiments import selfcheck as checks

    if not speed:
        rows = checks.run(deals, seed)
        print_checks("selfcheck", rows, deals, seed, form)
        end_failed(rows)
        return
    from strategies.registry import load_player
    from tongits_sim.experiments.benchmark import measure
    from tongits_sim.rules import load

    for preset in presets:
        load(preset)
    print_bench(measure(checks, load_player(player), games, repeat, presets, seats="three"), form)
