"""Loads players by name; the package of bots registers its loader when imported (`bots.bot_list.register_loader`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tongits_sim.bots.bot_list import loader, split_specs, with_unique_labels
from tongits_sim.imports import load
from tongits_sim.run.arguments import public

if TYPE_CHECKING:
    from tongits_sim.strategy import Player


@public
def load_player(spec: str) -> Player:
    """Load the player of a spec, such as `greedy(call_at=5)`."""
    make: Callable[[str], Any] = load(loader())
    player: Player = make(spec)
    return player


@public
def as_players(players: str | Sequence[Player | str]) -> tuple[Player, ...]:
    """Make players with unique labels from a comma-separated list of specs, or a sequence of specs and players."""
    parts = split_specs(players) if isinstance(players, str) else players
    return with_unique_labels([load_player(part) if isinstance(part, str) else part for part in parts])
