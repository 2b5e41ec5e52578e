"""What forks brought, merged: for each cell the sums over games that intervals need."""

from __future__ import annotations

from mahjong_sim.designs.clusters import moment_names
from mahjong_sim.designs.forks.layout import EXTRAS
from mahjong_sim.game.state import SEATS
from tongits_sim.run.totals import Axis, Totals

VALUES = (
    "payout",  # arm a less arm b, cents
    "once",  # arm a less arm c, cents
    "payout_a",
    "payout_b",
    "won",  # arm a less arm b
    "won_a",
    "won_b",
    "value_a",  # of the winning hand, cents; 0 where it did not win
    "value_b",
    "dealt_in_a",
    "dealt_in_b",
    "price_a",  # cents that the forked discard cost at once
    "price_b",
    "gave_a",
    "gave_b",
    "goal_a",  # won and paid for the goal
    "goal_b",
    "opened_b",
    "chose",
    *(f"paid_{extra}_b" for extra in EXTRAS),
)
"""What is added up for each fork, times its weight."""
SHARES = tuple(
    each for each in VALUES if each.startswith(("won", "dealt_in", "gave", "goal", "opened", "chose", "paid"))
)
"""Values that are shares; the others are money."""
N_NAIVE = 14


class ForkTotals(Totals):
    """Sums over games (clusters) of the forks in each cell.

    `cells`: weighted forks `n`, their squares, and of each value `d` the sums of d, n d and d d. `naive`: of the
    payouts of the chosen arm where the bot chose as in arm a, and elsewhere: forks and payouts of both, and their ten
    products.
    """

    def __init__(self, cells: int) -> None:
        super().__init__(
            {
                "games": (1,),
                "branches": (1,),
                "forks": (Axis("slot", SEATS),),
                "cells": (Axis("cell", cells), Axis("moment", moment_names(VALUES))),
                "naive": (N_NAIVE,),
            }
        )
