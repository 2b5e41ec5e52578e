"""What leaving a profile gains: the best response, held-out deals."""

from __future__ import annotations

import numpy as np
import pytest

from analyses.solving.best_response import best_response, gain_of, measure, seated
from analyses.solving.solve import problem_of
from analyses.solving.solver import Solver
from strategies import load_player
from tongits_sim.run.how import How

# ---- A best answer gains against a player with a hole, and nothing by being the same -------------------------------


HOW = How(workers=2)


def test_the_same_profile_gains_exactly_nothing() -> None:
    problem = problem_of("pagat", "expert", games=500)
    profile = Solver(problem).average()
    gain = measure(problem, profile, profile, HOW, 200)
    assert (float(gain.estimate), float(gain.low), float(gain.high)) == (0, 0, 0)


@pytest.mark.slow
def test_a_player_who_never_challenges_is_found_out() -> None:
    """Against two who always fold, calling at every chance is the answer; the meter finds most of what it is worth."""
    problem = problem_of("pagat", "expert", ["2,3=folder"], games=500)
    folder = load_player("folder")
    start = Solver(problem).average()
    answer = best_response(problem, start, HOW, 20_000, rounds=4)
    always = {"call": np.ones(len(start["call"])), "respond": start["respond"]}
    seats = (seated(problem, start), folder, folder)
    gain = gain_of(problem, seats, (seated(problem, answer), folder, folder), HOW, 10_000, 0)
    plain = gain_of(problem, seats, (seated(problem, always), folder, folder), HOW, 10_000, 0)
    assert float(gain.low) > 0
    assert float(gain.high) > float(plain.low)


def test_only_who_leaves_the_profile_is_fitted() -> None:
    problem = problem_of("pagat", "expert", games=300)
    profile = Solver(problem).average()
    answer = best_response(problem, profile, HOW, 2000, rounds=2)
    assert set(np.unique(answer["call"])) <= {0.0, 0.5, 1.0}
    assert (answer["call"] != profile["call"]).any()
