"""The bot that opens late."""

from __future__ import annotations

from strategies.turtle import TURTLE
from tests.sample_hands import mask
from tests.strategies.situations import LEFT, ME, answer, cards_of, in_order, view

HAND = "7c 7d 7h 2s 3s 4s Kd"


def test_r5_stays_hidden_while_there_is_time() -> None:
    assert answer(TURTLE, "lay", view(HAND, stock_left=12)) == 0
    assert answer(TURTLE, "lay", view(HAND, stock_left=9)) != 0


def test_opens_when_an_open_opponent_holds_few_cards() -> None:
    seen = view(HAND, stock_left=12, table=[(LEFT, "Js Qs Ks")])
    seen.hand_size[LEFT] = 9
    assert answer(TURTLE, "lay", seen) == 0
    seen.hand_size[LEFT] = 8
    assert answer(TURTLE, "lay", seen) != 0


def test_lays_the_meld_that_fewest_living_cards_fit() -> None:
    seen = view(HAND, stock_left=3)
    assert cards_of(answer(TURTLE, "lay", seen)) == in_order("7c 7d 7h")  # one card fits it, two fit the run
    seen.seen = mask(["As", "5s"])
    assert cards_of(answer(TURTLE, "lay", seen)) == in_order("2s 3s 4s")


def test_lays_only_one_where_melds_in_the_hand_count() -> None:
    assert answer(TURTLE, "lay", view("2s 3s 4s Kd 9c", stock_left=3, table=[(ME, "7c 7d 7h")])) == 0
