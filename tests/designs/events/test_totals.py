"""The counts of tournaments."""

from __future__ import annotations

import numpy as np

from tongits_sim.designs.events.totals import EventTotals, event_counts


def test_counts_of_parts_add_up_to_those_of_the_whole() -> None:
    rng = np.random.default_rng(1)
    champions, reached = rng.integers(0, 3, 9), rng.integers(0, 5, (9, 2, 3))
    paid = rng.integers(-(2**40), 2**40, (9, 3))
    whole, parts = EventTotals(2, 3), EventTotals(2, 3)
    whole.add(event_counts(7, 45, champions, reached, paid))
    for part in (slice(0, 4), slice(4, 9)):
        parts.add(event_counts(7, 5 * part.stop - 5 * part.start, champions[part], reached[part], paid[part]))
    for name in whole:
        assert (whole[name] == parts[name]).all()
    assert whole.games == 63
    assert whole["played"] == [45]
    assert whole["paid_products"].tolist() == [
        [sum(int(a) * int(b) for a, b in zip(paid[:, kind], paid[:, other], strict=True)) for other in range(3)]
        for kind in range(3)
    ]


def test_nothing_counts_nothing() -> None:
    nothing = event_counts(0, 0, np.zeros(0, np.int64), np.zeros((0, 2, 3), np.int64), np.zeros((0, 3), np.int64))
    assert all(not np.any(counts) for counts in nothing.values())
