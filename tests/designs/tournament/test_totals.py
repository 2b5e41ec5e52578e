"""Sums of a field."""

from __future__ import annotations

import numpy as np
import pytest

from tongits_sim.designs.tournament.kernel import N_QUANTITIES
from tongits_sim.designs.tournament.totals import TournamentTotals, deal_counts, luck_counts


@pytest.mark.parametrize("scale", [1, 10**6, 10**9, 4 * 10**9])
def test_products_are_exact_however_large(scale: int) -> None:
    random = np.random.default_rng(1)
    deals = random.integers(-scale, scale, (50, 3, N_QUANTITIES))
    met = random.integers(-scale, scale, (50, 3, 3))
    sums = TournamentTotals(1, 3)
    sums.add(deal_counts(deals, met))
    sums.add({"cells": np.zeros(sums.shape("cells"), np.int64)})
    exact = deals.astype(object)
    assert sums.deals == 50
    assert (sums.sums == exact.sum(axis=0)).all()
    assert (sums.products == np.einsum("dbq,dbr->bqr", exact, exact)).all()
    assert (sums.cross == np.einsum("db,dc->bc", exact[:, :, 0], exact[:, :, 0])).all()
    assert (sums.met_sq == (met.astype(object) ** 2).sum(axis=0)).all()
    assert isinstance(sums.products[0, 0, 0], int)


def test_adding_is_adding() -> None:
    one, two = TournamentTotals(2, 3), TournamentTotals(2, 3)
    one.totals[0], two.totals[0] = 3, 4
    one.add(two)
    assert one.games == 7


def test_every_array_is_an_attribute() -> None:
    sums = TournamentTotals(2, 3)
    assert sums.deals == 0
    for name in sums:
        assert name == "deals" or getattr(sums, name) is sums[name]


@pytest.mark.parametrize("scale", [1, 10**9])
def test_luck_is_exact_however_large(scale: int) -> None:
    random = np.random.default_rng(2)
    deals = random.integers(-scale, scale, (20, 3, N_QUANTITIES))
    luck = random.integers(-100 * scale, 100 * scale, (20, 3))
    counts = luck_counts(deals, luck)
    less = 100 * deals[:, :, 0].astype(object) - luck
    assert (counts["luck"] == luck.astype(object).sum(axis=0)).all()
    assert (counts["corrected_cross"] == less.T @ less).all()
    assert (counts["luck_cross"] == luck.astype(object).T @ luck.astype(object)).all()
    assert set(counts) <= set(TournamentTotals(1, 3, luck=True))
    assert not set(counts) & set(TournamentTotals(1, 3))
