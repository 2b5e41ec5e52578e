"""The list of bots; from a spec such as `greedy` or `my_bots.py:shy(fold_at=2)` to a player."""

from __future__ import annotations

import difflib
import importlib
import re
from collections.abc import Sequence
from functools import cache

from mahjong_sim.bots.strategy import Player, Strategy
from tongits_sim.any_game.user_file import load_named, values_in
from tongits_sim.errors import TongitsError
from tongits_sim.run.numbers import number_word

BOTS = {
    "random": "random_bot:RANDOM",
    "greedy": "greedy:GREEDY",
    "closed": "closed:CLOSED",
    "caller": "caller:CALLER",
    "defender": "defender:DEFENDER",
    "ambitious": "ambitious:AMBITIOUS",
    "expert": "expert:EXPERT",
    "pungs": "aims:PUNGS",
    "pairs": "aims:PAIRS",
    "chows": "aims:CHOWS",
    "straight": "straight:STRAIGHT",
    "revealed": "aims:REVEALED",
    "waits": "waits:WAITS",
    "fours": "aims:FOURS",
    "drawer": "aims:DRAWER",
}
"""The bots by name: the module of this package and the name of the strategy in it."""

_SPEC = re.compile(
    r"\s*(?:(?P<alias>[A-Za-z_][\w-]{0,39})\s*=\s*)?"
    r"(?:(?P<file>.+\.py):)?(?P<name>[A-Za-z_]\w*)\s*(?:\((?P<params>[^()]*)\))?\s*",
    re.DOTALL,
)


def names() -> tuple[str, ...]:
    """The names of all bots of the program."""
    return tuple(BOTS)


def bots_in(path: str) -> list[str]:
    """Names of the bots that a Python file defines; bots of the program that it imports are none of them.

    Raises:
        BotFileError: the file may not or cannot be executed.
    """
    ours = [strategy(name) for name in BOTS]
    own = [each for each in values_in(path, Strategy) if not any(each is other for other in ours)]
    return list(dict.fromkeys(each.name for each in own))


@cache
def strategy(name: str) -> Strategy:
    """The strategy of that name.

    Raises:
        TongitsError: there is none; the text suggests the nearest.
    """
    if name not in BOTS:
        close = difflib.get_close_matches(name, BOTS, 1)
        hint = f" Did you mean {close[0]!r}?" if close else ""
        raise TongitsError(f"unknown bot {name!r}.{hint} For a list: tongits mahjong strategies")
    module, _, constant = BOTS[name].partition(":")
    found: Strategy = getattr(importlib.import_module(f"mahjong_sim.bots.{module}"), constant)
    return found


def load_player(spec: str) -> Player:
    """The player that a spec describes: `greedy`, `defender(fold_at=3)`, `my_bots.py:shy`; a bot file is executed.

    `NAME=SPEC` gives it a name.

    Raises:
        TongitsError: it describes none.
    """
    match = _SPEC.fullmatch(spec)
    if match is None:
        raise TongitsError(f"{spec[:60]!r} is not a player: write name, name(param=value) or my_file.py:name")
    values = _values(match["params"] or "", spec)
    if match["file"]:
        return Player(load_named(match["file"], match["name"], Strategy), values, match["file"], match["alias"] or "")
    return Player(strategy(match["name"]), values, alias=match["alias"] or "")


def load_players(specs: str | Sequence[Player | str], count: int | None = None) -> tuple[Player, ...]:
    """Players from a comma-separated list of specs, or from a sequence of specs and players.

    Raises:
        TongitsError: there are not `count` of them (None: any number), or a spec describes no player.
    """
    parts = re.split(r",(?![^()]*\))", specs) if isinstance(specs, str) else specs
    if count not in (None, len(parts)):
        raise TongitsError(f"{number_word(count or 0)} players are needed, not {len(parts)}")
    return tuple(load_player(part) if isinstance(part, str) else part for part in parts)


def _values(text: str, spec: str) -> dict[str, float]:
    values: dict[str, float] = {}
    for part in filter(None, (each.strip() for each in text.split(","))):
        name, equals, number = (each.strip() for each in part.partition("="))
        try:
            value = float(number)
        except ValueError:
            value = None
        if not equals or value is None:
            raise TongitsError(f"{part[:40]!r} in {spec[:60]!r} sets nothing: write param=number")
        if name in values:
            raise TongitsError(f"{name} is set twice in {spec[:60]!r}")
        values[name] = value
    return values
