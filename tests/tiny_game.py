"""A whole game on a page: two players get a card of one suit each, and may draw others from the stock; the higher wins.

Its definition is all that it has: what plays, compares, changes rules, resumes and shows it serves any game.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, cast

import numpy as np

from tongits_sim.compile.jit import njit
from tongits_sim.core.bot_list import BotList
from tongits_sim.core.game import BotsRoom, Game, GameKernels, RuleLibrary
from tongits_sim.core.house_rules import HouseRules, KnobList, RuleWords
from tongits_sim.core.knobs import Group, RuleError, units, whole
from tongits_sim.core.player_form import BaseHooks, BasePlayer, BaseStrategy, BoundedParam

SEATS, CARDS = 2, 13
U = np.uint64

# ---- House rules -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Draw(Group):
    """Drawing (T1)."""

    most: int = whole(1, "T1", "How often a player may draw", "A player may draw {} times.", highest=5)


@dataclass(frozen=True)
class Pay(Group):
    """Payment (T2)."""

    stake: float = units(1, "T2", "What the loser pays", "The loser pays {}.", zero="Nobody pays.")


ALL_KNOBS = KnobList((Draw, Pay), example="draw.most=2", listing="the page itself")


@dataclass(frozen=True)
class RuleSet(HouseRules):
    ALL: ClassVar[KnobList] = ALL_KNOBS

    name: str = "plain"
    draw: Draw = Draw()
    pay: Pay = Pay()


def load(spec: str, overrides: Iterable[str] = ()) -> RuleSet:
    """The one preset, with changes."""
    name, changes = ALL_KNOBS.override(spec, overrides)
    if spec not in preset_names():
        raise RuleError(f"unknown preset {spec!r}; the only one is plain")
    return RuleSet.from_knobs(changes, name=name)


def preset_names() -> tuple[str, ...]:
    return ("plain",)


describe, diff = RuleWords[RuleSet](ALL_KNOBS, ()).describe, RuleWords[RuleSet](ALL_KNOBS, ()).diff

# ---- Records and kernels -----------------------------------------------------------------------------------------

VIEW = np.dtype([("tiny_me", "i8"), ("decision", "i8"), ("card", "i8"), ("drawn", "i8"), ("word", "u8")])


# ---- Bots --------------------------------------------------------------------------------------------------------


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


class Tiny(Game):
    """The game of this page."""

    name = "tiny"
    title = "Tiny"
    command = "tongits tiny"
    seats = SEATS
    default_rules = "plain"
    default_players = "steady,random"
    sources = ("tests/tiny_game.py",)
    writes_records = False

    @property
    def rules(self) -> RuleLibrary:
        return cast("RuleLibrary", sys.modules[__name__])

    @property
    def bots(self) -> BotsRoom:
        return cast("BotsRoom", sys.modules[__name__])

    @property
    def playing(self) -> GameKernels:
        return cast("GameKernels", sys.modules[__name__])


TINY = Tiny()
