"""The list of bots, and players from specs such as `greedy` or `my_bots.py:shy(fold_at=2)`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tongits_sim.bots.bot_list import BotList

if TYPE_CHECKING:
    from mahjong_sim.bots.strategy import Player

REGISTRY = {
    "random": "mahjong_sim.bots.random_bot:RANDOM",
    "greedy": "mahjong_sim.bots.greedy:GREEDY",
    "closed": "mahjong_sim.bots.variants:CLOSED",
    "caller": "mahjong_sim.bots.variants:CALLER",
    "defender": "mahjong_sim.bots.variants:DEFENDER",
    "ambitious": "mahjong_sim.bots.variants:AMBITIOUS",
    "expert": "mahjong_sim.bots.expert:EXPERT",
}

TRIED: Mapping[str, Mapping[str, tuple[float, ...]]] = {
    "expert": {
        "pung_weight": (0, 1, 2, 3, 5),
        "chow_weight": (0, 0.5, 1, 2),
        "risk_weight": (0, 10, 20, 40, 80),
        "fold_turn": (7, 9, 11, 13, 100),
        "fold_at": (1, 2, 3),
        "kang_back": (-2, 0, 1),
        "secret_back": (-1, 0, 1),
        "paid_back": (-1, 0, 1),
        "pung_far": (2, 3, 4, 12),
        "open_at": (3, 4, 12),
        "chow_at": (2, 3, 12),
    }
}
"""The numbers of a bot in the order in which `tune` tunes them, and the values that it tries."""

USUAL_PLAYERS = "greedy,greedy,greedy,greedy"
"""Who plays if nobody is named."""
USUAL_OTHERS = "greedy,greedy,greedy"
"""The opponents of each bot that is compared."""

BOTS: BotList[Player] = BotList(
    REGISTRY, "mahjong_sim.bots.strategy", "tongits mahjong strategies", "defender(fold_at=3)"
)
names, strategy, bots_in = BOTS.names, BOTS.strategy, BOTS.bots_in
load_player, load_players = BOTS.load_player, BOTS.load_players
