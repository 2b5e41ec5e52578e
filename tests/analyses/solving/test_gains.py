"""What leaving a profile gains: the best response, held-out deals."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from analyses.solving import held_out
from analyses.solving.best_response import MEASURING, best_response, gain_of, measure, seated
from analyses.solving.held_out import even, gains
from analyses.solving.solve import problem_of
from analyses.solving.solver import Problem, Solver
from strategies import load_player
from tongits_sim.any_game.jobs import check_seed
from tongits_sim.rules import load
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


# ---- Gains on the same deals are those of one player after the other -----------------------------------------------


def test_together_as_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(held_out, "MOST_ARMS", 2)  # so that they are measured in parts
    problem = problem_of("pagat", "expert", games=500)
    folder, expert, caller = (load_player(name) for name in ("folder", "expert", "caller"))
    seats = (folder, folder, folder)
    joint = gains(problem, seats, [expert, caller, folder], HOW, 300, check_seed(problem.seed, MEASURING))
    alone = [gain_of(problem, seats, (each, folder, folder), HOW, 300, 0) for each in (expert, caller)]
    assert [float(gain.estimate) for gain in joint] == [*(float(gain.estimate) for gain in alone), 0]


@pytest.mark.parametrize("name", ["expert", "random", "solved"])
def test_what_is_not_played_is_exactly_nothing(name: str) -> None:
    """The same gains, digit by digit, where three equal players are played for comparison; chance bots too."""
    problem = problem_of("pagat", "expert", games=500)
    one, same, caller = load_player(name), load_player(name), load_player("caller")
    assert even(problem, (one, one, one))
    assert not even(problem, (one, same, same))
    played = gains(problem, (one, same, same), [caller], HOW, 200, 9)
    assert gains(problem, (one, one, one), [caller], HOW, 200, 9) == played


def test_what_a_house_or_a_match_keeps_is_played() -> None:
    caller = load_player("caller")
    seats = (caller, caller, caller)
    assert not even(replace(problem_of("pagat", "expert"), match_games=3), seats)
    assert not even(Problem(load("online"), caller), seats)
    assert even(Problem(load("online", ["fees.antes=0", "fees.winnings=0"]), caller), seats)
