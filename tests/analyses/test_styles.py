"""Best answers to styles: better where the read is right, and found out where it is wrong."""

from __future__ import annotations

import functools

import pytest

from analyses.answers.styles import Habits, Style, StylesAnswer
from analyses.solving.locks import CALLERS, CHALLENGERS, style
from analyses.solving.solve import problem_of
from analyses.styles import best_answers, habits
from strategies import load_player
from tests.playing import sure
from tongits_sim.run.how import How

HOW = How(workers=2)


@functools.cache
def example() -> StylesAnswer:
    """On few games."""
    return best_answers(problem_of("pagat", "expert"), HOW, games=2000, deals=1500, rounds=3)


@pytest.mark.slow
def test_every_style_has_its_answer_against_every_style() -> None:
    answer = example()
    styles = [Style(calls, challenges) for calls in CALLERS for challenges in CHALLENGERS]
    assert [each.style for each in answer.responses] == styles
    assert all([result.style for result in each.results] == styles for each in answer.responses)
    assert set(answer.style_bots) == {each.name for each in styles}


@pytest.mark.slow
def test_a_right_read_of_shy_challengers_wins_and_a_wrong_one_costs() -> None:
    shy = example().response("timid", "shy")
    right = sure(shy.right.ci95)
    assert right[0] > 0
    assert sure(shy.worst.gain.ci95)[1] < right[0]
    assert sure(shy.exploitability.ci95)[0] > 0  # a best answer leaves something to gain


@pytest.mark.slow
def test_the_shyer_they_are_the_more_one_calls() -> None:
    for calls in CALLERS:
        shares = [example().response(calls, each).habits.calls or 0.0 for each in CHALLENGERS]
        assert shares[0] > shares[-1]


def test_styles_differ_in_what_they_are_named_for() -> None:
    problem, normal = problem_of("pagat", "expert"), load_player(style("normal", "normal"))

    def of(*words: str) -> Habits:
        return habits(problem, (load_player(style(*words)), normal, normal), HOW, 2000)

    calls = [sure(of(each, "normal").calls) for each in CALLERS]
    fights = [sure(of("normal", each).challenges) for each in CHALLENGERS]
    assert (calls, fights) == (sorted(calls), sorted(fights))
