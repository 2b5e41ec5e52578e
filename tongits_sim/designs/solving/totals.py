"""What solving counts: for every cell of every grid the sums of `layout.SUMS`."""

from __future__ import annotations

from collections.abc import Sequence

from tongits_sim.designs.solving.layout import SUMS
from tongits_sim.run.totals import Axis, Totals


class SolvingTotals(Totals):
    """Sums by cell; the grids' cells follow each other in the order of the job."""

    def __init__(self, cells: Sequence[int]) -> None:
        super().__init__(
            {
                "games": (1,),
                "matches": (1,),
                "branches": (1,),
                "cells": (Axis("cell", sum(cells)), Axis("sum", SUMS)),
            }
        )
