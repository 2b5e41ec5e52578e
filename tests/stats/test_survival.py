"""Cumulative incidence with competing endings."""

from __future__ import annotations

import numpy as np
import pytest

from tests.stats.samples import Ints
from tongits_sim.stats import aalen_johansen, zero_event_bound

HAZARD = np.array([[0.00, 0.02], [0.05, 0.05], [0.10, 0.05], [0.20, 0.10], [0.30, 0.10]])
CENSORED = 0.06


def truth() -> np.ndarray:
    """The cumulative incidence that the hazards imply."""
    before = np.concatenate([[1.0], np.cumprod(1 - HAZARD.sum(axis=1))[:-1]])
    return np.asarray((before[:, None] * HAZARD).cumsum(axis=0))


def games(seed: int, runs: int, n: int) -> tuple[Ints, Ints]:
    """Endings and games at risk of many runs; some games stop being watched after a turn."""
    rng, risk = np.random.default_rng(seed), np.full(runs, n)
    events, at_risk = [], []
    for hazard in HAZARD:
        ended = rng.multinomial(risk, [*hazard, 1 - hazard.sum()])
        events.append(ended[:, :2])
        at_risk.append(risk)
        risk = ended[:, 2] - rng.binomial(ended[:, 2], CENSORED)
    return np.stack(events, axis=1), np.stack(at_risk, axis=1)


def test_by_hand() -> None:
    curve = aalen_johansen([[2, 1], [1, 3]], [10, 5])
    assert curve.incidence == pytest.approx(np.array([[0.2, 0.1], [0.2 + 0.7 * 0.2, 0.1 + 0.7 * 0.6]]))
    assert curve.survival == pytest.approx([0.7, 0.7 * 0.2])


def test_without_censoring_it_is_the_share_with_its_binomial_error() -> None:
    events = np.array([[5, 0], [10, 20], [40, 5], [0, 20]])
    curve = aalen_johansen(events)
    share = events.cumsum(axis=0) / 100
    assert curve.incidence == pytest.approx(share)
    assert curve.se == pytest.approx(np.sqrt(share * (1 - share) / 100))


def test_with_one_cause_it_is_kaplan_meier_with_greenwood() -> None:
    events, risk = np.array([3, 1, 4]), np.array([20, 15, 10])
    curve = aalen_johansen(events[:, None], risk)
    survival = np.cumprod(1 - events / risk)
    assert curve.incidence[:, 0] == pytest.approx(1 - survival)
    assert curve.se[:, 0] == pytest.approx(survival * np.sqrt(np.cumsum(events / (risk * (risk - events)))))


def test_holds_its_level_with_censoring() -> None:
    curve = aalen_johansen(*games(seed=21, runs=10_000, n=1500))
    hits = (curve.low <= truth()) & (truth() <= curve.high)
    measured = hits.mean(axis=0)[truth() > 0]
    assert len(measured) == 9
    assert ((measured >= 0.94) & (measured <= 0.96)).all(), measured


def test_standard_error_is_the_spread_of_the_estimates() -> None:
    curve = aalen_johansen(*games(seed=22, runs=10_000, n=300))
    assert np.sqrt((curve.se**2).mean(axis=0)) == pytest.approx(curve.incidence.std(axis=0), rel=0.03)


def test_parts_add_up_and_limits_enclose() -> None:
    curve = aalen_johansen(*games(seed=24, runs=50, n=40))
    assert curve.incidence.sum(axis=-1) + curve.survival == pytest.approx(np.ones((50, 5)))
    assert ((curve.low <= curve.incidence) & (curve.incidence <= curve.high)).all()
    assert (curve.low >= 0).all()
    assert (curve.high <= 1).all()


def test_no_event_gets_the_rule_of_three() -> None:
    curve = aalen_johansen([[0, 30], [0, 50]], [100, 70])
    assert curve.low[:, 0].tolist() == [0, 0]
    assert curve.high[:, 0] == pytest.approx([zero_event_bound(100)] * 2)


def test_a_turn_nobody_reaches_changes_nothing() -> None:
    curve = aalen_johansen([[4, 6], [0, 0]], [10, 0])
    assert curve.incidence.tolist() == [[0.4, 0.6], [0.4, 0.6]]
    assert curve.se[1] == pytest.approx(curve.se[0])


def test_refuses_impossible_counts() -> None:
    with pytest.raises(ValueError, match="more endings"):
        aalen_johansen([[4, 6]], [9])
    with pytest.raises(ValueError, match="grows"):
        aalen_johansen([[4, 4], [1, 0]], [10, 3])
