"""The sensible beginner."""

from __future__ import annotations

import pytest

from strategies.greedy import GREEDY
from tests.strategies.situations import LEFT, ME, answer, cards_of, in_order, view


@pytest.mark.parametrize(
    ("hand", "calls", "challenges"), [("Ks Jd 4c", 1, 1), ("Ks Jd 5c", 1, 0), ("Ks Jd Tc", 1, 0), ("Ks Jd Tc As", 0, 0)]
)
def test_r9_r10_calls_and_challenges_by_its_count(hand: str, calls: int, challenges: int) -> None:
    seen = view(hand + " 7c 7d 7h")
    assert answer(GREEDY, "call", seen) == calls
    assert answer(GREEDY, "respond", seen) == challenges


def test_its_counts_are_parameters() -> None:
    seen = view("Ks Qd")
    assert answer(GREEDY, "call", seen, call_at=20) == answer(GREEDY, "respond", seen, challenge_at=20) == 1
    assert answer(GREEDY, "call", seen, call_at=19) == answer(GREEDY, "respond", seen, challenge_at=19) == 0
    assert [param.name for param in GREEDY.params] == ["call_at", "challenge_at"]


def test_r4_takes_a_discard_that_lowers_its_count() -> None:
    assert cards_of(answer(GREEDY, "draw", view("7c 7d Kh", offer="7h"))) == in_order("7c 7d 7h")
    assert answer(GREEDY, "draw", view("7c 8d Kh", offer="7h")) == 0


def test_r5_opens_with_its_first_meld_and_keeps_the_others() -> None:
    assert cards_of(answer(GREEDY, "lay", view("7c 7d 7h 4s 5s 6s Kd"))) == in_order("7c 7d 7h")
    assert answer(GREEDY, "lay", view("4s 5s 6s Kd", table=[(ME, "7c 7d 7h")])) == 0


def test_r6_r7_adds_loose_cards_and_throws_the_least_useful() -> None:
    seen = view("7s Kd 3c", table=[(LEFT, "7c 7d 7h")])
    assert cards_of(answer(GREEDY, "sapaw", seen)) == "7s"
    assert cards_of(answer(GREEDY, "discard", seen)) == "Kd"
