"""Ratings: exact cases, the limits' coverage on simulated games, and fields that have none."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from tongits_sim.stats import Ratings, luce_ratings
from tongits_sim.stats.rating import CENTRE, SCALE

Triple = tuple[int, int, int]
TABLES: list[Triple] = list(itertools.combinations(range(4), 3))


def rated(strengths: np.ndarray, tables: list[Triple], games: int) -> Ratings:
    """The ratings of wins that are exactly as often as Luce's model says."""
    wins = np.zeros(len(strengths))
    for table in tables:
        seated = np.array([strengths[player] for player in table])
        for player, part in zip(table, seated / seated.sum(), strict=True):
            wins[player] += games * part
    ratings = luce_ratings(wins, tables, [games] * len(tables), np.eye(len(wins)))
    assert ratings is not None
    return ratings


def test_ratings_give_back_the_strengths_that_made_the_wins() -> None:
    strengths = np.array([1.0, 2.0, 0.5, 4.0])
    points = rated(strengths, TABLES, 1000).points
    assert points.mean() == pytest.approx(CENTRE)
    differences = (points[:, None] - points[None, :]) / SCALE
    assert np.exp(differences) == pytest.approx(strengths[:, None] / strengths[None, :])


def test_two_players_at_tables_with_one_of_them_twice() -> None:
    points = rated(np.array([3.0, 1.0]), [(0, 0, 1), (0, 1, 1)], 100).points
    assert points[0] - points[1] == pytest.approx(SCALE * math.log(3))


def test_one_table_is_the_logarithm_of_the_wins() -> None:
    ratings = luce_ratings([100, 300, 600], [(0, 1, 2)], [1000], np.diag([90.0, 210.0, 240.0]))
    assert ratings is not None
    assert ratings.points[1] - ratings.points[0] == pytest.approx(SCALE * math.log(3))


def test_who_never_wins_has_no_rating() -> None:
    assert luce_ratings([0, 5, 5], [(0, 1, 2)], [10], np.eye(3)) is None
    assert luce_ratings([0, 0, 10], [(0, 1, 2)], [10], np.eye(3)) is None


def test_limits_hold_what_they_promise() -> None:
    """Deals in which all games of a deal lean the same way, so that games are not independent."""
    rng = np.random.default_rng(4)
    strengths, deals, repeats = np.array([1.0, 1.3, 0.8, 1.1]), 150, 300
    truth = np.log(strengths) - np.log(strengths).mean()
    # The model holds for the mean of a deal, in which the same table plays three games with one result.
    held = 0
    for _ in range(repeats):
        wins = np.zeros((deals, 4))
        for table in TABLES:
            part = strengths[list(table)] / strengths[list(table)].sum()
            winner = rng.choice(table, size=deals, p=part)
            wins[np.arange(deals), winner] += 3
        spread = np.cov(wins.T) * deals
        ratings = luce_ratings(wins.sum(axis=0), TABLES, [3 * deals] * len(TABLES), spread)
        assert ratings is not None
        low, high = (ratings.low - CENTRE) / SCALE, (ratings.high - CENTRE) / SCALE
        held += int(((low <= truth) & (truth <= high)).sum())
    assert held / (4 * repeats) == pytest.approx(0.95, abs=0.02)
