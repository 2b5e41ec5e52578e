"""The merged counts of a census: `layout.ARRAYS`, the arrays of tally.py, and sums of the matches' rows."""

from __future__ import annotations

from tongits_sim.designs.batch.totals import AXES
from tongits_sim.designs.census.layout import ARRAYS, CAUSES, CLOCK_TURNS, COLUMNS, GROUPS
from tongits_sim.designs.match_rows import RowTotals
from tongits_sim.run.totals import Axis


class CensusTotals(RowTotals):
    """The arrays of a census record and of a tally, and the number, sums and products of the matches' rows."""

    def __init__(self) -> None:
        group, cause = Axis("group", GROUPS), Axis("cause", CAUSES)
        clock = dict.fromkeys(("events", "weighted", "pairs"), (group, cause, Axis("turn", CLOCK_TURNS)))
        super().__init__(COLUMNS, {**ARRAYS, **clock, **AXES})
