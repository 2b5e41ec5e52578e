"""What a batch counted, merged: exact integers with names."""

from __future__ import annotations

from tongits_sim.any_game.counts import Counts
from tongits_sim.any_game.designs.moments import Moments
from tongits_sim.run.totals import Counts as Arrays
from tongits_sim.run.totals import Totals


class BatchTotals(Totals):
    """The merged counts of a batch, arrays of `Counts.axes`; `seats`: players at a table."""

    def __init__(self, counts: Counts) -> None:
        super().__init__(counts.axes)
        self._fields, self.seats = counts.fields, counts.seats

    def games_of(self, counts: Arrays) -> int:
        """Games that counts hold: every slot plays in each."""
        return int(counts["fields"][0, self._fields.index("games")])

    def field(self, name: str, *slots: int) -> int:
        """A field, added up over slots (all if none is named)."""
        column = self["fields"][:, self._fields.index(name)]
        return sum(int(column[slot]) for slot in (slots or range(self.seats)))

    @property
    def moments(self) -> Moments:
        """The columns' moments over matches."""
        return Moments(self["clusters"], [self[name] for name in ("x", "nx", "xx")], self["cross"].tolist())
