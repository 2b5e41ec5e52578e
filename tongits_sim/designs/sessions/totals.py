"""The merged counts of sessions: `layout.ARRAYS`, and the sums of the matches' rows."""

from __future__ import annotations

from tongits_sim.designs.sessions.layout import ARRAYS, COLUMNS, DEPTHS, MOST_STOPS, PLACES, C
from tongits_sim.game.state import SEATS
from tongits_sim.run.totals import Axis, Counts, Totals


class SessionsTotals(Totals):
    """The arrays of a sessions record, and the number, sums and products of the matches' rows."""

    def __init__(self) -> None:
        column, slot = Axis("key", COLUMNS), Axis("slot", SEATS)
        stop, fill = Axis("stop", MOST_STOPS), Axis("bin", PLACES)
        own: dict[str, tuple[int | Axis, ...]] = {
            "squares": (slot,),
            "singles": (slot, Axis("other", SEATS)),
            "depth": (slot, Axis("bin", DEPTHS)),
            "path": (stop, slot, fill),
            "matches": (1,),
            "sums": (column,),
            "products": (column, Axis("other", COLUMNS)),
        }
        assert all(name in own for name in ARRAYS)
        super().__init__(own)

    def games_of(self, counts: Counts) -> int:
        """Number of games in some counts."""
        return int(counts["sums"][C["games"]])
