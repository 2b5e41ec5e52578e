"""Estimates from moments over clusters, beside what the clusters themselves say."""

from __future__ import annotations

import numpy as np
import pytest

from tongits_sim.stats import ratio_interval
from tongits_sim.stats.moments import difference_of_groups, mean_of

CLUSTERS = 400


def test_a_mean_is_the_ratio_of_sums() -> None:
    chance = np.random.default_rng(7)
    n, d = chance.integers(0, 5, CLUSTERS), chance.integers(-900, 900, CLUSTERS)
    other = chance.integers(0, 9, CLUSTERS)
    whole = [int(each) for x in (other, d) for each in (x.sum(), n @ x, x @ x)]
    moments = np.array([int(n.sum()), int(n @ n), *whole], object)
    expected = ratio_interval(CLUSTERS, moments[0], whole[3], moments[1], whole[4], whole[5], level=0.9)
    assert mean_of(CLUSTERS, moments, 1, level=0.9) == expected
    cells = np.array([moments, moments], object)
    assert np.asarray(mean_of(CLUSTERS, cells, 0).estimate).shape == (2,)


def sums_of(columns: np.ndarray) -> list[int]:
    """The four sums and their ten products; columns: int64[clusters, 4]."""
    products = columns.T @ columns
    return [*map(int, columns.sum(axis=0)), *map(int, products[np.triu_indices(4)])]


def test_a_difference_of_groups_varies_as_its_interval_says() -> None:
    chance = np.random.default_rng(11)

    def drawn() -> tuple[float, float]:
        n1, n0 = chance.integers(0, 4, CLUSTERS), chance.integers(0, 4, CLUSTERS)
        luck = chance.normal(0, 30, CLUSTERS)  # shared by both groups of a cluster
        y1 = (n1 * (50 + luck + chance.normal(0, 40, CLUSTERS))).astype(int)
        y0 = (n0 * (20 + luck + chance.normal(0, 40, CLUSTERS))).astype(int)
        difference = difference_of_groups(CLUSTERS, sums_of(np.stack([n1, y1, n0, y0], axis=1)))
        assert float(difference.estimate) == pytest.approx(y1.sum() / n1.sum() - y0.sum() / n0.sum())
        return float(difference.estimate), float(difference.se)

    estimates, errors = np.array([drawn() for _ in range(400)]).T
    assert estimates.mean() == pytest.approx(30, abs=0.7)
    assert errors.mean() == pytest.approx(estimates.std(ddof=1), rel=0.12)


def test_an_empty_group_has_no_difference() -> None:
    assert np.isnan(float(difference_of_groups(9, [0, 0, 5, 7, *[0] * 10]).estimate))
