"""`tongits replay --move`: one move of a recorded game, what its player saw, and the source line that decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from reports.text.terminal import say
from strategies.registry import load_player, names
from tongits_sim.errors import TongitsError
from tongits_sim.records.file import match_of, read_lines

if TYPE_CHECKING:
    from tongits_sim.records.schema import Record
    from tongits_sim.strategy import Player


_LONGEST = 10_000
"""How many earlier games of a match to look for."""


def explain(file: str, game: int, move: int | None, specs: dict[str, str]) -> None:
    """Print one move of a recorded game, what its player saw, and the line of the bot's source that decided.

    Args:
        file: of game records.
        game: of the file, counted from 1.
        move: of the game, counted from 1; None: the failure of a bot that ended the game.
        specs: bots by their names in the record.

    Raises:
        UsageError: there is no such game, or no move is named.
    """
    from tongits_sim.experiments.warmup import prepare_board
    from tongits_sim.records.explain import explain as lines

    record, stopped, earlier = _record(file, game)
    if move is None and not stopped:
        raise click.UsageError(f"name the move: --move N, from 1 to {len(record['events'])}.")
    prepare_board()
    players = [_player(name, specs) for name in record["players"]]
    if len(earlier) < record["game"]:
        say("The file lacks earlier games of the match, so the bot remembers nothing of them here", err=True)
        earlier = []
    say("\n".join(lines(record, move, players, earlier)))


def _record(file: str, game: int) -> tuple[Record, bool, list[Record]]:
    """The record of a game; True if a fault stopped it; the earlier games of its match, if the file has them."""
    from collections import deque

    from tongits_sim.experiments.warmup import prepare_board
    from tongits_sim.records.form import read_line
    from tongits_sim.records.stopped import is_stopped, read_stopped

    number, before = 0, deque[str](maxlen=_LONGEST)
    for line in read_lines(file):
        if line.strip():
            number += 1
            if number == game:
                if is_stopped(line):
                    prepare_board()
                    return read_stopped(line)[0], True, []
                record = read_line(line)
                return record, False, _earlier(record, list(before)[max(0, len(before) - record["game"]) :])
            before.append(line)
    raise click.UsageError(f"there is no game {game} in {file}: it holds {number}.")


def _earlier(record: Record, lines: list[str]) -> list[Record]:
    """The earlier games of the match, from the lines before the record; empty unless all are in the file."""
    from tongits_sim.records.form import read_line

    if len(lines) < record["game"]:
        return []
    games = [read_line(line) for line in lines]
    right = all(match_of(each) == match_of(record) and each["game"] == number for number, each in enumerate(games))
    return games if right else []


def _player(name: str, specs: dict[str, str]) -> Player | None:
    """The bot with a name, or None. A file is executed only if `specs` names it."""
    if name in specs:
        return load_player(f"{name}={specs[name]}")
    if name.partition("(")[0] not in names():
        say(f"No bot is known as {name}; to see its answer, add --as {name}=FILE.py:NAME", err=True)
        return None
    try:
        return load_player(name)
    except TongitsError:
        return None
