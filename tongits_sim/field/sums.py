"""What a field's games bring, as integers that merge by addition.

By table: `cells`, `clusters` and `singles`, laid out as tally.py and kernel.py say. By bot: histograms, and for the
deals as the units of every interval the sums, squares and products of the quantities of one deal (kernel.QUANTITIES):
`sums[bot, q]`, `products[bot, q, q]`, across bots `cross[bot, bot]` of their payouts, and `met[bot, bot]`, `met_sq` of
the first bot's payouts where the second sits at the table.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np

from tongits_sim import tally
from tongits_sim.field.kernel import N_QUANTITIES
from tongits_sim.state import ENDINGS, SEATS

_SAFE = 2**62
_SAFE_FLOAT = 2**53


@dataclass
class FieldSums:
    """Accumulators of a block, or of a run so far. `deals` counts the deals; the last five arrays are exact."""

    deals: int
    cells: np.ndarray
    clusters: np.ndarray
    singles: np.ndarray
    totals: np.ndarray
    hist: np.ndarray
    sums: np.ndarray
    products: np.ndarray
    cross: np.ndarray
    met: np.ndarray
    met_sq: np.ndarray

    @classmethod
    def empty(cls, tables: int, bots: int) -> FieldSums:
        """Accumulators at zero."""
        shapes: tuple[tuple[int, ...], ...] = (
            (tables, SEATS, SEATS, 2, tally.N_FIELDS),
            (tables, tally.N_CLUSTERS),
            (tables, SEATS, SEATS),
            (tally.N_TOTALS,),
            (bots, tally.HIST_BINS),
        )
        exact: tuple[tuple[int, ...], ...] = (
            (bots, N_QUANTITIES),
            (bots, N_QUANTITIES, N_QUANTITIES),
            *[(bots, bots)] * 3,
        )
        whole = [np.zeros(shape, np.int64) for shape in shapes]
        return cls(0, *whole, *[_exact_zeros(shape) for shape in exact])

    def add(self, other: FieldSums) -> None:
        """Add a block."""
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))

    def add_deals(self, per_deal: np.ndarray, met: np.ndarray) -> None:
        """Add deals: int64[deals, bots, QUANTITIES] and int64[deals, bots, bots]."""
        self.deals += len(per_deal)
        self.sums += per_deal.sum(axis=0).astype(object)
        self.met += met.sum(axis=0).astype(object)
        values, meetings = _multipliable(per_deal), _multipliable(met)
        self.met_sq += _exact((meetings * meetings).sum(axis=0))
        self.cross += _exact(values[:, :, 0].T @ values[:, :, 0])
        for bot in range(values.shape[1]):
            self.products[bot] += _exact(values[:, bot].T @ values[:, bot])

    @property
    def games(self) -> int:
        """Games counted."""
        return int(self.totals[: len(ENDINGS)].sum())


def _exact_zeros(shape: tuple[int, ...]) -> np.ndarray:
    zeros = np.empty(shape, object)
    zeros.fill(0)
    return zeros


def _multipliable(values: np.ndarray) -> np.ndarray:
    """The values in the quickest type in which sums of their products are exact."""
    most = int(np.abs(values).max(initial=0)) ** 2 * max(len(values), 1)
    return values.astype(np.float64 if most < _SAFE_FLOAT else np.int64 if most < _SAFE else object)


def _exact(sums: np.ndarray) -> np.ndarray:
    """Python integers of whole numbers in whatever type."""
    return sums if sums.dtype == object else sums.astype(np.int64).astype(object)
