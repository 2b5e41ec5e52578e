"""Luck and bankroll: approximations against exact walks."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.stats.samples import PAYOUT, PROBABILITY, expected, matches, total
from tongits_sim.stats import (
    Interval,
    brownian_ruin,
    games_to_lead,
    games_to_lead_interval,
    lundberg_bound,
    lundberg_exponent,
    session_bankroll,
    session_loss,
)

SD = math.sqrt(expected(PAYOUT, PAYOUT) - expected(PAYOUT) ** 2)


def test_better_bot_leads_as_often_as_promised() -> None:
    """Also for skewed results: the games it names are enough for the normal limit."""
    edge = 60.0
    values = PAYOUT - round(expected(PAYOUT) - edge)
    games = math.ceil(games_to_lead(edge, SD, 0.9))
    kinds = matches(29, 20_000, games)
    assert games > 500
    assert (total(kinds, values) > 0).mean() == pytest.approx(0.9, abs=0.015)


def test_games_to_lead_ends() -> None:
    assert games_to_lead(0.0, 1.0) == math.inf
    assert games_to_lead(-0.1, 2.0) == games_to_lead(0.1, 2.0)
    assert games_to_lead([0.1, 0.2], 2.0) == pytest.approx([1082.22, 270.55], abs=0.01)
    with pytest.raises(ValueError, match="by chance"):
        games_to_lead(0.1, 1.0, 0.5)


def test_games_to_lead_interval_follows_the_edge() -> None:
    interval = games_to_lead_interval(Interval(0.2, 0.1, 0.4, 0.07, 500), 2.0)
    assert (interval.low, interval.estimate, interval.high) == pytest.approx(
        [games_to_lead(e, 2.0) for e in (0.4, 0.2, 0.1)]
    )
    unknown = games_to_lead_interval(Interval(0.1, -0.3, 0.5, 0.2, 500), 2.0)
    assert unknown.high == math.inf
    assert unknown.low == pytest.approx(games_to_lead(0.5, 2.0))


def test_session_loss_on_skewed_results() -> None:
    games, bankroll = 400, 20_000
    kinds, values = matches(30, 20_000, games), PAYOUT - round(expected(PAYOUT))
    edge = float(PROBABILITY @ values)
    assert (total(kinds, values) <= -bankroll).mean() == pytest.approx(
        session_loss(edge, SD, games, bankroll), abs=0.02
    )


def test_session_bankroll_inverts_session_loss() -> None:
    bankroll = session_bankroll(-2.0, 30.0, 100, 0.9)
    assert session_loss(-2.0, 30.0, 100, bankroll) == pytest.approx(0.1)
    assert session_bankroll(50.0, 1.0, 100) == 0


def exact_ruin(up: float, bankroll: int, games: int) -> float:
    """Probability that a walk of steps +1 and -1 falls by ``bankroll`` within ``games`` steps, step by step."""
    where, ruined = np.zeros(bankroll + games + 2), 0.0
    where[bankroll] = 1.0
    for _ in range(games):
        moved = np.zeros_like(where)
        moved[1:] += up * where[:-1]
        moved[:-1] += (1 - up) * where[1:]
        ruined += moved[0]
        moved[0] = 0.0
        where = moved
    return float(ruined)


@pytest.mark.parametrize(("up", "bankroll", "games"), [(0.5, 30, 900), (0.52, 25, 2000), (0.47, 40, 400)])
def test_brownian_ruin_is_near_the_walk(up: float, bankroll: int, games: int) -> None:
    edge = 2 * up - 1
    ruin = brownian_ruin(edge, math.sqrt(1 - edge**2), bankroll, games)
    exact = exact_ruin(up, bankroll, games)
    assert ruin == pytest.approx(exact, abs=0.012)
    assert ruin > session_loss(edge, math.sqrt(1 - edge**2), games, bankroll) + 0.05


def test_brownian_ruin_for_ever() -> None:
    assert brownian_ruin(0.0, 1.0, 100) == 1
    assert brownian_ruin(-0.1, 1.0, 100, 10**9) == pytest.approx(1)
    assert brownian_ruin(0.04, 1.0, 25) == pytest.approx(brownian_ruin(0.04, 1.0, 25, 10**7))
    assert brownian_ruin(0.04, 1.0, 25) == pytest.approx(math.exp(-2))
    with pytest.raises(ValueError, match="positive"):
        brownian_ruin(0.1, 0.0, 10)


def test_lundberg_is_exact_for_a_walk_of_unit_steps() -> None:
    """Gambler's ruin: ((1 - p) / p) ** bankroll."""
    assert lundberg_exponent([-1, 1], [48, 52]) == pytest.approx(math.log(52 / 48))
    assert lundberg_bound([-1, 1], [48, 52], 25) == pytest.approx((48 / 52) ** 25)
    assert lundberg_bound([-1, 1], [48, 52], 25) == pytest.approx(exact_ruin(0.52, 25, 8_000), abs=1e-3)


def test_lundberg_solves_its_equation_in_any_units() -> None:
    counts = (PROBABILITY * 100).round().astype(int)
    exponent = lundberg_exponent(PAYOUT * 1000, counts)
    assert counts @ np.exp(-exponent * PAYOUT * 1000) == pytest.approx(counts.sum())
    assert exponent * 1000 == pytest.approx(lundberg_exponent(PAYOUT, counts))


def test_skewness_moves_the_bound_to_the_right_side_of_the_brownian_answer() -> None:
    """Positive skewness: the true bound lies below the Brownian probability, negative skewness above."""
    counts = (PROBABILITY * 100).round().astype(int)
    mean, mirrored = int(counts @ PAYOUT) // 100, -PAYOUT
    assert lundberg_bound(PAYOUT, counts, 5000) < brownian_ruin(mean, SD, 5000)
    shifted = mirrored + 2 * mean
    assert lundberg_bound(shifted, counts, 5000) > brownian_ruin(mean, SD, 5000)


def test_lundberg_ends() -> None:
    assert lundberg_bound([-1, 1], [50, 50], 10) == 1
    assert lundberg_bound([0, 1], [50, 50], 10) == 0


@pytest.mark.parametrize("loss", range(1, 40))
def test_lundberg_knows_a_mean_of_zero_exactly(loss: int) -> None:
    """Shares in floating point add up to a mean of 1e-17 now and then, on one machine and not on another."""
    for gain in range(1, 40):
        assert lundberg_exponent([-loss, gain], [gain, loss]) == 0
        assert lundberg_bound([-loss, gain, 0], [gain, loss, 3], 10**6) == 1


def test_lundberg_has_its_digits_near_a_mean_of_zero() -> None:
    """A small edge: the exponent is 2 * mean / variance to first order, and the digits below are right."""
    up, down = 500_001, 499_999
    assert lundberg_exponent([-1, 1], [down, up]) == pytest.approx(math.log(up / down), rel=1e-9)
