"""The merged counts of a batch: `Totals` in the layout of `tally.py`, with a name for every number."""

from __future__ import annotations

from typing import Any

from tongits_sim.designs.batch import tally
from tongits_sim.game.state import ENDINGS, SEATS
from tongits_sim.run.totals import Axis, Counts, Totals

ROLES = ("other", "dealer")
ARRAYS = ("cells", "totals", "hist", "clusters")


def _total_names() -> tuple[str, ...]:
    names = [f"ending_{ending}" for ending in ENDINGS] + ["turns", "turns_sq", "won", "won_sq", "burned"]
    return (*names, *(f"games_of_{turns}_turns" for turns in range(tally.N_TOTALS - len(names))))


def _cluster_names() -> tuple[str, ...]:
    names = tally.CLUSTER_NAMES
    columns = ["clusters", "games", "games_sq", *names, *(f"games*{n}" for n in names), *(f"{n}_sq" for n in names)]
    return (*columns, "payout_0*payout_1", "payout_0*payout_2", "payout_1*payout_2")


SLOT = Axis("slot", SEATS)
CELL = (SLOT, Axis("seat", SEATS), Axis("role", ROLES), Axis("key", tuple(tally.FIELDS)))
TOTAL = Axis("key", _total_names())
CLUSTER = Axis("key", _cluster_names())
BIN = Axis("key", tuple(str(place - tally.HIST_ZERO) for place in range(tally.HIST_BINS)))
"""Bins of a histogram, numbered from the one that begins at 0."""

AXES: dict[str, tuple[Axis, ...]] = {"cells": CELL, "totals": (TOTAL,), "hist": (SLOT, BIN), "clusters": (CLUSTER,)}


class BatchTotals(Totals):
    """A batch's totals: arrays of Python integers by the names of `AXES`; money in hundredths.

    Attributes:
        cells: counts, [slot, seat, role, field of `tally.FIELDS`].
        totals: counts of all games: endings, turns, winnings, [number].
        hist: games, [slot, bin of the payout].
        clusters: sums and products over matches, [number of `CLUSTER`].
    """

    def __init__(self) -> None:
        super().__init__(AXES)

    def games_of(self, counts: Counts) -> int:
        """Number of games in some counts: every game ends once."""
        return int(counts["totals"][: len(ENDINGS)].sum())

    @property
    def matches(self) -> int:
        """Number of independent clusters: complete matches, each with all its seatings."""
        return int(self.clusters[tally.K_COUNT])

    def field(self, name: str, **where: int | tuple[int, ...]) -> int:
        """Sum of one field of the cells over all games, or over those of a `slot` (or several), a `seat`, a `role`."""
        axes = [where.get(axis, slice(None)) for axis in ("slot", "seat", "role")]
        part: Any = self.cells[..., tally.F[name]]
        for axis, chosen in enumerate(axes):
            index = [chosen] if isinstance(chosen, int) else chosen
            part = part[(slice(None),) * axis + (list(index) if isinstance(index, tuple) else index,)]
        return int(part.sum())
