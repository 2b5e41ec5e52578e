"""A job of deals with each seat in turn as mano, as a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mahjong_sim.bots.strategy import Player
from mahjong_sim.game.state import SEATS
from mahjong_sim.mahjong import MAHJONG
from mahjong_sim.rules import RuleSet
from tongits_sim.any_game.designs.binned import moment_names
from tongits_sim.any_game.designs.work import GameWork
from tongits_sim.any_game.jobs import MOST_GAMES, MOST_SEED, check_whole
from tongits_sim.run.totals import Axis

MOST_SHANTEN = 6
"""Hands further from waiting count with this distance."""
CELLS = (
    "all",
    *(f"slot {slot}" for slot in range(SEATS)),
    *(f"shanten {away}" for away in range(MOST_SHANTEN + 1)),
)
"""All seats; the seats of a slot; the seats with a distance of the dealt tiles from waiting."""
VALUES = ("payout", "won", "bunot", "first", "second", "third", "payout_mano", "payout_first", "won_mano", "won_other")
"""The values of a seat. `payout`, `won`, `bunot` (wins by draw): three times the result as mano minus the sum of its
results with each other seat as mano. `first`, `second`, `third`: the payout as mano minus the payout one, two, three
seats after mano. `payout_mano`, `payout_first`: the payouts as mano and one seat after. `won_mano`: 1 for a win as
mano; `won_other`: wins with the three others as mano."""
THIRDS = ("payout", "won", "bunot", "won_other")
"""Values that are sums over the three others."""


@dataclass(frozen=True)
class ManoJob(GameWork):
    """Deals that are played four times, each seat once as mano.

    Attributes:
        rules: the house rules.
        players: four players, by slot; seats rotate with the number of the deal.
        deals: number of deals.
        seed: 0 .. 2**64 - 1.
    """

    rules: RuleSet
    players: tuple[Player, ...]
    deals: int = 10_000
    seed: int = 1

    game = MAHJONG
    kind = "mahjong-manos"

    def __post_init__(self) -> None:
        self.check_players(self.players)
        check_whole("the number of deals", self.deals, 1, MOST_GAMES)
        check_whole("the seed", self.seed, 0, MOST_SEED)

    @property
    def matches(self) -> int:
        """The deals."""
        return self.deals

    @property
    def axes(self) -> dict[str, tuple[int | Axis, ...]]:
        """Sums over deals (clusters) for each of `CELLS`; `games` counts deals."""
        return {"games": (1,), "cells": (Axis("cell", CELLS), Axis("moment", moment_names(VALUES)))}

    def manifest(self) -> dict[str, Any]:
        """Everything that decides the results, as JSON."""
        return self.rules_and_players() | self.named("deals", "seed")
