"""`tongits explain`: one move of a recorded game, with what its player saw and the line of the bot that answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from reports.commands.options import Whole, given_names
from reports.text.terminal import say

if TYPE_CHECKING:
    from tongits_sim.any_game.record_form import Record
    from tongits_sim.strategy import Player


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--game", type=Whole(1, 10**12), default=1, show_default=True, help="Game of the file, counted from 1.")
@click.option(
    "--move",
    type=Whole(1, 10**4),
    default=None,
    help="Event of the game, counted from 1.  [default: where a bot failed]",
)
@click.option(
    "--as",
    "names",
    multiple=True,
    metavar="NAME=SPEC",
    help="The bot that a name in the record stands for, such as shy=my_bots.py:shy (executed); repeatable.",
)
def explain(file: str, game: int, move: int | None, names: tuple[str, ...]) -> None:
    """Explain one move of a recorded game, and what its bot answers.

    Shows what the player saw and had to decide. FILE is a file written by tongits records. The bot is asked again in
    plain Python, and the line of its source that answers is shown. Moves are numbered as the messages of tongits
    replay number events.

    Example: tongits explain games.jsonl --game 1 --move 7
    """
    from tongits_sim.designs.warmup import prepare_board
    from tongits_sim.records.explain import explain as lines

    specs = given_names(names)
    record, stopped = _record(file, game)
    if move is None and not stopped:
        raise click.UsageError(f"name the move: --move N, from 1 to {len(record['events'])}.")
    prepare_board()
    players = [_player(name, specs) for name in record["players"]]
    say("\n".join(lines(record, move, players)))


def _record(file: str, game: int) -> tuple[Record, bool]:
    """The record of a game of the file, and whether a fault stopped it."""
    from tongits_sim.designs.warmup import prepare_board
    from tongits_sim.records.form import read_line
    from tongits_sim.records.read import read_lines
    from tongits_sim.records.stopped import is_stopped, read_stopped

    number = 0
    for line in read_lines(file):
        if line.strip():
            number += 1
            if number == game:
                if is_stopped(line):
                    prepare_board()
                    return read_stopped(line)[0], True
                return read_line(line), False
    raise click.UsageError(f"there is no game {game} in {file}: it holds {number}.")


def _player(name: str, specs: dict[str, str]) -> Player | None:
    """The bot of a name; None where nobody knows it. A file is executed only if its name was given."""
    from strategies import load_player, names
    from tongits_sim.errors import TongitsError

    if name in specs:
        return load_player(f"{name}={specs[name]}")
    if name.partition("(")[0] not in names():
        say(f"No bot is known as {name}; to see its answer, add --as {name}=FILE.py:NAME", err=True)
        return None
    try:
        return load_player(name)
    except TongitsError:
        return None
