"""Players by name, for a package that knows no bot: the package that has them says how they are loaded.

It does so when it is imported (`register_loader`); unless another did, it is the one of this program's own bots.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tongits_sim.errors import TongitsError
from tongits_sim.names import load

if TYPE_CHECKING:
    from tongits_sim.strategy import Player

_PIECE = re.compile(r'"(?:[^"\\]|\\.)*"|.', re.DOTALL)  # a quoted text, or one letter

_LONGEST = 20_000

_loader = ["strategies:load_player"]


def register_loader(path: str) -> None:
    """Name (`"package.module:function"`) the function that makes a `Player` from its spec."""
    _loader[:] = [path]


def loader() -> str:
    """The name of the function that makes players."""
    return _loader[0]


def load_player(spec: str, path: str = "") -> Player:
    """The player a spec describes, such as `greedy(call_at=5)`; `path` names the loader if it is not the usual one."""
    make: Callable[[str], Any] = load(path or loader())
    player: Player = make(spec)
    return player


def as_players(players: str | Sequence[Player | str]) -> tuple[Player, ...]:
    """Players from a comma-separated list of specs, or from a sequence of specs and players."""
    parts = split_specs(players) if isinstance(players, str) else players
    return apart([load_player(part) if isinstance(part, str) else part for part in parts])


def apart(players: Sequence[Player]) -> tuple[Player, ...]:
    """The players, with as much of their files' paths in their labels as it takes to tell them from each other.

    Players that play the same may share a label. Raises TongitsError where two that differ are given one name.
    """
    named = list(players)
    while same := _same_labels(named):
        deeper = [number for number in same if named[number].depth < named[number].deepest and not named[number].alias]
        if not deeper:
            first, second = same[:2]
            raise TongitsError(
                f"{named[first].given} and {named[second].given} would both be called {named[first].label}; give one "
                "of them a name of its own: NAME=SPEC"
            )
        for number in deeper:
            named[number] = named[number].called(depth=named[number].depth + 1)
    return tuple(named)


def _same_labels(players: Sequence[Player]) -> list[int]:
    """The numbers of players that share a label and play differently, of one such label."""
    numbers: dict[str, list[int]] = {}
    for number, player in enumerate(players):
        numbers.setdefault(player.label, []).append(number)
    return next((each for each in numbers.values() if len({players[number].identity for number in each}) > 1), [])


def split_specs(text: str) -> list[str]:
    """A comma-separated list of specs, where commas inside parentheses or quotes do not count.

    >>> split_specs("greedy, greedy(call_at=5, challenge_at=9),miser")
    ['greedy', 'greedy(call_at=5, challenge_at=9)', 'miser']

    Raises:
        TongitsError: the text is too long.
    """
    if len(text) > _LONGEST:
        raise TongitsError(f"a list of players has at most {_LONGEST:,} letters, not {len(text):,}")
    parts, depth = [""], 0
    for piece in _PIECE.findall(text):
        depth += (piece == "(") - (piece == ")")
        if piece == "," and depth <= 0:
            parts.append("")
        else:
            parts[-1] += piece
    return [part.strip() for part in parts]
