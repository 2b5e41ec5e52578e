"""Replays: the weight is a product of one number for each seat, and low weights are noticed on the way."""

from __future__ import annotations

import numpy as np

from tests.designs.worlds.scenes import some, worker
from tongits_sim.designs.batch.kernel import sit_down
from tongits_sim.designs.worlds.deal import deal_world
from tongits_sim.designs.worlds.replay import EVERYBODY, NO_SEAT, replay_world


def test_the_weight_is_a_product_over_seats() -> None:
    position, _ = some("pagat", 20)
    one = worker(position)
    records, known = one.records, one.worlds[0]
    sit_down(known.start_game, one.table[0])
    seen = set[float]()
    for number in range(60):
        assert deal_world(records, known, number)
        known.weight_of[:] = 1.0
        whole = float(replay_world(records, known, EVERYBODY, 0.0))
        by_seat = known.tried.copy()
        assert whole == np.prod(by_seat)
        assert by_seat[position.seat] == 1.0
        seen |= set(by_seat.tolist())
        for seat in (position.right, position.left):
            assert deal_world(records, known, number)
            assert replay_world(records, known, 1 << seat, 0.0) == by_seat[seat]
        known.weight_of[:] = by_seat
        assert deal_world(records, known, number)
        assert replay_world(records, known, NO_SEAT, 0.0) == whole
    assert len(seen) >= 3


def test_a_weight_below_the_least_is_none() -> None:
    position, _ = some("pagat", 37)
    one = worker(position)
    records, known = one.records, one.worlds[0]
    sit_down(known.start_game, one.table[0])
    refused = 0
    for number in range(60):
        assert deal_world(records, known, number)
        whole = float(replay_world(records, known, EVERYBODY, 0.0))
        assert deal_world(records, known, number)
        again = float(replay_world(records, known, EVERYBODY, 1e-9))
        assert again == (whole if whole >= 1e-9 else 0.0)
        refused += again == 0.0 < whole
    assert refused > 5
