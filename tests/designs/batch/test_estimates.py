"""Intervals of a run against the sums of its matches taken one by one."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.playing import job, sure
from tests.playing import play as played
from tongits_sim.designs.batch.estimates import BatchEstimates, bounds, leader, player_row, seat_rows
from tongits_sim.designs.batch.job import Job
from tongits_sim.designs.batch.totals import BatchTotals
from tongits_sim.run.workers import play


def by_match(what: Job) -> tuple[BatchTotals, np.ndarray, np.ndarray]:
    """Everything added up, and match by match the games (n) and payouts by slot (n, 3)."""
    sums, games, payouts = BatchTotals(), [], []
    for block in what.blocks(1):
        counts = play(what, block).counts
        sums.add(counts)
        games.append(sums.games_of(counts))
        payouts.append(counts["cells"][..., 1].sum(axis=(1, 2)))
    return sums, np.array(games), np.array(payouts)


def ratio(games: np.ndarray, values: np.ndarray) -> tuple[float, float]:
    """Mean per game and its standard error, matches as clusters (Cochran, section 2.11)."""
    mean = values.sum() / games.sum()
    residual = values - mean * games
    n = len(games)
    return mean, math.sqrt(n / (n - 1) * (residual**2).sum()) / games.sum()


@pytest.mark.parametrize("rules", ["sjs", "pagat+joker"])
def test_payouts_have_the_error_of_their_matches(rules: str) -> None:
    sums, games, payouts = by_match(job(rules, games=500, match_games=12))
    moments = BatchEstimates(sums)
    for slots in ((0,), (1, 2), (0, 1, 2)):
        mean, error = ratio(games * len(slots), payouts[:, list(slots)].sum(axis=1))
        interval = moments.payout(dict.fromkeys(slots, 1), len(slots))
        assert float(interval.estimate) == pytest.approx(mean, abs=1e-12)
        assert float(interval.se) == pytest.approx(error, abs=1e-9)


@pytest.mark.parametrize("fixed", [False, True])
def test_who_takes_turns_on_a_seat_is_no_chance(fixed: bool) -> None:
    what = job("sjs", games=720, match_games=12, fixed_seats=fixed)
    sums, games, _ = by_match(what)
    rows = seat_rows(sums, BatchEstimates(sums), False)
    per_match = [play(what, block).counts["cells"][..., 1].sum(axis=(0, 2)) for block in what.blocks(1)]
    for seat in range(3):
        values = np.array([each[seat] for each in per_match], float)
        residual = values - values.sum() / games.sum() * games
        turns = 1 if fixed else 3
        own = [residual[first::turns] for first in range(turns)]
        squares = sum(((each - each.mean()) ** 2).sum() for each in own)
        error = math.sqrt(len(games) / (len(games) - turns) * squares) / games.sum() / 100
        low, high = sure(rows[seat].payout_ci95)
        assert rows[seat].payout_mean == pytest.approx(values.sum() / games.sum() / 100)
        assert (high - low) / 2 == pytest.approx(2.002 * error, rel=0.002)


def test_the_lead_has_the_error_of_the_difference() -> None:
    sums, games, payouts = by_match(job("sjs", games=500, match_games=12))
    lead = leader(BatchEstimates(sums), {"0": (0,), "1": (1,), "2": (2,)})
    assert lead is not None
    first, second = int(lead.player), int(lead.next)
    mean, error = ratio(games, payouts[:, first] - payouts[:, second])
    assert lead.lead == pytest.approx(mean / 100)
    low, high = sure(lead.lead_ci95)
    assert (high - low) / 2 == pytest.approx(2.02 * error / 100, rel=0.01)
    assert mean >= 0


def test_quantiles_are_those_of_the_games() -> None:
    what = job(games=400)
    sums, _, payouts = by_match(what)
    row = player_row(sums, BatchEstimates(sums), "greedy", (0,), 100)
    ordered = sorted(payouts[:, 0] / 100)
    assert row.payout_median == ordered[199]
    assert row.payout_p05 == ordered[19]
    assert row.payout_p95 == ordered[379]
    assert row.payout_sd == pytest.approx(np.std(payouts[:, 0] / 100, ddof=1))


def test_bounds_that_are_not_known_are_none() -> None:
    assert bounds(BatchEstimates(BatchTotals()).share(3)) is None


def test_the_house_gets_what_the_players_lose() -> None:
    answer = played(job("casino_x", games=900, match_games=3)).answer
    house = sure(answer.house)
    payouts = sum(len(row.slots) * sure(row.payout_mean) for row in answer.players_summary)
    assert house.income_mean == pytest.approx(-payouts)
    assert house.income_mean == pytest.approx(
        -sum(len(row.slots) * sure(row.parts["fees"]) for row in answer.players_summary)
    )
    assert house.share == pytest.approx(house.income_mean / 3)
    low, high = sure(house.income_ci95)
    assert low < house.income_mean < high
    assert played(job(games=60)).answer.house is None
    assert "house" not in played(job(games=60)).to_dict()
