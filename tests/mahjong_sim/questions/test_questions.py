import pytest

from mahjong_sim.questions.payouts import CHANGES, LENGTHS
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
