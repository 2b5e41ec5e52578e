"""The bots of a game that nobody plays: what every bot is made of knows no other."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from tongits_sim.bots.bot_list import BotList
from tongits_sim.bots.player import BaseHooks, BasePlayer, BaseStrategy, BoundedParam
from tongits_sim.compile.jit import njit

U = np.uint64
VIEW = np.dtype([("tiny_me", "i8"), ("decision", "i8"), ("card", "i8"), ("word", "u8")])


@dataclass(frozen=True)
class Hooks(BaseHooks):
    """The one decision."""

    draw: Any


class Strategy(BaseStrategy):
    """A way of playing."""


class Player(BasePlayer):
    """A strategy with its number."""

    VIEW = VIEW
    LOADER = f"{__name__}:load_player"


@njit
def by_count(view, params):
    """Draw while the card is below a number."""
    return U(view.card < params.below)


@njit
def by_chance(view, params):
    return view.word & U(1)


STEADY = Strategy(
    "steady", "Draws by a number.", Hooks(by_count), (BoundedParam("below", 7, 1, 14, "the least card that is kept"),)
)
CHANCE = Strategy("random", "Draws by chance.", Hooks(by_chance), uses_random=True)
BOTS: BotList[Player] = BotList(
    {"steady": f"{__name__}:STEADY", "random": f"{__name__}:CHANCE"}, __name__, "this page", "steady(below=5)"
)
names, strategy, bots_in = BOTS.names, BOTS.strategy, BOTS.bots_in
load_player, load_players = BOTS.load_player, BOTS.load_players
