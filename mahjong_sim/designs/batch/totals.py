"""What a batch counted, merged: exact integers with names."""

from __future__ import annotations

from mahjong_sim.designs.batch.tally import COLUMNS, FIELDS, PAIRS
from mahjong_sim.game.state import ENDINGS, SEATS
from tongits_sim.run.totals import Axis, Counts, Totals

ARRAYS: dict[str, tuple[int | Axis, ...]] = {
    "clusters": (Axis("of", ("clusters", "games", "games_sq")),),
    "x": (Axis("column", COLUMNS),),
    "nx": (Axis("column", COLUMNS),),
    "xx": (Axis("column", COLUMNS),),
    "cross": (Axis("slots", tuple(f"{a}-{b}" for a, b in PAIRS)),),
    "fields": (Axis("slot", SEATS), Axis("field", FIELDS)),
    "endings": (Axis("ending", ENDINGS),),
    "turns": (1,),
}
"""The axes of the arrays that a block counts."""


class BatchTotals(Totals):
    """The merged counts of a batch."""

    def __init__(self) -> None:
        super().__init__(ARRAYS)

    def games_of(self, counts: Counts) -> int:
        """Games that counts hold."""
        return int(counts["endings"].sum())

    def field(self, name: str, *slots: int) -> int:
        """A field, added up over slots (all if none is named)."""
        column = self["fields"][:, FIELDS.index(name)]
        return sum(int(column[slot]) for slot in (slots or range(SEATS)))
