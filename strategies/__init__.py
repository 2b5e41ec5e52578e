"""The built-in bots, one per file; `registry` lists them.

To add a bot, add its file, a line in the registry and a test file. A user's bot needs only its file, named on the
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
from tongits_sim.bots.bot_list import register_loader

__all__ = ["bots_in", "groups", "load_player", "load_players", "names", "strategy"]

register_loader("strategies.registry:load_player")
