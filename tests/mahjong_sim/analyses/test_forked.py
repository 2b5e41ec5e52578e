"""Parts of questions asked by paired rollouts: families of cells, extremes on other hands, limits of shares."""

from __future__ import annotations

import numpy as np
import pytest

from analyses.answers.cells import Cell
from mahjong_sim.analyses import forked
from mahjong_sim.analyses.question import QuestionError, inquiry
from mahjong_sim.analyses.registry import question
from tests.mahjong_sim.asked import asked, forks
from tongits_sim.run.answers import Estimate
from tongits_sim.run.how import How


def test_cells_with_few_forks_are_not_resolved() -> None:
    estimates = forks("claims")
    many = forked.cells(estimates, "shanten", 10, Cell, {})
    none = forked.cells(estimates, "shanten", 10**9, Cell, {})
    assert [cell.n for cell in many] == estimates.counts("shanten").tolist()
    assert all(cell.p_bh is not None for cell in many if cell.n >= 10 and cell.ev_diff.ci95)
    assert not any(cell.resolved or cell.p_bh is not None for cell in none)


def test_p_values_are_corrected_over_the_map() -> None:
    from tongits_sim.stats import benjamini_hochberg, p_value

    estimates = forks("claims")
    counts = estimates.counts("shanten")
    raw = np.where(counts >= 10, np.asarray(p_value(estimates.cells("shanten"))), np.nan)
    expected = benjamini_hochberg(raw)
    cells = forked.cells(estimates, "shanten", 10, Cell, {})
    known = [cell.p_bh for cell in cells if cell.p_bh is not None]
    assert known == pytest.approx([each for each in expected.tolist() if each == each])


def test_extremes_are_chosen_on_other_hands() -> None:
    answer = asked("claims")
    extremes = answer.extremes["cells"]
    assert extremes.games == answer.games // forked.CHOOSING_SHARE
    assert extremes.seed == answer.seed + forked.CHOOSING
    cells = [
        Cell(at={"shanten": at}, n=50, ev_diff=Estimate(value, (value - 1, value + 1)), p_bh=0.01, resolved=sure)
        for at, (value, sure) in enumerate([(3.0, False), (1.0, True), (-2.0, True), (0.5, True)])
    ]
    farthest = forked.extremes(forks("claims"), cells)
    assert (farthest.most, farthest.least) == ({"shanten": 1}, {"shanten": 2})


def test_what_never_happened_has_an_upper_limit() -> None:
    low_high = forked.share_limits(Estimate(0.0, None), "dealt_in_a", np.array([100, 100]))
    assert low_high is not None
    assert low_high[0] == 0
    assert low_high[1] == pytest.approx(0.0295, abs=1e-3)
    assert forked.share_limits(Estimate(0.01, (-0.01, 0.03)), "goal_a", np.array([9, 9])) == (0.0, 0.03)
    assert forked.share_limits(Estimate(-0.5, (-0.6, -0.4)), "won", np.array([9, 9])) == (-0.6, -0.4)


def test_shares_over_all_forks_lie_between_0_and_1() -> None:
    share = forked.total(forks("claims"), "dealt_in_a")  # no claim is a discard
    assert share.mean == 0
    assert share.ci95 is not None
    assert 0 == share.ci95[0] < share.ci95[1] < 0.1


def test_nothing_to_fork_is_a_sentence() -> None:
    asked_ = inquiry(question("open"), players="closed,closed,closed,closed", games=3, how=How(workers=1))
    with pytest.raises(QuestionError, match="no such decision came up in 3 games"):
        question("open").ask(asked_)
