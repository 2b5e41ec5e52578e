"""Arguments that the kernels of all games share: the records to play on, and the matches to play."""

from __future__ import annotations

from typing import Any, NamedTuple


class Records(NamedTuple):
    """The records that games are played on, passed to kernels as one argument; each is one record of its layout.

    Attributes:
        game, view, match, result: the game's state.py.
        rules: the house rules as kernels read them.
        log: the game's log.py.
        table: the players and their faults (the game's asking.py).
    """

    game: Any
    view: Any
    match: Any
    result: Any
    rules: Any
    log: Any
    table: Any


class Deals(NamedTuple):
    """Which matches to play: `first` .. `first + matches - 1` (int64) of at most `games` games each.

    `seed` (uint64) and the number of a match determine what is dealt in it.
    """

    seed: Any
    first: int
    matches: int
    games: int
