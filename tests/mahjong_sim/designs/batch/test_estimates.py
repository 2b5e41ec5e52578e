"""Estimates of a batch against the plain formulas, game by game."""

from __future__ import annotations

import numpy as np
import pytest

from mahjong_sim.bots.registry import load_players
from mahjong_sim.designs.batch import tally
from mahjong_sim.designs.batch.estimates import BatchEstimates, estimate, leader, over, player_row, seat_estimates
from mahjong_sim.designs.batch.job import Job
from mahjong_sim.designs.batch.totals import BatchTotals
from mahjong_sim.rules import load
from tongits_sim.run.work import Block
from tongits_sim.stats import wilson_interval

GAMES = 80


@pytest.fixture(scope="module")
def played() -> tuple[BatchTotals, np.ndarray]:
    """The totals of a batch, and the payouts by slot of each of its games, cents."""
    job = Job(load("visayan"), load_players("random,greedy,greedy,random"), GAMES)
    worker, totals = job.worker(), BatchTotals()
    payouts = np.zeros((GAMES, 4))
    for number in range(GAMES):
        counts = worker.play(Block(number, number, 1, 1)).counts
        totals.add(counts)
        payouts[number] = counts["fields"][:, tally.F_PAYOUT]
    return totals, payouts


def test_a_payout_is_a_mean_with_its_standard_error(played: tuple[BatchTotals, np.ndarray]) -> None:
    totals, payouts = played
    moments = BatchEstimates(totals)
    row = player_row(totals, moments, "greedy", (1, 2))
    pooled = payouts[:, 1:3].mean(axis=1) / 100
    assert row.payout.mean == pytest.approx(pooled.mean())
    half = 1.9904502 * pooled.std(ddof=1) / GAMES**0.5  # t with 79 degrees of freedom
    assert row.payout.half_width == pytest.approx(half, rel=1e-4)
    assert row.payout_sd == pytest.approx(payouts[:, 1:3].std(ddof=1) / 100)
    assert sum(value or 0 for value in row.parts.values()) == pytest.approx(row.payout.mean)


def test_the_leader_leads_by_the_difference(played: tuple[BatchTotals, np.ndarray]) -> None:
    totals, payouts = played
    best = leader(BatchEstimates(totals), {"random": (0, 3), "greedy": (1, 2)})
    assert best is not None
    lead = (payouts[:, 1:3].mean(axis=1) - payouts[:, [0, 3]].mean(axis=1)) / 100
    assert best.player == "greedy"
    assert best.lead == pytest.approx(lead.mean())
    assert best.lead_ci95 is not None
    half = 1.9904502 * lead.std(ddof=1) / GAMES**0.5
    assert best.lead_ci95[1] - best.lead_ci95[0] == pytest.approx(2 * half, rel=1e-4)
    assert leader(BatchEstimates(totals), {"greedy": (0, 1, 2, 3)}) is None


def test_who_has_not_won_may_yet_win(played: tuple[BatchTotals, np.ndarray]) -> None:
    totals = BatchTotals()
    totals.add(played[0])
    for name in ("x", "nx", "xx"):
        totals[name][tally.C_WINS] = 0
    row = player_row(totals, BatchEstimates(totals), "random", (0,))
    assert row.wins.mean == 0
    assert row.wins.ci95 is not None
    assert row.wins.ci95[0] == 0
    assert row.wins.ci95[1] == pytest.approx(float(wilson_interval(0, GAMES).high))


def test_seats_add_up_to_nothing(played: tuple[BatchTotals, np.ndarray]) -> None:
    means = [each.mean or 0 for each in seat_estimates(BatchEstimates(played[0]))]
    assert sum(means) == pytest.approx(0, abs=1e-9)


def test_nothing_over_nothing_is_unknown() -> None:
    assert over(1, 0) is None
    assert over(1, 4) == 0.25
    assert estimate(BatchEstimates(BatchTotals()).column(0)).mean is None
