"""The bot that reads the caller."""

from __future__ import annotations

import pytest

from strategies.sniper import SNIPER
from tests.strategies.situations import LEFT, RIGHT, answer, view
from tongits_sim.game.state import CHALLENGED

NUMBERS = {"base": 0, "per_card": 2, "per_stock": -0.5, "rival": 3}


@pytest.mark.parametrize(
    ("cards", "stock", "count", "challenges"),
    [(8, 4, 14, 1), (8, 4, 15, 0), (4, 4, 6, 1), (4, 4, 7, 0), (8, 10, 12, 0)],
)
def test_r10_challenges_by_the_callers_cards_and_the_stock(cards: int, stock: int, count: int, challenges: int) -> None:
    hand = {6: "6c", 7: "7c", 12: "Ks 2c", 14: "Ks 4c", 15: "Ks 5c"}[count]
    seen = view(hand, stock_left=stock)
    seen.caller = RIGHT
    seen.hand_size[RIGHT] = cards
    assert answer(SNIPER, "respond", seen, **NUMBERS) == challenges


def test_r10_is_more_careful_when_somebody_has_challenged() -> None:
    seen = view("Ks 4c", stock_left=4)
    seen.caller = RIGHT
    seen.hand_size[RIGHT] = 8
    assert answer(SNIPER, "respond", seen, **NUMBERS) == 1
    seen.answers[LEFT] = CHALLENGED
    assert answer(SNIPER, "respond", seen, **NUMBERS) == 0
