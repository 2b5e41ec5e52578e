"""The question about hidden cards: its numbers are the job's own, and knowing more is worth more."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import Any

import pytest

from analyses.question import QuestionError, inquiry
from analyses.questions import knowing as words
from analyses.questions.knowing import ALL, ARMS, GROUPS, KNOWING, KnowingAnswer, arms
from analyses.registry import question
from analyses.words import rollout_words as wording
from strategies import load_player
from tests.playing import sure
from tongits_sim.any_game.bot_list import SpecError
from tongits_sim.game.state import DECISIONS
from tongits_sim.rules import load
from tongits_sim.run.answers import Estimate, value
from tongits_sim.run.how import How
from tongits_sim.run.run import run_work
from tongits_sim.run.warmup import silent
from tongits_sim.thinking.knowing.estimates import KnowingEstimates
from tongits_sim.thinking.knowing.job import KnowingJob


def document(**options: Any) -> KnowingAnswer:
    """A small answer."""
    return KNOWING.ask(inquiry(KNOWING, how=How(workers=1, notice=silent), **({"games": 60, "worlds": 16} | options)))


@functools.cache
def example() -> KnowingAnswer:
    """One answer, for tests that only look at it."""
    return document()


def test_groups_hold_every_decision_once_and_then_all() -> None:
    *parts, (name, whole) = GROUPS
    assert sorted(each for _, group in parts for each in group) == sorted(DECISIONS)
    assert (name, set(whole)) == (ALL, set(DECISIONS))
    assert [(arm.shown, arm.thinks) for arm in arms()] == [(shown, dict(GROUPS)[name]) for name, shown in ARMS]


def test_the_numbers_are_those_of_the_job() -> None:
    answer = example()
    job = KnowingJob(load("pagat"), load_player("expert"), arms(), 60, 1, 16)
    worth = KnowingEstimates(job, run_work(job, How(workers=1, notice=silent)).totals)
    for row in answer.cells:
        blind, seeing = ARMS.index((row.decisions, "nothing")), ARMS.index((row.decisions, "hands"))
        assert value(row.blind) == pytest.approx(float(worth.gain(blind).estimate))
        assert value(row.seeing) == pytest.approx(float(worth.gain(seeing).estimate))
        assert value(row.worth) == pytest.approx(value(row.seeing) - value(row.blind))
        assert sure(row.worth.ci95) == pytest.approx((worth.more(seeing, blind).low, worth.more(seeing, blind).high))
        assert 0 <= row.changed < 1
    assert value(answer.beyond_hands) == pytest.approx(value(answer.both) - value(answer.of(ALL).seeing))
    assert (answer.deals, answer.games, answer.worlds) == (60, 60 * 37, 16)
    assert " --deals 60 " in answer.command_line


def test_seeing_is_worth_more_than_nothing() -> None:
    answer = example()
    assert sure(answer.hands.ci95)[0] > 0
    assert sure(answer.both.ci95)[0] > 0
    assert answer.of(ALL).changed > 0


def test_players_who_search_are_refused() -> None:
    for player in ("rollout", "best"):
        with pytest.raises(QuestionError, match="searches itself"):
            document(players=player)
    with pytest.raises(SpecError, match="1 player is needed, 2 are named in 'greedy,expert'"):
        document(players="greedy,expert")


def test_it_counts_deals() -> None:
    assert inquiry(KNOWING, deals=3).games == inquiry(KNOWING, games=3).games == 3
    assert example().counted == "60 deals"
    with pytest.raises(QuestionError, match="no option 'deals'"):
        inquiry(question("calls"), deals=3)


def test_says_what_the_hands_are_worth_and_what_is_luck() -> None:
    answer = example()
    (advice,) = words.advice(answer)
    rest = " ".join(words.sentences(answer))
    assert wording.value(answer.hands) in words.headline(answer)
    assert wording.value(answer.hands) in advice.says
    assert all(wording.value(each) in rest for each in (answer.beyond_hands, answer.of(ALL).blind))
    assert all(f"{row.decisions} {wording.value(row.worth)}" in rest for row in answer.cells[:-1])


def test_every_worth_is_a_row_with_its_limits() -> None:
    answer = example()
    rows = words.worth_points(answer)
    assert [row.mean for row in rows] == [*(row.worth.mean for row in answer.cells), answer.beyond_hands.mean]
    assert all(row.limits[0] < row.mean < row.limits[1] for row in rows)
    assert len(words.worth_points(replace(answer, beyond_hands=Estimate(None)))) == 5
