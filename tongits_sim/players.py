"""Players by name, for a package that knows no bot: a package of bots registers how they are loaded.

It does so when it is imported (`register_loader`); by default this program's own bots are loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tongits_sim.core.bot_registry import split_specs, with_unique_labels
from tongits_sim.core.imports import load

if TYPE_CHECKING:
    from tongits_sim.strategy import Player

_loader = ["strategies.registry:load_player"]


def register_loader(path: str) -> None:
    """Name (`"package.module:function"`) the function that makes a `Player` from its spec."""
    _loader[:] = [path]


def loader() -> str:
    return _loader[0]


def load_player(spec: str) -> Player:
    """The player a spec describes, such as `greedy(call_at=5)`."""
    make: Callable[[str], Any] = load(loader())
    player: Player = make(spec)
    return player


def as_players(players: str | Sequence[Player | str]) -> tuple[Player, ...]:
    """Players with unique labels, from a comma-separated list of specs, or from a sequence of specs and players."""
    parts = split_specs(players) if isinstance(players, str) else players
    return with_unique_labels([load_player(part) if isinstance(part, str) else part for part in parts])
