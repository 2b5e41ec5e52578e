"""What being mano brings, merged: sums over deals of the difference from not being mano."""

from __future__ import annotations

from mahjong_sim.designs.clusters import moment_names
from mahjong_sim.game.state import SEATS
from tongits_sim.run.totals import Axis, Totals

MOST_SHANTEN = 6
"""Hands further from waiting count as so far."""
CELLS = (
    "all",
    *(f"slot {slot}" for slot in range(SEATS)),
    *(f"shanten {away}" for away in range(MOST_SHANTEN + 1)),
)
"""All seats; those of a slot; those whose dealt tiles are so far from waiting."""
VALUES = ("payout", "won", "bunot", "first", "second", "third", "payout_mano", "payout_first", "won_mano", "won_other")
"""Three times what a seat brings as mano less the sum of what it brings when each of the others is (`payout`, `won`,
`bunot`: wins by draw). What it brings as mano less what it brings one seat after mano (`first`), two, three. What it
brings as mano and one seat after; whether it wins as mano, and how often when the three others are."""
THIRDS = ("payout", "won", "bunot", "won_other")
"""Values that are sums over the three others."""


class ManoTotals(Totals):
    """Sums over deals (clusters) for each of `CELLS`; `games` counts deals."""

    def __init__(self) -> None:
        super().__init__({"games": (1,), "cells": (Axis("cell", CELLS), Axis("moment", moment_names(VALUES)))})
