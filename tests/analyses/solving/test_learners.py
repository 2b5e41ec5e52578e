"""Learners find the equilibrium of a game small enough to be known."""

from __future__ import annotations

import numpy as np
import pytest

from analyses.solving import learners
from analyses.solving.learners import METHODS, START, Learner, learner

AXES = (("rivals", tuple(range(3))),)
"""Three cells that are no neighbours of each other."""


def update(agent: Learner, n: np.ndarray, difference: np.ndarray) -> None:
    """Let a learner see decisions whose differences are all alike in a cell."""
    square = np.where(n > 0, difference * difference / np.where(n > 0, n, 1.0), 0.0)
    agent.update(np.stack([n, difference, square], axis=1))


# Two players, two answers each. The first is paid 3 for yes against yes, 1 for no against no, nothing otherwise; the
# second pays it. Each mixes so that the other is indifferent: yes with probability 1/4.
PAYS = np.array([[3.0, 0.0], [0.0, 1.0]])


def advantages(yes: np.ndarray) -> np.ndarray:
    """Yes less no for both players, float64[2], when they say yes with these probabilities."""
    first, second = (np.array([p, 1 - p]) for p in yes)
    return np.array([(PAYS[0] - PAYS[1]) @ second, -(first @ (PAYS[:, 0] - PAYS[:, 1]))])


@pytest.mark.parametrize("method", METHODS)
def test_the_average_is_the_equilibrium(method: str) -> None:
    agent = learner(method, (("rivals", (0, 1)),))
    for _ in range(20_000):
        update(agent, np.full(2, 100.0), 100 * advantages(agent.current))
    assert agent.average() == pytest.approx([0.25, 0.25], abs=0.02)
    assert agent.iteration == 20_000


@pytest.mark.parametrize("method", METHODS)
def test_a_better_answer_is_taken_and_an_unseen_cell_left_alone(method: str) -> None:
    agent = learner(method, AXES)
    for _ in range(50):
        update(agent, np.array([10.0, 10.0, 0.0]), np.array([5.0, -5.0, 0.0]))
    assert agent.current == pytest.approx([1.0, 0.0, START], abs=0.01)
    assert agent.average()[0] > 0.95
    assert agent.average()[1] < 0.05
    assert agent.average()[2] == START


@pytest.mark.parametrize("method", METHODS)
def test_a_restored_learner_goes_on_to_the_last_digit(method: str) -> None:
    chance = np.random.default_rng(3)
    axes = (("count", (0, 1, 2, 3, 4)),)
    counts = [(chance.integers(0, 9, 5).astype(float), chance.normal(size=5)) for _ in range(40)]
    straight, first = learner(method, axes), learner(method, axes)
    for n, difference in counts:
        update(straight, n, difference)
    for n, difference in counts[:17]:
        update(first, n, difference)
    second = learner(method, axes)
    second.restore(first.state())
    for n, difference in counts[17:]:
        update(second, n, difference)
    assert np.array_equal(straight.average(), second.average())
    assert np.array_equal(straight.current, second.current)


@pytest.mark.parametrize("method", METHODS)
def test_another_start_is_played_first_and_forgotten(method: str) -> None:
    agent = learner(method, AXES, np.array([1.0, 1.0, 0.25]))
    assert agent.current.tolist() == [1.0, 1.0, 0.25]
    for _ in range(400):
        update(agent, np.array([10.0, 10.0, 0.0]), np.array([5.0, -5.0, 0.0]))
    assert agent.average() == pytest.approx([1.0, 0.0, 0.25], abs=0.01)


def test_the_kernel_counts_as_many_of_a_decided_cell() -> None:
    from tongits_sim.designs.solving import layout

    assert learners.GLANCE == layout.GLANCE


def test_a_cell_is_decided_when_its_answer_is_beyond_doubt() -> None:
    agent = learner("fictitious", AXES)
    assert not agent.decided.any()
    chance = np.random.default_rng(5)
    for _ in range(60):
        values = chance.normal([0.5, -0.5, 0.0], 1.0, (200, 3))
        agent.update(np.stack([np.full(3, 200.0), values.sum(axis=0), (values**2).sum(axis=0)], axis=1))
    assert agent.decided.tolist() == [True, True, False]
    assert not learner("regret", AXES).decided.any()
