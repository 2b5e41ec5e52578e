"""Sums over clusters: as counted one by one, and in any order of the rows."""

from __future__ import annotations

import numpy as np
import pytest

from mahjong_sim.designs.clusters import moments_of
from tongits_sim.any_game.designs.binned import moment_names
from tongits_sim.stats.moments import mean_of

CELL = np.array([0, 1, 0, 0, -1, 1])
MATCH = np.array([3, 3, 3, 5, 5, 5])
VALUES = np.array([[1, 2, 10], [1, 3, 20], [2, 4, 30], [1, 5, 40], [1, 6, 50], [3, 7, 60]])


def test_moments_are_sums_over_clusters() -> None:
    moments = moments_of(CELL, MATCH, VALUES, 3)
    assert moment_names(("a", "b")) == ("n", "nn", "d:a", "nd:a", "dd:a", "d:b", "nd:b", "dd:b")
    # Cell 0: match 3 has weight 3 and sums 6 and 40; match 5 has 1, 5 and 40.
    assert moments[0].tolist() == [4, 10, 11, 23, 61, 80, 160, 3200]
    assert moments[1].tolist() == [4, 10, 10, 24, 58, 80, 200, 4000]
    assert not moments[2].any()


def test_the_order_of_rows_does_not_matter() -> None:
    order = np.random.default_rng(1).permutation(len(CELL))
    assert (moments_of(CELL[order], MATCH[order], VALUES[order], 3) == moments_of(CELL, MATCH, VALUES, 3)).all()
    assert not moments_of(CELL[:0], MATCH[:0], VALUES[:0], 2).any()


def test_a_mean_is_a_ratio_of_sums() -> None:
    moments = moments_of(CELL, MATCH, VALUES, 3).astype(object)
    assert float(mean_of(10, moments[0], 0).estimate) == pytest.approx(11 / 4)
    assert np.asarray(mean_of(10, moments, 1).estimate)[1] == pytest.approx(20)
