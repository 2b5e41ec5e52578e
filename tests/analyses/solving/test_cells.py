"""Solving: grids, cells, smoothing, learners."""

from __future__ import annotations

import numpy as np
import pytest

from analyses.solving import learners
from analyses.solving.grids import USUAL, GridError, cells, grids, kinds_of
from analyses.solving.learners import METHODS, START, Learner, learner
from analyses.solving.smoothing import advantages as smoothing_advantages
from analyses.solving.smoothing import around
from tongits_sim.profiles.cells import KINDS, MOST_CELLS
from tongits_sim.profiles.profile import Grid
from tongits_sim.rules import load, preset_names
from tongits_sim.rules.endings import BlockOpponentSapaw

# ---- Grids fit what a profile may hold, under every preset -------------------------------------------------------


@pytest.mark.parametrize("name", preset_names())
def test_every_preset_has_grids(name: str) -> None:
    rules = load(name)
    kinds = KINDS if rules.call.block_opponent_sapaw is not BlockOpponentSapaw.OFF else KINDS[:3]
    for match_games in (1, 10):
        by_kind = grids(rules, match_games, kinds)
        assert tuple(by_kind) == kinds
        assert tuple(grids(rules, match_games)) == USUAL
        for kind, axes in by_kind.items():
            assert 500 < cells(axes) <= MOST_CELLS
            assert Grid(kind, axes, b"\0" * 4 * cells(axes)).cells == cells(axes)


def test_a_streak_counts_where_a_jackpot_can_be_won() -> None:
    for rules, games, counts in (("sjs", 1, False), ("sjs", 10, True), ("rulesofcards", 10, False)):
        assert ("streak" in [axis for axis, _ in grids(load(rules), games)["call"]]) == counts


def test_decisions_by_name() -> None:
    assert kinds_of("calls,challenges") == USUAL
    assert kinds_of("sapaw, challenges,calls") == ("call", "respond", "sapaw")
    for text, message in (
        ("calls,challenges,discards", "'discards' is not a decision"),
        ("calls,lay", "always solved"),
    ):
        with pytest.raises(GridError, match=message):
            kinds_of(text)
    with pytest.raises(GridError, match="keeps nobody from calling"):
        grids(load("rulesofcards"), 1, ("call", "respond", "sapaw"))


# ---- Learners find the equilibrium of a game small enough to be known --------------------------------------------

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


# ---- Cells of few decisions lean on their neighbours, cells of many stand for themselves -------------------------

SMOOTHING_AXES = (("rivals", (0, 1)), ("count", tuple(range(20))), ("stock", tuple(range(10))))


def test_neighbours_are_those_beside_on_ordered_axes() -> None:
    values = np.zeros((2, 20, 10))
    values[0, 5, 5] = 16.0
    weights = around(values.reshape(-1), SMOOTHING_AXES).reshape(values.shape)
    assert weights[0, 4:7, 4:7].tolist() == [[4.0, 8.0, 4.0], [8.0, 0.0, 8.0], [4.0, 8.0, 4.0]]
    assert weights.sum() == 48.0
    assert weights[1].sum() == 0.0


def sampled(truth: np.ndarray, n: np.ndarray, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Counts of so many decisions around a truth, each with a standard deviation of 2."""
    chance = np.random.default_rng(seed)
    mean = truth + chance.normal(size=truth.shape) * 2 / np.sqrt(np.maximum(n, 1))
    total = np.where(n > 0, mean * n, 0.0)
    return n, total, np.where(n > 0, (4 + mean * mean) * n, 0.0)


def test_a_smooth_truth_is_estimated_better_than_cell_by_cell() -> None:
    at = np.indices((2, 20, 10)).reshape(3, -1)
    truth = at[0] - 0.1 * at[1] + 0.05 * at[2]
    n = np.random.default_rng(1).integers(0, 60, truth.shape).astype(float)
    counts = sampled(truth, n, 2)
    mean, error = smoothing_advantages(*counts, SMOOTHING_AXES)
    raw = np.where(n > 0, counts[1] / np.maximum(n, 1), 0.0)
    assert np.sqrt(np.mean((mean - truth) ** 2)) < 0.6 * np.sqrt(np.mean((raw - truth) ** 2))
    assert np.isfinite(error).all()


def test_a_cell_of_many_decisions_stands_for_itself() -> None:
    truth = np.where(np.arange(400) % 7 == 0, 3.0, -1.0)
    mean, error = smoothing_advantages(*sampled(truth, np.full(400, 1e6), 3), SMOOTHING_AXES)
    assert mean == pytest.approx(truth, abs=0.02)
    assert error.max() < 0.01


def test_what_was_never_seen_says_nothing() -> None:
    zeros = np.zeros(400)
    mean, error = smoothing_advantages(zeros, zeros, zeros, SMOOTHING_AXES)
    assert (mean == 0).all()
    assert np.isinf(error).all()
