"""What deviations count: for every cell the sums of `layout.SUMS`."""

from __future__ import annotations

from tongits_sim.designs.deviations.layout import SUMS
from tongits_sim.run.totals import Axis, Totals


class DeviationTotals(Totals):
    """Sums by cell."""

    def __init__(self, cells: int) -> None:
        super().__init__(
            {"games": (1,), "matches": (1,), "branches": (1,), "cells": (Axis("cell", cells), Axis("sum", SUMS))}
        )
