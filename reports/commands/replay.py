"""`tongits replay`: recorded games as text or step by step, every move and payment verified."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import click

from reports.commands.options import Whole
from reports.commands.play import Looks, looks_options, talk_of
from reports.text.terminal import say

if TYPE_CHECKING:
    from tongits_sim.records.form import Record


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--game", type=Whole(1, 10**12), default=None, help="Show only this game of the file, counted from 1.")
@click.option("--quiet", is_flag=True, help="Verify without showing the games.")
@click.option("--step", is_flag=True, help="Step through each game with keys; in a pipe every move is printed.")
@looks_options
def replay(
    file: str,
    game: int | None,
    quiet: bool,
    step: bool,
    plain: bool,
    no_color: bool,
    colors: str,
    suits: str | None,
) -> None:
    """Show recorded games and verify every move and payment.

    FILE is a file written by tongits records or tongits play; - reads standard input. Stops with exit code 2 at the
    first game that breaks a rule.

    Example: tongits replay games.jsonl --game 3 --step
    """
    from tongits_sim.designs.warmup import prepare_board
    from tongits_sim.records.playback import playback
    from tongits_sim.records.read import read_lines, verified_records
    from tongits_sim.records.stopped import is_stopped, playback_of_stopped, read_stopped

    lines = read_lines(file)
    first = next(lines, "")  # a file that cannot be read is not worth compiling for
    prepare_board()
    if is_stopped(first):
        say("\n".join(playback_of_stopped(*read_stopped(first))))
        return
    number = 0
    for number, record in enumerate(verified_records(file, itertools.chain([first], lines)), start=1):
        if not quiet and game in (None, number):
            if step:
                show_steps(record, Looks(plain, no_color, colors, suits))
            else:
                say("\n".join(playback(record)) + "\n")
        if number == game:
            break
    if game is not None and number < game:
        raise click.UsageError(f"there is no game {game} in {file}: it holds {number}.")
    say(f"{number:,} game{'' if number == 1 else 's'} verified: every move is legal and every payment right.")


def show_steps(record: Record, looks: Looks) -> None:
    """Step through a game."""
    from reports.play.stepper import Stepper, step_through

    talk, faces = talk_of(looks)
    step_through(Stepper(record, faces), talk)
