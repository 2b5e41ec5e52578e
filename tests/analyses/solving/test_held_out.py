"""Gains on the same deals are those of one player after the other."""

from __future__ import annotations

from dataclasses import replace

import pytest

from analyses.solve import problem_of
from analyses.solving.best_response import MEASURING, gain_of
from analyses.solving.held_out import MOST_ARMS, even, gains
from analyses.solving.solver import Problem
from strategies import load_player
from tongits_sim.rules import load
from tongits_sim.run.how import How

HOW = How(workers=2)


def test_together_as_one_by_one() -> None:
    problem = problem_of("pagat", "expert", games=500)
    folder, expert, caller = (load_player(name) for name in ("folder", "expert", "caller"))
    seats = (folder, folder, folder)
    joint = gains(problem, seats, [expert, caller, folder], HOW, 300, problem.seed + MEASURING)
    alone = [gain_of(problem, seats, (each, folder, folder), HOW, 300, 0) for each in (expert, caller)]
    assert [float(gain.estimate) for gain in joint[:2]] == [float(gain.estimate) for gain in alone]
    assert float(joint[2].estimate) == 0


def test_many_players_are_measured_in_parts() -> None:
    problem = problem_of("pagat", "expert", games=500)
    greedy = load_player("greedy")
    others = [load_player(f"greedy(call_at={at})") for at in range(MOST_ARMS + 1)]
    estimates = gains(problem, (greedy, greedy, greedy), others, HOW, 20, 5)
    assert len(estimates) == MOST_ARMS + 1


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
