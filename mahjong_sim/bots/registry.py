"""The list of bots, and players from specs such as `greedy` or `my_bots.py:shy(fold_at=2)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tongits_sim.any_game.bot_list import BotList

if TYPE_CHECKING:
    from mahjong_sim.bots.strategy import Player

REGISTRY = {
    "random": "mahjong_sim.bots.random_bot:RANDOM",
    "greedy": "mahjong_sim.bots.greedy:GREEDY",
    "closed": "mahjong_sim.bots.closed:CLOSED",
    "caller": "mahjong_sim.bots.caller:CALLER",
    "defender": "mahjong_sim.bots.defender:DEFENDER",
    "ambitious": "mahjong_sim.bots.ambitious:AMBITIOUS",
    "expert": "mahjong_sim.bots.expert:EXPERT",
    "pungs": "mahjong_sim.bots.aims:PUNGS",
    "pairs": "mahjong_sim.bots.aims:PAIRS",
    "chows": "mahjong_sim.bots.aims:CHOWS",
    "straight": "mahjong_sim.bots.straight:STRAIGHT",
    "revealed": "mahjong_sim.bots.aims:REVEALED",
    "waits": "mahjong_sim.bots.waits:WAITS",
    "fours": "mahjong_sim.bots.aims:FOURS",
    "drawer": "mahjong_sim.bots.aims:DRAWER",
}

BOTS: BotList[Player] = BotList(
    REGISTRY, "mahjong_sim.bots.strategy", "tongits mahjong strategies", "defender(fold_at=3)"
)
names, strategy, bots_in = BOTS.names, BOTS.strategy, BOTS.bots_in
load_player, load_players = BOTS.load_player, BOTS.load_players
