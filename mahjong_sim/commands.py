"""`tongits mahjong`: the commands of any game, for mahjong."""

from __future__ import annotations

from mahjong_sim.mahjong import MAHJONG
from reports.commands.any_game import group_of

mahjong = group_of(MAHJONG, "Four players, 144 tiles, money. House rules are data: tongits mahjong rules")
