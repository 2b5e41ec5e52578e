"""`analyze hands`: goals, and how often hands are paid for each item."""

from __future__ import annotations

from mahjong_sim.analyses.hands import AT_ONCE, GOALS, LUCK, aim_of, bits_of, goals_of, worth
from mahjong_sim.bots.registry import load_player
from mahjong_sim.designs.forks.layout import MOST_OTHERS
from mahjong_sim.hands.values import ITEMS
from mahjong_sim.rules import load
from tests.mahjong_sim.asked import asked


def test_every_goal_is_tried() -> None:
    answer = asked("hands")
    assert [cell.at["goal"] for cell in answer.cells] == list(GOALS)
    assert all(cell.n > 5 for cell in answer.cells)
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
    assert concealed.reached >= concealed.own_reached


def test_everything_that_is_paid_is_a_goal_or_says_why_not() -> None:
    rules = load("visayan")
    paid = [name for name in (*ITEMS, *AT_ONCE, "bunot") if worth(rules, name)]
    assert set(paid) - set(LUCK) == {item for _, items in GOALS.values() for item in items}
    assert all(aim_of(item) for item in paid)
    assert len(GOALS) <= MOST_OTHERS
    for bot, items in GOALS.values():
        assert load_player(bot).spec == bot
        assert bits_of(items)
    assert bits_of(("flush",)) == 128
    assert len({bits_of((name,)) for name in (*ITEMS, *AT_ONCE, "bunot")}) == len(ITEMS) + len(AT_ONCE) + 1


def test_only_what_the_rules_pay_is_tried() -> None:
    assert "siete pares" not in goals_of(load("visayan", ["win.seven_pairs=false"]))
    assert "straight" not in goals_of(load("visayan", ["hand.straight=0"]))
    assert worth(load("manila"), "beauty") == worth(load("visayan"), "many_flowers") == 0
    assert worth(load("manila"), "many_flowers") == 0.5
    assert worth(load("visayan"), "bunot") == 2


def test_what_is_paid_at_once_is_a_share_of_a_players_games() -> None:
    rows = {row.item: row for row in asked("hands").at_once}
    assert list(rows) == [name for name in (*AT_ONCE, "bunot") if name != "many_flowers"]
    bare = rows["no_flowers"].share
    assert bare.ci95[0] < 0.38 < bare.ci95[1]  # of sixteen tiles; mano has seventeen
    assert rows["winner_no_flowers"].share.mean < bare.mean
    assert all(0 <= row.share.ci95[0] <= row.share.ci95[1] <= 1 for row in rows.values())
