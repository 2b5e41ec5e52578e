from dataclasses import replace
from typing import Any

import pytest

from mahjong_sim.face import simulate
from mahjong_sim.mahjong import MAHJONG
from mahjong_sim.questions.payouts import CHANGES, LENGTHS
from mahjong_sim.words import screen
from reports.page.stored import answer_of
from reports.questions import words
from tests.mahjong_sim.asked import asked, check_presented
from tests.mahjong_sim.played import document
from tongits_sim.run.answers import Estimate


@pytest.mark.parametrize("command", ["simulate", "compare", "whatif"])
def test_what_was_played_is_presented_whole(command: str) -> None:
    stored = document(f"mahjong {command}")
    answer: Any = answer_of(stored, MAHJONG)
    assert answer.to_dict() == stored
    assert answer.games_played if command != "simulate" else answer.games
    assert answer.command_line == "tongits mahjong again"
    check_presented(words(answer), answer)
    assert words(answer).findings(answer) == []


def test_variants_are_compared_with_the_rules_asked_about() -> None:
    answer = asked("payouts")
    assert [row.variant for row in answer.variants] == ["visayan", *CHANGES]
    first, single, *_ = answer.variants
    assert first.moved_diff is None
    assert single.moved.mean - first.moved.mean == pytest.approx(single.moved_diff.mean)
    assert single.moved_diff.mean < 0
    assert (single.void.mean, single.bunot.mean) == (first.void.mean, first.bunot.mean)


def test_sessions_have_a_row_for_each_variant_and_player() -> None:
    answer = asked("payouts")
    assert [row.variant for row in answer.sessions] == [row.variant for row in answer.variants]
    for row in answer.sessions:
        assert row.sessions == 20
        assert row.bankroll.mean > 0
        assert row.session_swing > row.swing > 0
    assert {row.pots for row in answer.sessions} == {None}


def test_pots_are_taken_more_often_in_longer_matches() -> None:
    pots = [row.pots for row in asked("payouts").jai_alai]
    assert len(pots) == len(LENGTHS)
    assert pots == sorted(pots)
    assert pots[-1] > pots[0]


def test_a_lead_is_claimed_only_if_it_is_sure() -> None:
    answer = simulate("visayan", "random,greedy,random,random", 60)
    assert screen(answer).answer.startswith("greedy earns most")
    assert screen(replace(answer, games=0)).answer == "No game was finished."
    assert "alike" in screen(replace(answer, leader=None)).answer
    lead = answer.leader
    assert lead is not None
    unsure = replace(answer, leader=replace(lead, lead=Estimate(0.5, (-1.0, 2.0))))
    assert "too close to call" in screen(unsure).answer
