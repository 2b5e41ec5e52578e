from typing import Any

import numpy as np
import pytest

from analyses.question import QuestionError, inquiry
from analyses.questions.calls import CALLS
from analyses.questions.discards import DiscardCell
from analyses.rollouts import cells as cells_of
from analyses.rollouts import fork_questions
from analyses.rollouts.cells import Cell
from tests.experiments.forks.forking import BINNINGS
from tests.playing import sure
from tongits_sim.experiments.forks import BinnedFeature, Binning, ForkEstimates, unit_bins
from tongits_sim.run.answers import mean_of
from tongits_sim.stats import mean_interval


def some(**changes: Any) -> ForkEstimates:
    asked = inquiry(CALLS, players="greedy,bluffer,hunter", games=2000, **changes)
    coarse = Binning("coarse", (BinnedFeature("count", (0, 20, 40)), unit_bins("opponents_open", 0, 2)))
    return fork_questions.play(asked, "call", (coarse, *BINNINGS))


def test_a_constant_sample_has_no_interval() -> None:
    same = mean_interval(np.array([14, 14]), np.array([0, 5]), np.array([0, 5]))
    assert cells_of.limits(same, 0) is None
    assert cells_of.limits(same, 1) is not None


def test_cells_say_where_they_lie_and_whether_they_are_resolved() -> None:
    forks = some()
    keys = ("own_count", "opponents_open")
    cells = fork_questions.cells(forks, "coarse", keys, 100, Cell)
    assert [tuple(cell.at.values()) for cell in cells[:4]] == [(0, 19, 0), (0, 19, 1), (0, 19, 2), (20, 39, 0)]
    assert cells[-1].at["own_count_to"] is None
    assert sum(cell.n for cell in cells) == forks.forks
    resolved = [cell for cell in cells if cell.resolved]
    assert resolved
    for cell in resolved:
        low, high = sure(cell.ev_diff.ci95)
        assert cell.n >= 100
        assert sure(cell.p_bh) <= 0.05
        assert low <= mean_of(cell.ev_diff) <= high
    assert not any(cell.resolved for cell in fork_questions.cells(forks, "coarse", keys, 10**6, Cell))


def test_cells_hold_other_values_and_names() -> None:
    forks = some()
    keys = ("own_count", "opponents_open")
    names = {"opponents_open": ("none", "one", "two")}
    cells = fork_questions.cells(forks, "coarse", keys, 100, DiscardCell, more={"danger": "payout"}, names=names)
    assert [cell.at["opponents_open"] for cell in cells[:3]] == ["none", "one", "two"]
    assert [cell.danger for cell in cells] == [cell.ev_diff for cell in cells]


def test_only_one_players_decisions() -> None:
    assert some(of="bluffer").job.slots == (1,)
    with pytest.raises(QuestionError, match="nobody at the table"):
        some(of="nobody")
