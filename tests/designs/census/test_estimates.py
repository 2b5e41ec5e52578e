"""Intervals from a census: against the same numbers worked out game by game."""

from __future__ import annotations

import numpy as np
import pytest

from tests.designs.census.counting import census, counted, records, sessions
from tests.playing import job, play
from tongits_sim.designs.census.estimates import CensusEstimates
from tongits_sim.designs.rows import estimate
from tongits_sim.run.answers import Estimate
from tongits_sim.stats import Interval, aalen_johansen


def test_ratios_are_those_of_the_matches() -> None:
    what = census("sjs", games=600, match_games=5)
    estimates = counted(what)
    matches = np.array([np.sum(games, axis=0) for games in sessions(what)], float)[:, 2] / 100
    mean = estimates.money({"payout_2": 1})
    assert mean.estimate == pytest.approx(matches.mean() / 5)
    assert mean.se == pytest.approx(matches.std(ddof=1) / np.sqrt(len(matches)) / 5)
    assert estimates.lead_sd(0, 2) == pytest.approx(
        np.std([(a - c) / 100 for a, _, c in (np.sum(games, axis=0) for games in sessions(what))], ddof=1)
    )


def test_shares_are_those_of_a_simulation() -> None:
    what = census(games=2000)
    row = play(job(players="greedy,greedy,hunter", games=2001)).players_summary
    share = counted(what).share({"burned_2": 1})
    hunter = next(each for each in row if each.player == "hunter")
    assert float(share.estimate) == hunter.sunog_rate
    assert [float(share.low), float(share.high)] == pytest.approx(hunter.sunog_ci95)


def test_incidence_is_aalen_johansen() -> None:
    estimates = counted(census(games=2000))
    events = estimates.totals["events"][0].T.astype(np.int64)
    other = aalen_johansen(events)
    for number, cause in enumerate(("opened", "burned", "won", "spared")):
        mine = estimates.incidence("all", cause)
        assert np.asarray(mine.estimate, float) == pytest.approx(other.incidence[:, number])
        assert (np.asarray(mine.low, float) <= other.incidence[:, number] + 1e-12).all()


def test_what_being_burned_costs() -> None:
    estimates = counted(census(games=3000))
    paid = estimates.burn_cost("all")
    assert float(paid.estimate) == pytest.approx(float(estimates.burned("all").estimate))  # one unit each under pagat
    assert float(estimates.money({"sunog_paid_2": 1}).estimate) == pytest.approx(
        float(estimates.burn_cost("bot 2").estimate)
    )


def test_ruin_and_bankrolls_agree() -> None:
    what = census("sjs", games=3000, match_games=30)
    estimates = counted(what)
    for probability in (0.5, 0.9):
        enough = estimates.bankroll(probability)
        assert float(enough.low) <= float(enough.estimate) <= float(enough.high)
        risk = estimates.ruined(round(100 * float(enough.estimate)))
        assert float(risk.estimate) <= 1 - probability
        smaller = estimates.ruined(round(100 * float(enough.estimate)) - what.width)
        assert float(smaller.estimate) > 1 - probability
    assert not estimates.ruined(10**9).defined


def test_histogram_is_that_of_the_records() -> None:
    what = census(games=300)
    values, counts = counted(what).payouts()
    payouts = [round(100 * amount) for record in records(what) for amount in record["result"]["payout"]]
    assert sorted(payouts) == [value for value, count in zip(values, counts, strict=True) for _ in range(count)]


def test_what_is_not_known_is_none() -> None:
    nothing = Interval(float("nan"), float("nan"), float("nan"), float("nan"), 0)
    assert estimate(nothing) == Estimate(None, None)
    half = Interval(0.5, float("nan"), float("nan"), float("nan"), 1)
    assert estimate(half) == Estimate(0.5, None)
    turns = Interval(np.array([0.1, 0.2]), np.array([0.0, 0.1]), np.array([0.2, 0.3]), np.nan, 9)
    assert estimate(turns, 1) == Estimate(0.2, (0.1, 0.3))
    assert isinstance(counted(census(games=3)), CensusEstimates)
