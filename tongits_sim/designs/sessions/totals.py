"""The merged counts of sessions: `layout.ARRAYS`, and the sums of the matches' rows."""

from __future__ import annotations

from tongits_sim.designs.match_rows import RowTotals
from tongits_sim.designs.sessions.layout import COLUMNS, DEPTHS, MOST_STOPS, PLACES
from tongits_sim.game.state import SEATS
from tongits_sim.run.totals import Axis


class SessionsTotals(RowTotals):
    """The arrays of a sessions record, and the number, sums and products of the matches' rows."""

    def __init__(self) -> None:
        slot = Axis("slot", SEATS)
        axes: dict[str, tuple[int | Axis, ...]] = {
            "squares": (slot,),
            "singles": (slot, Axis("other", SEATS)),
            "depth": (slot, Axis("bin", DEPTHS)),
            "path": (Axis("stop", MOST_STOPS), slot, Axis("bin", PLACES)),
        }
        super().__init__(COLUMNS, axes)
