"""The merged counts of a census: `layout.ARRAYS`, the arrays of tally.py, and sums of the matches' rows."""

from __future__ import annotations

from tongits_sim.designs.batch.totals import AXES
from tongits_sim.designs.census.layout import ARRAYS, CAUSES, CLOCK_TURNS, COLUMNS, GROUPS, C
from tongits_sim.run.totals import Axis, Counts, Totals


class CensusTotals(Totals):
    """The arrays of a census record and of a tally, and the number, sums and products of the matches' rows."""

    def __init__(self) -> None:
        column = Axis("key", COLUMNS)
        rows: dict[str, tuple[int | Axis, ...]] = {
            "matches": (1,),
            "sums": (column,),
            "products": (column, Axis("other", COLUMNS)),
        }
        group, cause = Axis("group", GROUPS), Axis("cause", CAUSES)
        clock = dict.fromkeys(("events", "weighted", "pairs"), (group, cause, Axis("turn", CLOCK_TURNS)))
        super().__init__(ARRAYS | clock | AXES | rows)

    def games_of(self, counts: Counts) -> int:
        """Number of games in some counts."""
        return int(counts["sums"][C["games"]])
