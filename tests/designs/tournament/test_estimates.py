"""Intervals from a field's sums: exact placebos, and coverage on bots that differ by chance alone."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.designs.tournament.fields import NULL_BOTS, compared, field
from tests.playing import play_work
from tongits_sim.designs.tournament.estimates import CorrectedEstimates, TournamentEstimates, TournamentRun, moments_of
from tongits_sim.run.work import Block


def played(players: str = "greedy,caller,hunter", deals: int = 60, **changes: Any) -> TournamentRun:
    """A small field, played."""
    what = field(players, deals, **changes)
    return TournamentRun.of(play_work(what, workers=1), what)


def moments(players: str, deals: int, planned: int | None = None, **changes: Any) -> TournamentEstimates:
    """Moments of a small field."""
    return TournamentEstimates(played(players, deals, **changes), planned)


def test_a_bot_against_itself_differs_by_exactly_nothing() -> None:
    for players in ("greedy,greedy", "greedy,greedy,caller", "random,random"):
        estimates = moments(players, 30)
        difference = estimates.difference(0, 1)
        assert (difference.estimate, difference.low, difference.high) == (0, 0, 0)


def test_bots_that_no_deal_told_apart_may_differ() -> None:
    run = played("greedy,caller", 30)
    for name in ("sums", "cross"):
        run.sums[name][...] = 0
    difference = TournamentEstimates(run).difference(0, 1)
    assert difference.estimate == 0
    assert difference.low == -difference.high < 0


def test_differences_are_those_of_the_payouts() -> None:
    estimates = moments("greedy,caller,hunter,miser", 50)
    total = sum(float(estimates.payout(bot).estimate) for bot in range(4))
    assert total == pytest.approx(0)
    difference = estimates.difference(1, 3)
    assert difference.estimate == pytest.approx(estimates.payout(1).estimate - estimates.payout(3).estimate)
    covariance = estimates.covariance()
    expected = covariance[1, 1] + covariance[3, 3] - 2 * covariance[1, 3]
    assert difference.se == pytest.approx(math.sqrt(expected))


def test_places_and_meetings_average_to_the_payout() -> None:
    estimates = moments("greedy,caller,hunter", 80)
    for bot in range(3):
        mean = float(estimates.payout(bot).estimate)
        seats = [float(estimates.per_game(bot, {f"seat_{seat}": 1}, seats=3).estimate) for seat in range(3)]
        assert np.mean(seats) == pytest.approx(mean)
        others = [float(estimates.met(bot, other).estimate) for other in range(3) if other != bot]
        assert others == pytest.approx([mean, mean])
        dealt, games = {"dealer": 1}, {"dealer_games": 1}
        rest = estimates.per_game(bot, {"payout": 1, "dealer": -1}, {"games": 1, "dealer_games": -1})
        assert (float(estimates.per_game(bot, dealt, games).estimate) + 2 * float(rest.estimate)) / 3 == pytest.approx(
            mean
        )


def test_planned_means_wider() -> None:
    fixed, watched = moments("greedy,caller", 1200), moments("greedy,caller", 1200, planned=1200)
    assert watched.difference(0, 1).half_width > 1.4 * fixed.difference(0, 1).half_width


def test_duplicate_deals_save_games() -> None:
    estimates = moments("greedy,greedy(call_at=5)", 400)
    assert estimates.variance_reduction(0, 1) > 1.5


@pytest.mark.slow
def test_intervals_cover_on_a_null_field() -> None:
    """Coins of other salts are equal in truth: 95 % of the intervals of their differences hold 0."""
    players = ",".join(f"{NULL_BOTS}:coin(salt={salt})" for salt in (1, 2, 3))
    # One run, cut into many independent ones by its seed.
    held, z, one = [], [], field(players, 60)
    for seed in range(300):
        what = replace(one, seed=seed)
        estimates = TournamentEstimates(TournamentRun.of(play_work(what, workers=1, block_size=60), what))
        for a, b in ((0, 1), (0, 2), (1, 2)):
            difference = estimates.difference(a, b)
            held.append(bool(difference.contains(0)))
            z.append(float(difference.estimate / difference.se))
    assert 0.925 <= np.mean(held) <= 0.975
    assert abs(np.mean(z)) < 0.12


def test_a_run_without_deals_says_so() -> None:
    run = played(deals=1)
    assert not TournamentEstimates(TournamentRun(run.field, run.sums)).difference(0, 1).defined
    assert compared(games=1).to_dict()["ranking"][0]["payout_ci95"] is None


def test_the_house_gets_what_all_bots_lose() -> None:
    run = played("greedy,caller,hunter,miser", 60, rules="casino_x")
    estimates = TournamentEstimates(run)
    mean = np.mean([float(estimates.payout(bot).estimate) for bot in range(4)])
    house = estimates.house()
    assert float(house.estimate) == pytest.approx(-3 * mean)
    assert float(house.low) < float(house.estimate) < float(house.high)


def test_estimates_less_luck_are_those_of_the_deals() -> None:
    """Against means and variances of the deals, played one by one."""
    what = field("greedy,caller,hunter", 30, draw_worth=(-0.6, -0.4, 1.8, 0.8, 0.0, -0.1, -0.2, 0.4, -1.6))
    worker, paid, luck = what.worker(), [], []
    for deal in range(30):
        counts = worker.play(Block(deal, deal, 1, 1)).counts
        paid.append(counts["sums"][:, 0] / (100 * what.places[0]))
        luck.append(counts["luck"] / (10_000 * what.places[0]))
    estimates = moments_of(TournamentRun.of(play_work(what, workers=1), what))
    assert isinstance(estimates, CorrectedEstimates)
    less = np.array(paid) - np.array(luck)
    assert [float(estimates.payout(bot).estimate) for bot in range(3)] == pytest.approx(less.mean(axis=0).tolist())
    difference, fortune = less[:, 0] - less[:, 2], np.array(luck)[:, 0] - np.array(luck)[:, 2]
    assert estimates.difference(0, 2).estimate == pytest.approx(difference.mean())
    assert estimates.difference(0, 2).se == pytest.approx(difference.std(ddof=1) / math.sqrt(30))
    assert estimates.luck(1).estimate == pytest.approx(np.array(luck)[:, 1].mean())
    assert estimates.luck_difference(0, 2).se == pytest.approx(fortune.std(ddof=1) / math.sqrt(30))
    assert estimates.covariance() == pytest.approx(np.cov(less.T) / 30)
    as_paid = np.array(paid)[:, 0] - np.array(paid)[:, 2]
    assert estimates.factor(0, 2) == pytest.approx(as_paid.var() / difference.var())
