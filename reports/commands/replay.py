"""`tongits replay`: recorded games as text or step by step, every move and payment verified."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from reports.commands.options import Whole
from reports.commands.play import Looks, looks_options, talk_of
from reports.text.terminal import say

if TYPE_CHECKING:
    from tongits_sim.any_game.record_form import Record

_LARGEST = 500_000_000  # bytes of a review


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--game", type=Whole(1, 10**12), default=None, help="Show only this game of the file, counted from 1.")
@click.option("--quiet", is_flag=True, help="Verify without showing the games.")
@click.option("--step", is_flag=True, help="Step through each game with keys; in a pipe every move is printed.")
@click.option(
    "--review",
    type=click.Path(path_type=Path, dir_okay=False),
    default=None,
    help="With --step: a review of these games (.json); the key m goes through its clear mistakes.",
)
@looks_options
def replay(
    file: str,
    game: int | None,
    quiet: bool,
    step: bool,
    review: Path | None,
    **looks: Any,
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

    if review is not None and not step:
        raise click.UsageError("--review marks mistakes for --step.")
    marks = marks_of(review) if review is not None else {}
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
                if not show_steps(record, Looks(**looks), _own(marks, number, record), number):
                    break
            else:
                say("\n".join(playback(record)) + "\n")
        if number == game:
            break
    if game is not None and number < game:
        raise click.UsageError(f"there is no game {game} in {file}: it holds {number}.")
    say(f"{number:,} game{'' if number == 1 else 's'} verified: every move is legal and every payment right.")


Marks = Mapping[tuple[int, int], tuple[str, str]]
"""By game and move, from 1: the player, and what is said of the move."""


def marks_of(file: Path) -> Marks:
    """The clear mistakes of a review.

    Raises:
        UsageError: the file cannot be read, or holds no review.
    """
    from analyses.answers.review import ReviewAnswer
    from reports.text.review import pair
    from tongits_sim.folders.files import FileError, read_json
    from tongits_sim.run.answers import AnswerError

    try:
        answer = ReviewAnswer.from_dict(read_json(file, _LARGEST))
    except (FileError, AnswerError) as error:
        raise click.UsageError(
            f"cannot read {file}: {error}; tongits review GAMES -o review.json writes a review"
        ) from None
    return {
        (each.game, each.move): (each.player, f"Costs {pair(each.lost)} units; better: {each.best}.")
        for each in answer.mistakes()
    }


def _own(marks: Marks, number: int, record: Record) -> dict[int, str]:
    """The marks of a game by move. Raises UsageError where they are of another game."""
    moves = {move: mark for (game, move), mark in marks.items() if game == number}
    events = record["events"]
    for move, (player, _) in moves.items():
        if move > len(events) or record["players"][events[move - 1]["seat"]] != player:
            raise click.UsageError(f"that is a review of other games: {player} makes no move {move} in game {number}.")
    return {move: text for move, (_, text) in moves.items()}


def show_steps(record: Record, looks: Looks, marks: Mapping[int, str] | None = None, number: int | None = None) -> bool:
    """Step through a game.

    Args:
        record: the game, verified.
        looks: how cards are shown.
        marks: what is said of single moves, by number.
        number: of the game in its file, from 1.

    Returns:
        Whether to go on with the next game.
    """
    from reports.play.stepper import Stepper, step_through

    talk, faces = talk_of(looks)
    return step_through(Stepper(record, faces, marks, number), talk)
