"""Exact sums: no overflow, every number with a name of its own."""

from __future__ import annotations

import numpy as np
import pytest

from tests.columns import columns
from tests.playing import job, play
from tongits_sim.designs.batch import tally
from tongits_sim.designs.batch.totals import ARRAYS, BatchTotals


def test_a_new_sum_is_zero_and_its_own() -> None:
    one, other = BatchTotals(), BatchTotals()
    one.add({"totals": np.array([3] + [0] * (tally.N_TOTALS - 1))})
    assert (one.games, other.games) == (3, 0)


@pytest.mark.parametrize("array", ARRAYS)
def test_every_number_has_one_name(array: str) -> None:
    size = BatchTotals()[array].size
    names = columns(BatchTotals(), array, np.arange(size))
    assert len(set(zip(*names.values(), strict=True))) == size


@pytest.mark.parametrize("array", ARRAYS)
def test_every_array_is_an_attribute(array: str) -> None:
    sums = BatchTotals()
    assert getattr(sums, array) is sums[array]


def test_fields_add_up_over_any_split() -> None:
    sums = play(job(games=300)).sums
    assert sums.games == 300
    assert sums.field("games") == 900
    assert sum(sums.field("games", slot=slot) for slot in range(3)) == 900
    assert sums.field("games", slot=(0, 2)) == 600
    assert sums.field("games", role=1) == 300
    assert sum(sums.field("payout", seat=seat, slot=(0, 1, 2)) for seat in range(3)) == sums.field("payout") == 0
    assert sums.field("sapaws", slot=1, seat=2, role=1) == sums.cells[1, 2, 1, tally.F["sapaws"]]
