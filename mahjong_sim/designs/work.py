"""The base of all jobs of mahjong."""

from __future__ import annotations

from mahjong_sim.mahjong import MAHJONG
from mahjong_sim.rules import RuleSet
from tongits_sim.any_game.designs.work import GameWork
from tongits_sim.any_game.jobs import rotations

ROTATED = rotations(MAHJONG.seats)
"""The seatings in rotation: the slot on each seat."""


class MahjongWork(GameWork):
    """The base of all jobs of mahjong."""

    game = MAHJONG
    rules: RuleSet
