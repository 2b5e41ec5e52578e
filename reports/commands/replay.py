"""`tongits replay`: recorded games as text, every move and payment verified."""

from __future__ import annotations

import itertools

import click

from reports.commands.options import Whole
from reports.text.terminal import say


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--game", type=Whole(1, 10**12), default=None, help="Show only this game of the file, counted from 1.")
@click.option("--quiet", is_flag=True, help="Verify without showing the games.")
def replay(file: str, game: int | None, quiet: bool) -> None:
    """Show recorded games as text and verify every move and payment.

    FILE is a file written by tongits records; - reads standard input. Stops with exit code 2 at the first game that
    breaks a rule.

    Example: tongits replay games.jsonl --game 3
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
            say("\n".join(playback(record)) + "\n")
        if number == game:
            break
    if game is not None and number < game:
        raise click.UsageError(f"there is no game {game} in {file}: it holds {number}.")
    say(f"{number:,} game{'' if number == 1 else 's'} verified: every move is legal and every payment right.")
