"""`tongits selfcheck`: exact probabilities against simulated deals, or games per second."""

from __future__ import annotations

from typing import Any

import click

from reports.commands.candidates import WORDS
from reports.commands.options import Whole, chosen_rules, format_option, refuse_options, seed_option
from reports.commands.shell import end


@click.command(short_help="Compare deals with exact probabilities, or measure speed.")
@click.option("--deals", type=Whole(1000, 10**9), default=2_000_000, show_default=True, help="Number of deals.")
@seed_option("deals")
@click.option("--speed", is_flag=True, help="Measure games per second instead.")
@click.option("--games", type=Whole(1000, 10**9), default=500_000, show_default=True, help="Games per run of --speed.")
@click.option(
    "--repeat", type=Whole(1, 1000), default=5, show_default=True, help="Number of runs, of which the median is shown."
)
@click.option("--player", default="greedy", show_default=True, type=WORDS["PLAYER"], help="The bot in all three seats.")
@click.option("--rules", "presets", multiple=True, type=WORDS["RULES"], help="Measure only these rules; repeatable.")
@format_option
@click.pass_context
def selfcheck(ctx: click.Context, /, speed: bool, form: str, **options: Any) -> None:
    """Compare simulated deals with exact probabilities. Or measure games per second on this machine.

    The comparison fails with exit code 1 if one of them deviates by more than 4.5 standard errors.

    \b
    Examples: tongits selfcheck
              tongits selfcheck --speed --rules pagat
    """
    if speed:
        refuse_options(ctx, ("deals", "seed"), "says which deals are checked; leave it out of --speed.")
        _measure(options["games"], options["repeat"], options["player"], options["presets"], form)
    else:
        refuse_options(ctx, ("games", "repeat", "player", "presets"), "says what is measured; add --speed.")
        _check(options["deals"], options["seed"], form)


def _check(deals: int, seed: int, form: str) -> None:
    from reports.text.checks import print_checks
    from tongits_sim import selfcheck as checks

    rows = checks.run(deals, seed)
    print_checks(rows, deals, seed, form)
    failed = [row.check for row in rows if not row.passed]
    if failed:
        end(f"Error: {len(failed)} of {len(rows)} checks failed: {'; '.join(failed)}", 1)


def _measure(games: int, repeat: int, player: str, presets: tuple[str, ...], form: str) -> None:
    from reports.text.checks import print_bench
    from strategies import load_player
    from tongits_sim.bench import PRESETS, measure

    for preset in presets:
        chosen_rules(preset, ())
    print_bench(measure(load_player(player), games, repeat, presets or PRESETS), form)
