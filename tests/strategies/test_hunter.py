"""The bot that goes for Tongits."""

from __future__ import annotations

import pytest

from strategies.hunter import HUNTER
from tests.sample_hands import house
from tests.strategies.situations import LEFT, ME, answer, cards_of, in_order, view


@pytest.mark.parametrize(
    ("hand", "calls", "challenges"), [("As", 1, 1), ("2s", 0, 1), ("Ks Jd 4c", 0, 1), ("Ks Jd 5c", 0, 0)]
)
def test_r9_r10_hardly_ever_calls(hand: str, calls: int, challenges: int) -> None:
    assert answer(HUNTER, "call", view(hand)) == calls
    assert answer(HUNTER, "respond", view(hand)) == challenges


def test_r5_opens_only_when_the_stock_runs_low() -> None:
    hand = "7c 7d 7h Kd 2s"
    assert answer(HUNTER, "lay", view(hand, stock_left=6)) == 0
    assert cards_of(answer(HUNTER, "lay", view(hand, stock_left=5))) == in_order("7c 7d 7h")
    assert cards_of(answer(HUNTER, "lay", view(hand, stock_left=9), open_at_stock=9)) == in_order("7c 7d 7h")
    assert answer(HUNTER, "lay", view(hand, stock_left=5, table=[(ME, "4s 5s 6s")])) == 0
    assert cards_of(answer(HUNTER, "lay", view(hand, stock_left=5, table=[(LEFT, "4s 5s 6s")]))) == in_order("7c 7d 7h")


def test_r8_lays_everything_where_only_laid_melds_are_tongits() -> None:
    rules = house(tongits__hand_melds=False)
    assert cards_of(answer(HUNTER, "lay", view("7c 7d 7h Kd", rules=rules))) == in_order("7c 7d 7h")
    assert answer(HUNTER, "lay", view("7c 7d 7h Kd 2s", rules=rules)) == 0


def test_r4_r6_r7_takes_adds_and_throws_like_greedy() -> None:
    assert cards_of(answer(HUNTER, "draw", view("7c 7d Kh", offer="7h"))) == in_order("7c 7d 7h")
    assert cards_of(answer(HUNTER, "sapaw", view("7s Kd", table=[(LEFT, "7c 7d 7h")]))) == "7s"
    assert cards_of(answer(HUNTER, "discard", view("7s Kd"))) == "Kd"
