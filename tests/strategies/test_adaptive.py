"""The bot whose thresholds shift."""

from __future__ import annotations

import pytest

from strategies.adaptive import ADAPTIVE
from tests.strategies.situations import LEFT, ME, RIGHT, answer, view

OWN = (ME, "7c 7d 7h")
NUMBERS = {"call_none": 60, "call_one": 15, "call_two": 5, "call_stock": 1, "challenge_at": 5, "challenge_stock": 0.5}


@pytest.mark.parametrize(
    ("others", "hand", "calls"),
    [
        ([], "Ks Qd Jh 9c", 1),
        ([(LEFT, "4s 5s 6s")], "Ks Qd", 0),
        ([(LEFT, "4s 5s 6s")], "Ks 9d", 1),
        ([(LEFT, "4s 5s 6s"), (RIGHT, "4c 5c 6c")], "Ks", 0),
        ([(LEFT, "4s 5s 6s"), (LEFT, "4c 5c 6c")], "Ks 9d", 1),
        ([(LEFT, "4s 5s 6s"), (RIGHT, "4c 5c 6c")], "9d", 1),
    ],
)
def test_r9_calls_by_how_many_opponents_have_opened(others: list[tuple[int, str]], hand: str, calls: int) -> None:
    assert answer(ADAPTIVE, "call", view(hand, stock_left=4, table=[OWN, *others]), **NUMBERS) == calls


def test_r10_challenges_by_the_stock() -> None:
    assert answer(ADAPTIVE, "respond", view("9s", stock_left=8), **NUMBERS) == 1
    assert answer(ADAPTIVE, "respond", view("9s", stock_left=7), **NUMBERS) == 0
