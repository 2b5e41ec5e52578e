"""What leaving a profile gains: the best response, held-out deals, deviations."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from analyses.solve import problem_of
from analyses.solving.best_response import MEASURING, best_response, gain_of, measure, seated
from analyses.solving.deviations import FADE, MARGINS, Advantages, best_of, candidates, fit, only
from analyses.solving.held_out import MOST_ARMS, even, gains
from analyses.solving.solver import Problem, Solver
from strategies import load_player
from tongits_sim.rules import load
from tongits_sim.run.how import How

# ---- A best answer gains against a player with a hole, and nothing by being the same -------------------------------


HOW = How(workers=2)


def test_the_same_profile_gains_exactly_nothing() -> None:
    problem = problem_of("pagat", "expert", games=500)
    profile = Solver(problem).average()
    gain = measure(problem, profile, profile, HOW, 200).gain
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
    problem = replace(problem_of("pagat", "expert", games=300))
    profile = Solver(problem).average()
    answer = best_response(problem, profile, HOW, 2000, rounds=2)
    assert set(np.unique(answer["call"])) <= {0.0, 0.5, 1.0}
    assert (answer["call"] != profile["call"]).any()


# ---- Gains on the same deals are those of one player after the other -----------------------------------------------


HELD_OUT_HOW = How(workers=2)


def test_together_as_one_by_one() -> None:
    problem = problem_of("pagat", "expert", games=500)
    folder, expert, caller = (load_player(name) for name in ("folder", "expert", "caller"))
    seats = (folder, folder, folder)
    joint = gains(problem, seats, [expert, caller, folder], HELD_OUT_HOW, 300, problem.seed + MEASURING)
    alone = [gain_of(problem, seats, (each, folder, folder), HELD_OUT_HOW, 300, 0) for each in (expert, caller)]
    assert [float(gain.estimate) for gain in joint[:2]] == [float(gain.estimate) for gain in alone]
    assert float(joint[2].estimate) == 0


def test_many_players_are_measured_in_parts() -> None:
    problem = problem_of("pagat", "expert", games=500)
    greedy = load_player("greedy")
    others = [load_player(f"greedy(call_at={at})") for at in range(MOST_ARMS + 1)]
    estimates = gains(problem, (greedy, greedy, greedy), others, HELD_OUT_HOW, 20, 5)
    assert len(estimates) == MOST_ARMS + 1


@pytest.mark.parametrize("name", ["expert", "random", "solved"])
def test_what_is_not_played_is_exactly_nothing(name: str) -> None:
    """The same gains, digit by digit, where three equal players are played for comparison; chance bots too."""
    problem = problem_of("pagat", "expert", games=500)
    one, same, caller = load_player(name), load_player(name), load_player("caller")
    assert even(problem, (one, one, one))
    assert not even(problem, (one, same, same))
    played = gains(problem, (one, same, same), [caller], HELD_OUT_HOW, 200, 9)
    assert gains(problem, (one, one, one), [caller], HELD_OUT_HOW, 200, 9) == played


def test_what_a_house_or_a_match_keeps_is_played() -> None:
    caller = load_player("caller")
    seats = (caller, caller, caller)
    assert not even(replace(problem_of("pagat", "expert"), match_games=3), seats)
    assert not even(Problem(load("online"), caller), seats)
    assert even(Problem(load("online", ["fees.antes=0", "fees.winnings=0"]), caller), seats)


# ---- Fitting in rounds: sure advantages get a score, unsure ones none; the best plan is the one that gains most ----


def test_only_sure_advantages_get_a_score() -> None:
    advantages = Advantages(4)
    # 100 alternatives each: +1 always, +1 or -1 with a mean of 0.1, -1 always; the last one was met once.
    advantages.add(np.array([[100, 100, 100], [100, 10, 100], [100, -100, 100], [1, 50, 2500]], float))
    assert advantages.scores(2.0).tolist() == [1.0, 0.0, 0.0, 0.0]
    assert advantages.scores(0.5).tolist() == [1.0, np.float32(0.1), 0.0, 0.0]


def test_later_rounds_are_played_by_earlier_scores_and_weigh_more() -> None:
    seen = []

    def play(scores: np.ndarray, number: int) -> np.ndarray:
        seen.append((number, scores.tolist()))
        return np.array([[100, 200 if number == 0 else -200, 400]], float)

    advantages = fit(play, 1, rounds=3)
    assert seen == [(0, [0.0]), (1, [2.0]), (2, [0.0])]
    assert advantages.total[0] == 200 * FADE**2 - 200 * FADE - 200


def test_plans_keep_to_groups_and_the_best_one_is_taken() -> None:
    advantages = Advantages(3)
    advantages.add(np.array([[100, 100, 100]] * 3, float))
    plans = candidates(advantages, {"first": [slice(0, 1)], "rest": [slice(1, 3)]})
    assert len(plans) == 3 * len(MARGINS)
    assert {tuple(plan.scores.tolist()) for plan in plans} == {(1, 1, 1), (1, 0, 0), (0, 1, 1)}
    assert best_of(plans, [0.0, 5.0, *[1.0] * 7]) is plans[1]
    assert only(np.ones(3), [slice(1, 2)]).tolist() == [0, 1, 0]
