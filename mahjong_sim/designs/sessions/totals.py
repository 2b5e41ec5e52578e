"""What sessions brought, merged: sums and squares of the ends, and exact histograms."""

from __future__ import annotations

from mahjong_sim.game.state import SEATS
from tongits_sim.run.totals import Axis, Totals

BIN = 25
"""Cents of a bin."""
BINS = 8_001
"""Bins of a histogram: the last holds everything beyond."""


class SessionsTotals(Totals):
    """By slot: `sums` of the end, its square, squared payouts of games, and pots taken; `lowest`, a histogram of how
    far below 0 a session took the player, in bins of `BIN` cents, rounded up; `below`, sessions that end below 0.
    """

    def __init__(self) -> None:
        slot = Axis("slot", SEATS)
        super().__init__(
            {
                "games": (1,),
                "sums": (slot, Axis("sum", ("final", "final_sq", "payout_sq", "pots"))),
                "lowest": (slot, Axis("bin", BINS)),
                "below": (slot,),
            }
        )
