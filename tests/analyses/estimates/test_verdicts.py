"""Verdicts: by sign where it is resolved, a mix where both actions are surely worth the same; bluffs."""

from __future__ import annotations

import numpy as np
import pytest

from analyses.answers.flat import value
from analyses.answers.rollouts import ChoiceCell
from analyses.estimates import rollouts
from analyses.estimates.verdicts import MIX, UNRESOLVED, against, judged, with_bluffs
from analyses.question import QuestionError, inquiry
from analyses.questions.calls import CALLS, CallCell, chart_axes
from tongits_sim.designs.forks.estimates import ForkEstimates
from tongits_sim.designs.forks.job import Binning

MIN = 30
WORDS = ("call", "wait")


@pytest.fixture(scope="module")
def forks() -> ForkEstimates:
    """Forks of calls of three greedy bots."""
    keys, axes = chart_axes("opponents")
    assert keys
    return rollouts.play(
        inquiry(CALLS, games=1500, players="greedy,greedy,greedy"), "call", (Binning("chart", tuple(axes)),)
    )


KEYS = chart_axes("opponents")[0]


def test_both_actions_make_up_the_difference(forks: ForkEstimates) -> None:
    cells, same = judged(forks, "chart", KEYS, MIN, CallCell, WORDS)
    known = [cell for cell in cells if cell.n >= MIN]
    assert len(known) > 20
    assert same > 0
    for cell in known:
        assert cell.ev_yes is not None
        assert cell.ev_no is not None
        difference = value(cell.ev_diff)
        assert difference == pytest.approx(value(cell.ev_yes) - value(cell.ev_no))
        assert cell.verdict is not None
        assert cell.ev_diff.ci95 is not None
        inside = -same <= cell.ev_diff.ci95[0] and cell.ev_diff.ci95[1] <= same
        assert (cell.verdict == MIX) == inside
        if not inside:
            assert cell.verdict == (UNRESOLVED if not cell.resolved else WORDS[0] if difference > 0 else WORDS[1])
    assert {cell.verdict for cell in cells if cell.n < MIN} <= {None}


def _mean(cell: CallCell) -> float:
    return (cell.fought.mean if cell.fought else None) or 0.0


def test_fights_are_shares_and_bluffs_lose_them(forks: ForkEstimates) -> None:
    cells, _ = judged(forks, "chart", KEYS, MIN, CallCell, WORDS)
    map_cells = with_bluffs(forks, "chart", cells)
    assert [cell.at for cell in map_cells] == [cell.at for cell in cells]
    fought = [cell for cell in map_cells if cell.fought is not None and cell.fought.mean]
    assert fought
    for cell in map_cells:
        assert 0 <= _mean(cell) <= 1
        if cell.bluff:
            assert cell.ev_fought is not None
            assert cell.ev_fought < 0
            assert cell.verdict in ("call", MIX)
    fights, all_fights = forks.group("all", "fights"), sum(cell.n * _mean(cell) for cell in map_cells)
    assert float(fights.estimate) == pytest.approx(all_fights / sum(cell.n for cell in map_cells), abs=0.01)


def test_the_moments_of_both_arms_are_those_of_the_difference(forks: ForkEstimates) -> None:
    yes, no, both = (np.asarray(forks.cells("chart", name).estimate) for name in ("yes", "no", "payout"))
    seen = forks.counts("chart") > 0
    assert np.allclose((yes - no)[seen], both[seen])


def test_who_is_asked_about_sits_on_all_seats() -> None:
    asked = against(inquiry(CALLS, games=10, against="expert"), ("chart", "fit_games"))
    assert [player.label for player in asked.players] == ["expert"] * 3
    with pytest.raises(QuestionError, match="--fit-games means nothing"):
        against(inquiry(CALLS, games=10, against="expert", fit_games=5), ("chart", "fit_games"))
    with pytest.raises(Exception, match="unknown strategy"):
        against(inquiry(CALLS, games=10, against="nobody"), ())
    assert issubclass(CallCell, ChoiceCell)
