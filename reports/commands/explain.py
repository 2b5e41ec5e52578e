"""`tongits replay --move`: one move of a recorded game, and what its player saw."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from reports.text.terminal import say
from tongits_sim.records.file import match_of, read_lines

if TYPE_CHECKING:
    from tongits_sim.records.schema import Record


_LONGEST = 10_000
"""How many earlier games of a match to look for."""


def explain(file: str, game: int, move: int) -> None:
    """Print one move of a recorded game, and what its player saw.

    Args:
        file: of game records.
        game: of the file, counted from 1.
        move: of the game, counted from 1.

    Raises:
        UsageError: there is no such game.
    """
    from tongits_sim.experiments.warmup import prepare_board
    from tongits_sim.records.explain import explain as lines

    record, earlier = _record(file, game)
    prepare_board()
    if len(earlier) < record["game"]:
        say("The file lacks earlier games of the match, so nothing of them is remembered here", err=True)
        earlier = []
    say("\n".join(lines(record, move, earlier)))


def _record(file: str, game: int) -> tuple[Record, list[Record]]:
    """The record of a game, and the earlier games of its match, if the file has them."""
    from collections import deque

    from tongits_sim.experiments.warmup import prepare_board
    from tongits_sim.records.form import read_line
    from tongits_sim.records.stopped import is_stopped, read_stopped

    number = 0
    before = deque[str](maxlen=_LONGEST)
    for line in read_lines(file):
        if line.strip():
            number += 1
            if number == game:
                if is_stopped(line):
                    prepare_board()
                    return read_stopped(line)[0], []
                record = read_line(line)
                return record, _earlier(record, list(before)[max(0, len(before) - record["game"]) :])
            before.append(line)
    raise click.UsageError(f"there is no game {game} in {file}: it holds {number}.")


def _earlier(record: Record, lines: list[str]) -> list[Record]:
    """The earlier games of the match, from the lines before the record; empty unless all are in the file."""
    from tongits_sim.records.form import read_line

    if len(lines) < record["game"]:
        return []
    games = [read_line(line) for line in lines]
    right = all(
        match_of(earlier) == match_of(record) and earlier["game"] == number for number, earlier in enumerate(games)
    )
    return games if right else []
