"""The bot that counts live outs."""

from __future__ import annotations

from strategies.counter import COUNTER
from tests.sample_hands import mask
from tests.strategies.situations import answer, cards_of, view


def test_keeps_a_pair_whose_outs_are_alive_and_throws_a_dead_one() -> None:
    seen = view("Kc Kd Qs 3h 7c", stock_left=10)
    assert cards_of(answer(COUNTER, "discard", seen, out_worth=2)) == "Qs"
    seen.seen = mask(["Kh", "Ks"])
    assert cards_of(answer(COUNTER, "discard", seen, out_worth=2)) in ("Kc", "Kd")


def test_without_value_for_outs_it_throws_the_most_points() -> None:
    assert cards_of(answer(COUNTER, "discard", view("9c 9d Th 2s"), out_worth=0)) == "Th"
    assert cards_of(answer(COUNTER, "discard", view("9c 9d Th 2s"), out_worth=9)) == "Th"
