"""The built-in bots, one per file; `registry` is the only list of them.

To add one: its file, one line in the registry, its test file. A user bot needs none of that: name its file on the
command line.
"""

from __future__ import annotations

from strategies.registry import (
    bots_in,
    groups,
    load_player,
    load_players,
    names,
    strategy,
)
from tongits_sim.players import register_loader

__all__ = ["bots_in", "groups", "load_player", "load_players", "names", "strategy"]

register_loader("strategies.registry:load_player")
