"""Exact sums: no overflow, every number with a name of its own."""

from __future__ import annotations

import numpy as np
import pytest

from tests.playing import job, play
from tongits_sim import tally
from tongits_sim.sums import ARRAYS, SHAPES, Counts, Sums, entries


def test_sums_do_not_overflow() -> None:
    counts = Counts.empty()
    counts.cells[0, 0, 0, 2] = 2**62
    sums = Sums()
    for _ in range(8):
        sums.add(counts)
    assert sums.cells[0, 0, 0, 2] == 2**65


def test_a_new_sum_is_zero_and_its_own() -> None:
    one, other = Sums(), Sums()
    counts = Counts.empty()
    counts.totals[0] = 3
    one.add(counts)
    assert (one.games, other.games, counts.games) == (3, 0, 3)


@pytest.mark.parametrize("array", ARRAYS)
def test_every_number_has_one_name(array: str) -> None:
    names = entries(array)
    assert len(names) == np.prod(SHAPES[array])
    assert [name.place for name in names] == list(range(len(names)))
    assert len({name[2:] for name in names}) == len(names)


def test_fields_add_up_over_any_split() -> None:
    sums = play(job(games=300)).sums
    assert sums.games == 300
    assert sums.field("games") == 900
    assert sum(sums.field("games", slot=slot) for slot in range(3)) == 900
    assert sums.field("games", slot=(0, 2)) == 600
    assert sums.field("games", role=1) == 300
    assert sum(sums.field("payout", seat=seat, slot=(0, 1, 2)) for seat in range(3)) == sums.field("payout") == 0
    assert sums.field("sapaws", slot=1, seat=2, role=1) == sums.cells[1, 2, 1, tally.F["sapaws"]]


def test_stored_entries_add_up_to_the_same() -> None:
    results = play(job(games=100))
    copy = Sums()
    for array in ARRAYS:
        flat = getattr(results.sums, array).reshape(-1)
        places = np.flatnonzero(flat)
        copy.add_entries(array, places, flat[places].astype(np.int64))
        assert (getattr(copy, array) == getattr(results.sums, array)).all()
