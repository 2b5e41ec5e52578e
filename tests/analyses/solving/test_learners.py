"""Learners find the equilibrium of a game small enough to be known."""

from __future__ import annotations

import numpy as np
import pytest

from analyses.solving.learners import METHODS, START, learner

# Two players, two answers each. The first is paid 3 for yes against yes, 1 for no against no, nothing otherwise; the
# second pays it. Each mixes so that the other is indifferent: yes with probability 1/4.
PAYS = np.array([[3.0, 0.0], [0.0, 1.0]])


def advantages(yes: np.ndarray) -> np.ndarray:
    """Yes less no for both players, float64[2], when they say yes with these probabilities."""
    first, second = (np.array([p, 1 - p]) for p in yes)
    return np.array([(PAYS[0] - PAYS[1]) @ second, -(first @ (PAYS[:, 0] - PAYS[:, 1]))])


@pytest.mark.parametrize("method", METHODS)
def test_the_average_is_the_equilibrium(method: str) -> None:
    found = learner(method, 2)
    for _ in range(20_000):
        found.update(np.full(2, 100.0), 100 * advantages(found.current))
    assert found.average() == pytest.approx([0.25, 0.25], abs=0.02)
    assert found.iteration == 20_000


@pytest.mark.parametrize("method", METHODS)
def test_a_better_answer_is_taken_and_an_unseen_cell_left_alone(method: str) -> None:
    found = learner(method, 3)
    for _ in range(50):
        found.update(np.array([10.0, 10.0, 0.0]), np.array([5.0, -5.0, 0.0]))
    assert found.current == pytest.approx([1.0, 0.0, START])
    assert found.average()[0] > 0.95
    assert found.average()[1] < 0.05
    assert found.average()[2] == START


@pytest.mark.parametrize("method", METHODS)
def test_a_restored_learner_goes_on_to_the_last_digit(method: str) -> None:
    chance = np.random.default_rng(3)
    counts = [(chance.integers(0, 9, 5).astype(float), chance.normal(size=5)) for _ in range(40)]
    straight, first = learner(method, 5), learner(method, 5)
    for n, difference in counts:
        straight.update(n, difference)
    for n, difference in counts[:17]:
        first.update(n, difference)
    second = learner(method, 5)
    second.restore(first.state())
    for n, difference in counts[17:]:
        second.update(n, difference)
    assert np.array_equal(straight.average(), second.average())
    assert np.array_equal(straight.current, second.current)
