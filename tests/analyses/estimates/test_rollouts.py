"""What forked questions share: rows, thresholds, tables, seeds that choose and do not confirm."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from analyses.answers.flat import value
from analyses.answers.rollouts import ChoiceCell
from analyses.estimates import rollouts
from analyses.question import QuestionError, inquiry
from analyses.questions.calls import CALLS
from analyses.questions.discards import DiscardCell
from tests.analyses.answers.examples import choice
from tests.designs.forks.forking import BINNINGS
from tongits_sim.designs.forks.estimates import ForkEstimates
from tongits_sim.designs.forks.job import BinnedFeature, Binning, unit_bins
from tongits_sim.stats import mean_interval


def some(**changes: Any) -> ForkEstimates:
    """Forks of a few games."""
    asked = inquiry(CALLS, players="greedy,bluffer,hunter", games=2000, **changes)
    coarse = Binning("coarse", (BinnedFeature("count", (0, 20, 40)), unit_bins("opponents_open", 0, 2)))
    return rollouts.play(asked, "call", (coarse, *BINNINGS))


def test_what_did_not_vary_has_no_limits() -> None:
    same = mean_interval(np.array([14, 14]), np.array([0, 5]), np.array([0, 5]))
    assert rollouts.limits(same, 0) is None
    assert rollouts.limits(same, 1) is not None


def test_cells_say_where_they_lie_and_whether_they_are_resolved() -> None:
    forks = some()
    keys = ("own_count", "opponents_open")
    cells = rollouts.cells(forks, "coarse", keys, 100, ChoiceCell)
    assert [tuple(cell.at.values()) for cell in cells[:4]] == [(0, 19, 0), (0, 19, 1), (0, 19, 2), (20, 39, 0)]
    assert cells[-1].at["own_count_to"] is None
    assert sum(cell.n for cell in cells) == forks.forks
    assert not any(cell.resolved for cell in cells if cell.n < 100)
    assert any(cell.resolved for cell in cells)
    for cell in cells:
        if cell.resolved:
            assert cell.p_bh is not None
            assert cell.ev_diff.ci95 is not None
            assert cell.p_bh <= 0.05
            assert cell.ev_diff.ci95[0] <= value(cell.ev_diff) <= cell.ev_diff.ci95[1]
    assert not any(cell.resolved for cell in rollouts.cells(forks, "coarse", keys, 10**6, ChoiceCell))


def test_cells_hold_other_values_and_names() -> None:
    forks, keys = some(), ("own_count", "opponents_open")
    names = {"opponents_open": ("none", "one", "two")}
    cells = rollouts.cells(forks, "coarse", keys, 100, DiscardCell, more={"danger": "payout"}, names=names)
    assert [cell.at["opponents_open"] for cell in cells[:3]] == ["none", "one", "two"]
    assert [cell.danger for cell in cells] == [cell.ev_diff for cell in cells]


def test_extremes_are_the_resolved_cells_farthest_out() -> None:
    forks = some()
    values = ((1.0, True), (9.0, False), (3.0, True), (-2.0, True), (-8.0, False))
    cells = [choice(value, resolved, own_count=at) for at, (value, resolved) in enumerate(values)]
    extremes = rollouts.extremes(forks, cells)
    assert (extremes.most, extremes.least, extremes.games, extremes.seed) == (
        {"own_count": 2},
        {"own_count": 3},
        2000,
        1,
    )
    assert rollouts.extremes(forks, cells[:3]).least is None
    assert rollouts.extremes(forks, cells, lambda cell: -cell.n - value(cell.ev_diff)).least == {"own_count": 1}


def test_games_that_choose_estimate_nothing() -> None:
    asked = inquiry(CALLS, games=10, seed=5)
    job = rollouts.choose(asked, "call", ()).job
    assert (job.games, job.seed) == (2, 5 + rollouts.CHOOSING)
    assert job.seed not in {rollouts.play(asked, "call", (), turn=turn).job.seed for turn in range(3)}


def test_intervals_of_extremes_hold_the_truth() -> None:
    """Cells of one true value: the interval of the one that looked best holds it far too rarely where the same games
    choose and estimate, and as often as it says where others choose.
    """
    forks, rng = some(), np.random.default_rng(5)
    chosen, estimated = rng.normal(0, 2.0, (1500, 20)), rng.normal(0, 1.0, (1500, 20))

    def held(choosing: np.ndarray) -> float:
        hits = 0
        for first, second in zip(choosing, estimated, strict=True):
            cells = [choice(value, own_count=at) for at, value in enumerate(first)]
            most = rollouts.extremes(forks, cells).most
            assert most is not None
            hits += abs(second[int(str(most["own_count"]))]) <= 1.96
        return hits / len(choosing)

    assert held(estimated) < 0.7
    assert 0.93 <= held(chosen) <= 0.97


def test_seeds_that_choose_are_not_those_that_confirm() -> None:
    asked = inquiry(CALLS, games=10, seed=5)
    seeds = [rollouts.play(asked, "call", (), turn=turn).job.seed for turn in range(3)]
    assert len(set(seeds)) == 3
    assert seeds[0] == 5
    last = inquiry(CALLS, games=10, seed=2**64 - 1)
    assert rollouts.play(last, "call", (), turn=1).job.seed == rollouts.FITTING - 1


def test_only_one_players_decisions() -> None:
    assert some(of="bluffer").job.slots == (1,)
    with pytest.raises(QuestionError, match="nobody at the table"):
        some(of="nobody")


def test_a_threshold_lies_where_the_value_changes_sign() -> None:
    n = np.full(10, 100.0)
    threshold = rollouts.threshold_of(
        n, np.where(np.arange(10) <= 6, 1.0, -1.0), np.full(10, 0.01), n * (np.arange(10) < 3)
    )
    assert (threshold.best, threshold.low, threshold.high, threshold.always, threshold.bot) == (6, 6, 6, False, 2)
    assert threshold.least == 0
    turned = rollouts.threshold_of(n, np.where(np.arange(10) <= 6, -1.0, 1.0), np.full(10, 0.01), 0 * n)
    assert (turned.best, turned.least, turned.bot) == (-1, 7, -1)
    assert turned.gain_least == pytest.approx(0.3)
    assert rollouts.threshold_of(n, n, np.full(10, 0.01), n).always
    assert rollouts.threshold_of(0 * n, n, n, n).best is None


def test_thin_places_are_fitted_together_and_say_so() -> None:
    fitted = rollouts.fit(some(), "fine", 60)
    assert {row.pooled for row in fitted} == {True, False}
    assert all(row.n < 60 for row in fitted if row.pooled)
    table = rollouts.table(fitted, 3)
    assert np.array(table).shape == (18, 3)
    assert table[17][2] == table[16][2]


def test_numbers_that_are_not_known_are_null() -> None:
    assert rollouts.number(float("nan")) is None
    assert rollouts.number(1.5) == 1.5
