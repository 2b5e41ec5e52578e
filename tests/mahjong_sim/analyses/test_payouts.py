"""`analyze payouts`: variants on the same walls, sessions, pots."""

from __future__ import annotations

from typing import Any

import pytest

from mahjong_sim.analyses.payouts import CHANGES, LENGTHS
from tests.mahjong_sim.asked import asked


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


def test_variants_are_of_the_rules_as_they_were_changed() -> None:
    from mahjong_sim.analyses.question import inquiry
    from mahjong_sim.analyses.registry import question
    from tongits_sim.run.how import How

    changed = inquiry(question("payouts"), settings=["pay.discarder=1"], games=10, session_games=2, how=How(workers=1))
    answer: Any = question("payouts").ask(changed)
    assert [row.variant for row in answer.variants] == [answer.rules, *list(CHANGES)[1:]]
    assert answer.command_line.startswith("tongits mahjong analyze payouts --rules visayan --set pay.discarder=1 ")


def test_games_are_those_of_all_variants_and_sessions() -> None:
    answer: Any = asked("payouts")
    first = {row.variant: row for row in answer.sessions}
    sessions = sum(row.sessions * row.session_games for row in (*first.values(), *answer.jai_alai))
    assert answer.games == answer.deals * len(answer.variants) + sessions
