"""The meters and the learners on a game whose exploitability is known exactly."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from analyses.solving.best_response import best_response
from analyses.solving.learners import METHODS
from analyses.solving.solver import Solver
from tests.analyses.solving import toy
from tests.analyses.solving.toy import ROTATED, Deals, Profile
from tongits_sim.run.how import How
from tongits_sim.stats import Interval, mean_interval

HOW = How(workers=1)
PROFILES = {
    "never challenges": toy.constant(0.5, 0.0),
    "always challenges": toy.constant(0.5, 1.0),
    "chance": toy.constant(0.5, 0.5),
    "by count": toy.by_count(2, 1),
}


def gain(own: Profile, profile: Profile, deals: int, seed: int) -> Interval:
    """What a slot gains by `own` instead of `profile`, played on the same deals: units a game."""
    per_deal = np.zeros(deals, np.int64)
    for turn, seated in enumerate(ROTATED):
        dealt = Deals(seed, 3 + turn, deals)
        earned = []
        for first in (own, profile):
            profiles = (first, profile, profile)
            caller, actions, _ = dealt.play(tuple(profiles[slot] for slot in seated))
            earned.append(dealt.paid(caller, actions)[:, seated.index(0)])
        per_deal += earned[0] - earned[1]
    return mean_interval(deals, int(per_deal.sum()), int((per_deal**2).sum())).scaled(1 / 3)


def exact_gain(own: Profile, profile: Profile) -> float:
    """The same, exactly."""
    return toy.value((own, profile, profile)) - toy.value((profile, profile, profile))


def test_backward_induction_is_better_than_every_limit_and_chance() -> None:
    """The exact best answer beats all 36 threshold players and random pure ones."""
    chance = np.random.default_rng(1)
    for profile in (PROFILES["chance"], PROFILES["by count"]):
        best = exact_gain(toy.exact_response(profile), profile)
        others: list[Profile] = [toy.by_count(a, b) for a, b in itertools.product(range(-1, 5), repeat=2)]
        others += [{kind: chance.integers(0, 2, n).astype(float) for kind, n in toy.CELLS.items()} for _ in range(20)]
        assert best >= max(exact_gain(other, profile) for other in others) - 1e-12
        assert best == pytest.approx(toy.exploitability(profile))


def test_rollouts_estimate_the_exact_advantages() -> None:
    """What is counted for a cell is what both answers bring there, times how often it is reached."""
    profile = toy.constant(0.4, 0.3)
    totals = HOW.run(toy.problem().job([profile], (0, 0, 0), counted=(True, False, False), games=90_000)).totals
    sums = totals["cells"].astype(float)
    exact, cell = [], 0
    for kind, n in toy.CELLS.items():
        for place in range(n):
            both = []
            for answer in (1.0, 0.0):
                own: dict[str, np.ndarray] = {each: np.array(p) for each, p in profile.items()}
                own[kind][place] = answer
                both.append(toy.value((own, profile, profile)))
            exact.append(both[0] - both[1])
            cell += 1
    se = np.sqrt(np.maximum(sums[:, 2], 1)) / 90_000
    assert np.abs(sums[:, 1] / 90_000 - exact).max() < 0.02
    assert (np.abs(sums[:, 1] / 90_000 - exact) / se < 4).all()


@pytest.mark.parametrize("name", PROFILES)
def test_the_meter_inside_the_cells_comes_within_its_interval(name: str) -> None:
    profile = PROFILES[name]
    exact = toy.exploitability(profile)
    own = best_response(toy.problem(), profile, HOW, 6000)
    assert exact_gain(own, profile) == pytest.approx(exact, abs=0.01)  # what fitting leaves
    measured = gain(own, profile, 20_000, 77)
    assert float(measured.low) <= exact <= float(measured.high) + 0.01
    assert float(measured.low) <= exact_gain(own, profile) <= float(measured.high)


def test_the_meter_of_other_players_is_a_lower_bound() -> None:
    """The best of a pool on some deals, measured on others, gains what it gains exactly, and no more than the best."""
    profile = PROFILES["never challenges"]
    pool = [toy.by_count(a, b) for a, b in itertools.product((0, 2, 4), (-1, 1, 3))]
    tried = [float(gain(each, profile, 4000, 55).estimate) for each in pool]
    best = pool[int(np.argmax(tried))]
    measured = gain(best, profile, 20_000, 77)
    assert float(measured.low) <= exact_gain(best, profile) <= float(measured.high)
    assert 0 < exact_gain(best, profile) <= toy.exploitability(profile)


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
def test_learners_leave_less_and_less_to_gain(method: str) -> None:
    solver: Any = Solver(toy.problem(method=method), HOW)
    readings = []
    for iteration in range(600):
        solver.step()
        if iteration + 1 in (3, 30, 600):
            readings.append(toy.exploitability(solver.average()))
    assert readings[2] < readings[1] < readings[0]
    assert readings[2] < 0.01
    assert toy.exploitability(toy.constant(0.5, 0.5)) > 0.3


def test_a_meter_finds_what_a_solved_profile_still_leaves() -> None:
    """Near an equilibrium too: what is measured is the exact gain of the answer found, and not more than there is."""
    solver: Any = Solver(toy.problem(games=1500), HOW)
    for _ in range(12):
        solver.step()
    profile = solver.average()
    own = best_response(toy.problem(seed=9), profile, HOW, 6000)
    measured = gain(own, profile, 20_000, 77)
    exact = toy.exploitability(profile)
    assert float(measured.low) <= exact_gain(own, profile) <= float(measured.high)
    assert exact_gain(own, profile) <= exact + 1e-12
    assert exact_gain(own, profile) > 0.5 * exact
