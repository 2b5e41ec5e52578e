"""`analyze mano`: the value agrees with what it is made of."""

from __future__ import annotations

import pytest

from tests.mahjong_sim.asked import asked


def test_the_value_is_the_mean_over_the_other_places() -> None:
    answer = asked("mano")
    assert answer.games == 4 * answer.deals
    assert f" --deals {answer.deals} " in answer.command_line
    assert answer.payout.mean == pytest.approx(sum(row.payout.mean for row in answer.places) / 3)
    assert answer.won.mean == pytest.approx(answer.won_mano.mean - answer.won_other.mean)
    assert sum(row.n for row in answer.shanten) == 4 * answer.deals
    assert answer.by_player == ()


def test_equal_tables_pay_what_the_others_lose() -> None:
    # The payouts of a game add up to nothing, so mano makes three quarters of its advantage over the others.
    answer = asked("mano")
    whole = sum(row.n * row.payout.mean for row in answer.shanten) / (4 * answer.deals)
    assert whole == pytest.approx(answer.payout.mean)


def test_players_have_rows_where_they_differ() -> None:
    answer = asked("mano", "greedy,greedy,greedy,random")
    assert [row.of for row in answer.by_player] == ["greedy", "greedy", "greedy", "random"]
