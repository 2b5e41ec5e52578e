"""PairedTotals of deals: exact whatever the numbers, the same on any number of workers and for any cut."""

from __future__ import annotations

import numpy as np
import pytest

from tests.designs.paired.pairings import pairing, play
from tongits_sim.designs.paired.kernel import N_PLAY, N_QUANTITIES, QUANTITIES
from tongits_sim.designs.paired.totals import COUNTED, PairedTotals, moments_of


@pytest.mark.parametrize("most", [1000, 2**29])
def test_moments_are_exact(most: int) -> None:
    rng = np.random.default_rng(1)
    values = rng.integers(-most, most, (7, 3, N_QUANTITIES))
    moments = moments_of(values)
    exact = values.astype(object)
    assert moments["deals"] == [7]
    for arm in range(3):
        assert (moments["sums"][arm] == sum(deal[arm] for deal in exact)).all()
        assert (moments["products"][arm] == sum(np.outer(deal[arm], deal[arm]) for deal in exact)).all()
        assert (moments["cross"][arm] == sum(np.outer(deal[0], deal[arm]) for deal in exact)).all()


def test_counts_the_deals_that_differ() -> None:
    values = np.zeros((4, 3, N_QUANTITIES), np.int64)
    values[1, 1, 0] = values[2, 1, N_PLAY] = 1
    assert moments_of(values)["differ"].tolist() == [[0, 0], [1, 2], [0, 0]]


def test_counts_what_deals_have_more_and_less() -> None:
    values = np.zeros((3, 2, N_QUANTITIES), np.int64)
    event = QUANTITIES.index(COUNTED[1])
    values[0, :, event], values[1, :, event], values[2, :, event] = (1, 4), (2, 0), (5, 5)
    more, less = moments_of(values)["flows"][1, 1]
    assert (more.tolist(), less.tolist()) == ([3, 9], [2, 4])
    assert not moments_of(values)["flows"][0].any()


def test_the_digits_do_not_depend_on_workers_or_cut() -> None:
    what = pairing(deals=50)
    one = play(what)
    assert play(what, workers=2, block_size=7) == one
    assert one.games == what.games


def test_counts_the_games_of_a_block() -> None:
    totals = PairedTotals(2, 6)
    totals.add({"deals": np.array([5])})
    assert totals.games == 60
