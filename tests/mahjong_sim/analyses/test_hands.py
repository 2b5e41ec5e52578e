"""`analyze hands`: goals, and how often hands are paid for each item."""

from __future__ import annotations

from mahjong_sim.analyses.hands import GOALS
from mahjong_sim.hands.values import ITEMS
from tests.mahjong_sim.asked import asked


def test_every_goal_is_tried() -> None:
    answer = asked("hands")
    assert [cell.at["goal"] for cell in answer.cells] == list(GOALS)
    assert all(cell.n > 20 for cell in answer.cells)
    assert sum(cell.n for cell in answer.cells) == answer.forks


def test_items_are_shares_of_games() -> None:
    answer = asked("hands")
    assert [row.item for row in answer.items] == list(ITEMS)
    assert answer.item_games == 2 * answer.games
    win = answer.items[0]
    assert win.share_of_wins.mean == 1
    assert 0.9 < win.share.mean <= 1
    assert all(row.share.ci95[0] <= row.share.mean <= row.share.ci95[1] for row in answer.items)


def test_concealed_is_reached_more_often_by_who_stays_so() -> None:
    concealed = asked("hands").cells[list(GOALS).index("concealed")]
    assert concealed.reached > concealed.own_reached
