"""The command `selfcheck`: compare deals with exact probabilities, or measure speed."""

from __future__ import annotations

import click

from mahjong_sim.commands import COMMANDS
from mahjong_sim.commands.options import WORDS
from reports.commands.printing_options import format_option
from reports.commands.selfcheck import check_options, checking_options, end_failed


@click.command(short_help=COMMANDS["selfcheck"])
@checking_options(WORDS, "four")
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
    Examples: tongits mahjong selfcheck
              tongits mahjong selfcheck --speed --rules visayan
    """
    check_options(ctx, speed)
    from mahjong_sim import selfcheck as checks
    from reports.text.selfcheck import print_bench, print_checks

    if not speed:
        rows = checks.run(deals, seed)
        print_checks("mahjong selfcheck", rows, deals, seed, form)
        end_failed(rows)
        return
    from mahjong_sim.bots.registry import load_player
    from mahjong_sim.rules import load
    from tongits_sim.experiments.benchmark import measure

    for preset in presets:
        load(preset)
    print_bench(measure(checks, load_player(player), games, repeat, presets, seats="four"), form)
