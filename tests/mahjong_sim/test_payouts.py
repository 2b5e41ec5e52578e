import functools

import pytest

from mahjong_sim.payouts import CHANGES, LENGTHS, PayoutsAnswer, analyze_payouts
from tests.playing import sure
from tongits_sim.run.answers import mean_of
from tongits_sim.run.options import RunOptions


@functools.cache
def asked() -> PayoutsAnswer:
    return analyze_payouts(deals=40, session_games=8, run_options=RunOptions(workers=1))


def test_variants_are_compared_with_the_rules_asked_about() -> None:
    answer = asked()
    assert [row.variant for row in answer.variants] == ["visayan", *CHANGES]
    first, single, *_ = answer.variants
    assert first.moved_diff is None
    change = mean_of(sure(single.moved_diff))
    assert mean_of(single.moved) - mean_of(first.moved) == pytest.approx(change)
    assert change < 0
    assert (single.void.mean, single.bunot.mean) == (first.void.mean, first.bunot.mean)


def test_sessions_have_a_row_for_each_variant_and_player() -> None:
    answer = asked()
    assert [row.variant for row in answer.sessions] == [row.variant for row in answer.variants]
    for row in answer.sessions:
        assert row.sessions == 20
        assert mean_of(row.bankroll) > 0
        assert sure(row.session_swing) > sure(row.swing) > 0
    assert {row.pots for row in answer.sessions} == {None}


def test_pots_are_taken_more_often_in_longer_matches() -> None:
    pots = [sure(row.pots) for row in asked().jai_alai]
    assert len(pots) == len(LENGTHS)
    assert pots == sorted(pots)
    assert pots[-1] > pots[0]
