"""Tables and seatings."""

from __future__ import annotations

import pytest

from tongits_sim.designs.tournament.triples import places, seatings, triples


@pytest.mark.parametrize(("bots", "repeats", "expected"), [(2, False, 2), (3, False, 1), (3, True, 7), (14, True, 546)])
def test_counts_tables(bots: int, repeats: bool, expected: int) -> None:
    tables = triples(bots, repeats)
    assert len(tables) == len(set(tables)) == expected
    assert all(len(set(table)) > 1 for table in tables)


def test_every_slot_sits_on_every_seat_equally_often() -> None:
    for table in ((0, 1, 2), (0, 0, 1), (0, 1, 1)):
        orders = seatings(table)
        assert len({tuple(table[slot] for slot in seating) for seating in orders}) == len(orders)
        for seat in range(3):
            assert [sum(seating[seat] == slot for seating in orders) for slot in range(3)] == [len(orders) // 3] * 3


@pytest.mark.parametrize("repeats", [False, True])
@pytest.mark.parametrize("bots", [2, 3, 5, 14])
def test_all_bots_have_as_many_places(bots: int, repeats: bool) -> None:
    counts = places(triples(bots, repeats), bots)
    assert len(set(counts)) == 1
    assert counts[0] == (3 * bots**2 - 3 if repeats or bots == 2 else 3 * (bots - 1) * (bots - 2))
