"""Estimates of analyses."""

from __future__ import annotations

from dataclasses import replace
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest

from analyses.question import QuestionError, inquiry
from analyses.questions.calls import CALLS, CallCell, chart_axes, with_bluffs
from analyses.questions.discards import DiscardCell
from analyses.rollouts import cells as cells_of
from analyses.rollouts import estimates
from analyses.rollouts.cells import ASK, DEPENDS, MIX, UNRESOLVED, ChoiceCell
from analyses.rollouts.estimates import contradicted, describes, pooled, within
from analyses.rollouts.verdicts import SPREAD, against, judged, least_clear, stakes
from tests.analyses.examples import bins, calls, challenges, choice
from tests.experiments.forks.forking import BINNINGS
from tests.playing import sure
from tongits_sim.experiments.forks import BinnedFeature, Binning, ForkEstimates, unit_bins
from tongits_sim.run.answers import Estimate, value
from tongits_sim.stats import mean_interval

# ---- A limit on the count is printed only where it describes what the cells say ----------------------------------

COUNTS = (0, 10, 20, 30)

FALLING = tuple(choice(value, **bins(COUNTS, at)) for at, value in enumerate((2.0, 1.0, -1.0, -2.0)))


@pytest.mark.parametrize(("limit", "wrong"), [(19, False), (15, False), (25, False), (9, True), (-1, True), (99, True)])
def test_resolved_cells_on_the_other_side_contradict(limit: int, wrong: bool) -> None:
    """A cell that the limit divides says neither; one that is open at its end lies above every limit or is divided."""
    assert contradicted(limit, FALLING) == wrong


def test_cells_that_are_not_resolved_contradict_nothing() -> None:
    assert not contradicted(9, [replace(cell, resolved=False) for cell in FALLING])


def test_a_limit_describes_falling_cells_only() -> None:
    falling = calls((2.0, 1.0, -1.0, -2.0))
    assert describes(falling.thresholds[0], falling.cells)
    # What was printed as "any": calling gains on the whole, but low counts are resolved against it.
    for gain, count_from, gain_from in ((1.173, 31, 1.332), (1.2, 0, 1.2)):
        own: dict[str, Any] = {"gain": gain, "count_from": count_from, "gain_from": gain_from}
        rising = calls((-1.0, -1.0, -1.0, 3.0), count=39, always=True, **own)
        assert not describes(rising.thresholds[0], rising.cells)


def test_an_opposite_rule_that_gains_more_is_enough() -> None:
    for gain, other in ((0.5, 0.6), (0.6, 0.5)):
        answer = calls((1.0, 1.0, 1.0, 1.0), (False,) * 4, gain=gain, gain_from=other)
        assert describes(answer.thresholds[0], answer.cells) == (gain > other)


def test_a_place_without_forks_has_no_limit() -> None:
    answer = calls((1.0, -1.0), count=None, gain=None, gain_from=None)
    assert not describes(answer.thresholds[0], answer.cells)
    other = challenges((1.0, -1.0), count=None)
    assert not describes(other.thresholds[0], other.cells)


def test_challenges_pool_over_the_stock_and_their_columns_do_not() -> None:
    for second, good in ((1.0, True), (-1.0, False)):
        answer = challenges((2.0, second, -1.0))
        assert describes(answer.thresholds[0], answer.cells) == good
        assert describes(answer.break_even[0], answer.cells) == good


def test_pooled_cells_are_weighted_by_their_forks() -> None:
    cells = [choice(1.0, n=300, own_count=1, stock_left=0), choice(0.0, n=100, own_count=1, stock_left=1)]
    (one,) = pooled(cells, ("own_count",))
    assert (one.n, one.ev_diff.mean, one.resolved, dict(one.at)) == (400, 0.75, True, {"own_count": 1})
    assert pooled(cells, ("own_count", "stock_left")) == cells
    unknown = [replace(cell, ev_diff=Estimate(cell.ev_diff.mean)) for cell in cells]
    assert not pooled(unknown, ("own_count",))[0].resolved


def test_bins_hold_their_values() -> None:
    cell = choice(1.0, own_count=4, own_count_to=6)
    assert [within(cell, "own_count", value) for value in (3, 4, 6, 7)] == [False, True, True, False]
    last = choice(1.0, own_count=4, own_count_to=None)
    assert within(last, "own_count", 99)


# ---- What forked questions share: rows, thresholds, tables, seeds that choose and do not confirm -----------------


def some(**changes: Any) -> ForkEstimates:
    """Forks of a few games."""
    asked = inquiry(CALLS, players="greedy,bluffer,hunter", games=2000, **changes)
    coarse = Binning("coarse", (BinnedFeature("count", (0, 20, 40)), unit_bins("opponents_open", 0, 2)))
    return estimates.play(asked, "call", (coarse, *BINNINGS))


def test_what_did_not_vary_has_no_limits() -> None:
    same = mean_interval(np.array([14, 14]), np.array([0, 5]), np.array([0, 5]))
    assert cells_of.limits(same, 0) is None
    assert cells_of.limits(same, 1) is not None


def test_cells_say_where_they_lie_and_whether_they_are_resolved() -> None:
    forks = some()
    keys = ("own_count", "opponents_open")
    cells = estimates.cells(forks, "coarse", keys, 100, ChoiceCell)
    assert [tuple(cell.at.values()) for cell in cells[:4]] == [(0, 19, 0), (0, 19, 1), (0, 19, 2), (20, 39, 0)]
    assert cells[-1].at["own_count_to"] is None
    assert sum(cell.n for cell in cells) == forks.forks
    resolved = [cell for cell in cells if cell.resolved]
    assert resolved
    for cell in resolved:
        low, high = sure(cell.ev_diff.ci95)
        assert cell.n >= 100
        assert sure(cell.p_bh) <= 0.05
        assert low <= value(cell.ev_diff) <= high
    assert not any(cell.resolved for cell in estimates.cells(forks, "coarse", keys, 10**6, ChoiceCell))


def test_cells_hold_other_values_and_names() -> None:
    forks, keys = some(), ("own_count", "opponents_open")
    names = {"opponents_open": ("none", "one", "two")}
    cells = estimates.cells(forks, "coarse", keys, 100, DiscardCell, more={"danger": "payout"}, names=names)
    assert [cell.at["opponents_open"] for cell in cells[:3]] == ["none", "one", "two"]
    assert [cell.danger for cell in cells] == [cell.ev_diff for cell in cells]


def test_extremes_are_the_resolved_cells_farthest_out() -> None:
    forks = some()
    values = ((1.0, True), (9.0, False), (3.0, True), (-2.0, True), (-8.0, False))
    cells = [choice(value, resolved, own_count=at) for at, (value, resolved) in enumerate(values)]
    extremes = estimates.extremes(forks, cells)
    assert (extremes.most, extremes.least) == ({"own_count": 2}, {"own_count": 3})
    assert (extremes.games, extremes.seed) == (2000, 1)
    assert estimates.extremes(forks, cells[:3]).least is None
    assert estimates.extremes(forks, cells, lambda cell: -cell.n - value(cell.ev_diff)).least == {"own_count": 1}


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
            most = estimates.extremes(forks, cells).most
            assert most is not None
            hits += abs(second[int(str(most["own_count"]))]) <= 1.96
        return hits / len(choosing)

    assert held(estimated) < 0.7
    assert 0.93 <= held(chosen) <= 0.97


def test_seeds_that_choose_are_not_those_that_confirm() -> None:
    asked = inquiry(CALLS, games=10, seed=5)
    seeds = [estimates.play(asked, "call", (), turn=turn).job.seed for turn in range(3)]
    assert len(set(seeds)) == 3
    assert seeds[0] == 5
    job = estimates.choose(asked, "call", ()).job
    assert (job.games, job.seed) == (2, 5 + estimates.CHOOSING)
    assert job.seed not in seeds
    last = inquiry(CALLS, games=10, seed=2**64 - 1)
    assert estimates.play(last, "call", (), turn=1).job.seed == estimates.FITTING - 1


def test_only_one_players_decisions() -> None:
    assert some(of="bluffer").job.slots == (1,)
    with pytest.raises(QuestionError, match="nobody at the table"):
        some(of="nobody")


def test_a_threshold_lies_where_the_value_changes_sign() -> None:
    n, se = np.full(10, 100.0), np.full(10, 0.01)
    falling = np.where(np.arange(10) <= 6, 1.0, -1.0)
    threshold = estimates.threshold_of(n, falling, se, n * (np.arange(10) < 3))
    assert (threshold.count, threshold.low, threshold.high, threshold.always, threshold.bot) == (6, 6, 6, False, 2)
    assert threshold.count_from == 0
    turned = estimates.threshold_of(n, -falling, se, 0 * n)
    assert (turned.count, turned.count_from, turned.bot) == (-1, 7, -1)
    assert turned.gain_from == pytest.approx(0.3)
    assert estimates.threshold_of(n, n, se, n).always
    assert estimates.threshold_of(0 * n, n, n, n).count is None


def test_thin_places_are_fitted_together_and_say_so() -> None:
    fitted = estimates.fit(some(), "fine", ("stock_left", "opponents_open"), 60)
    assert {row.pooled for row in fitted} == {True, False}
    assert all(row.n < 60 for row in fitted if row.pooled)
    table = estimates.table(fitted, "opponents_open", 3)
    assert np.array(table).shape == (18, 3)
    assert table[17][2] == table[16][2]


# ---- Verdicts: by sign where it is resolved, a mix where both actions are surely worth the same; bluffs ----------

MIN = 30

WORDS = ("call", "wait")


@pytest.fixture(scope="module")
def forks() -> ForkEstimates:
    """Forks of calls of three greedy bots."""
    chart = Binning("chart", tuple(chart_axes("opponents")[1]))
    return estimates.play(inquiry(CALLS, games=1500, players="greedy,greedy,greedy"), "call", (chart,))


KEYS = chart_axes("opponents")[0]


def test_both_actions_make_up_the_difference(forks: ForkEstimates) -> None:
    cells, same = judged(forks, "chart", KEYS, MIN, CallCell, WORDS)
    known = [cell for cell in cells if cell.n >= MIN]
    assert len(known) > 20
    assert same > 0
    for cell in known:
        difference = value(cell.ev_diff)
        assert difference == pytest.approx(value(sure(cell.ev_yes)) - value(sure(cell.ev_no)))
        low, high = sure(cell.ev_diff.ci95)
        assert (cell.verdict == MIX) == (-same <= low and high <= same)
        if cell.verdict != MIX:
            resolved = UNRESOLVED if not cell.resolved else WORDS[0] if difference > 0 else WORDS[1]
            assert cell.verdict in (DEPENDS, resolved)
    assert {cell.verdict for cell in cells if cell.n < MIN} <= {None}


def test_a_cell_whose_positions_differ_says_that_it_depends(forks: ForkEstimates) -> None:
    """The share of positions with the other answer, of a normal distribution about the mean of a cell."""
    cells, same = judged(forks, "chart", KEYS, MIN, CallCell, WORDS)
    known = [cell for cell in cells if cell.verdict not in (None, MIX)]
    worth = [(cell.n, value(sure(cell.ev_yes)), value(sure(cell.ev_no))) for cell in cells if cell.n >= MIN]
    at_stake = stakes(*zip(*worth, strict=True))
    others = [NormalDist(abs(value(cell.ev_diff)), SPREAD["call"] * at_stake).cdf(0.0) for cell in known]
    assert [cell.verdict == DEPENDS for cell in known] == [share > ASK for share in others]
    assert 0 < sum(share > ASK for share in others) < len(others)
    assert same < least_clear("call", at_stake)


def test_fights_are_shares_and_bluffs_lose_them(forks: ForkEstimates) -> None:
    cells, _ = judged(forks, "chart", KEYS, MIN, CallCell, WORDS)
    map_cells = with_bluffs(forks, "chart", cells)
    assert [cell.at for cell in map_cells] == [cell.at for cell in cells]
    fought = [(cell.fought.mean if cell.fought else None) or 0.0 for cell in map_cells]
    assert all(0 <= share <= 1 for share in fought)
    assert any(fought)
    for cell in map_cells:
        if cell.bluff:
            assert sure(cell.ev_fought) < 0
            assert cell.verdict in ("call", MIX)
            assert value(cell.ev_diff) > 0
    whole = sum(cell.n * share for cell, share in zip(map_cells, fought, strict=True)) / sum(cell.n for cell in cells)
    assert float(forks.group("all", "fights").estimate) == pytest.approx(whole, abs=0.01)


def test_a_call_that_loses_on_average_is_no_bluff(forks: ForkEstimates) -> None:
    """Whatever its verdict: where waiting is better, or the mean does not say which, nobody gains by bluffing."""
    cells, _ = judged(forks, "chart", KEYS, MIN, CallCell, WORDS)
    bluffs = [
        cell for cell in with_bluffs(forks, "chart", [replace(each, verdict=MIX) for each in cells]) if cell.bluff
    ]
    assert bluffs
    negative = [replace(cell, verdict=MIX, ev_diff=Estimate(-1.0, (-3.0, 1.0))) for cell in cells]
    unclear = [replace(cell, verdict=DEPENDS, ev_diff=Estimate(1.0, (-1.0, 3.0))) for cell in cells]
    for given in (negative, unclear):
        assert not any(cell.bluff for cell in with_bluffs(forks, "chart", given))


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
