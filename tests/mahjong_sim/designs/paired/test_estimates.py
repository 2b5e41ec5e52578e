"""Means and paired differences against the plain formulas."""

from __future__ import annotations

import numpy as np
import pytest

from mahjong_sim.designs.batch.tally import COLUMNS
from mahjong_sim.designs.paired.estimates import PairedEstimates, adjusted, scale_of, verdict
from mahjong_sim.designs.paired.totals import PairedTotals
from tongits_sim.run.answers import Estimate

CHANCE = np.random.default_rng(5)
ONE = CHANCE.integers(-400, 400, 50)
OTHER = ONE + CHANCE.integers(-30, 60, 50)


@pytest.fixture
def moments() -> PairedEstimates:
    totals = PairedTotals(2)
    x = np.zeros((2, len(COLUMNS)), np.int64)
    xx, first = x.copy(), x.copy()
    x[:, 0] = ONE.sum(), OTHER.sum()
    xx[:, 0] = (ONE**2).sum(), (OTHER**2).sum()
    first[:, 0] = (ONE**2).sum(), (ONE * OTHER).sum()
    pairs = np.array([[(a * b).sum() for b in (ONE, OTHER)] for a in (ONE, OTHER)])
    totals.add({"games": np.array([50]), "x": x, "xx": xx, "first": first, "pairs": pairs})
    return PairedEstimates(totals, 4)


def test_differences_are_those_of_the_deals(moments: PairedEstimates) -> None:
    mean = (OTHER - ONE).mean() / 400
    half = 2.0095752 * (OTHER - ONE).std(ddof=1) / 50**0.5 / 400  # t with 49 degrees of freedom
    for diff, p in (moments.change(1, "payout_0"), moments.lead(1, 0)):
        assert diff.mean == pytest.approx(mean)
        assert diff.half_width == pytest.approx(half, rel=1e-4)
        assert p is not None
        assert (p < 0.05) == (abs(mean) > half)
    assert moments.mean(0, "payout_0").mean == pytest.approx(ONE.mean() / 400)


def test_money_is_in_units_and_shares_are_not() -> None:
    assert scale_of("mano", 4) == pytest.approx(1 / 400)
    assert scale_of("mano_wins", 4) == 0.25
    assert scale_of("void", 1) == 1


def test_families_are_adjusted() -> None:
    assert adjusted([0.01, None, 0.04]) == [0.02, None, 0.04]
    assert [verdict(Estimate(mean), p) for mean, p in ((1, 0.01), (-1, 0.01), (1, 0.2), (1, None))] == [
        *("better", "worse", "undecided", "undecided")
    ]
