"""The eager caller."""

from __future__ import annotations

import pytest

from strategies.caller import CALLER
from strategies.greedy import GREEDY
from tests.strategies.situations import answer, view


@pytest.mark.parametrize(
    ("hand", "calls", "challenges"),
    [
        ("Ks", 1, 1),
        ("Ks Qd 4h", 1, 1),
        ("Ks Qd 5h", 1, 0),
        ("Ks Qd Jh Tc 9d 8h 3c", 1, 0),
        ("Ks Qd Jh Tc 9d 8h 4c", 0, 0),
    ],
)
def test_r9_calls_with_counts_that_others_play_on_with(hand: str, calls: int, challenges: int) -> None:
    assert answer(CALLER, "call", view(hand)) == calls
    assert answer(CALLER, "respond", view(hand)) == challenges


def test_otherwise_it_plays_as_greedy_does() -> None:
    assert CALLER.hooks == GREEDY.hooks
    assert answer(CALLER, "call", view("9s"), call_at=8) == 0
