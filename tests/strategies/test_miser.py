"""The bot that risks nothing."""

from __future__ import annotations

from strategies.greedy import GREEDY
from strategies.miser import MISER
from tests.strategies.situations import answer, view


def test_r9_never_calls() -> None:
    for hand in ("As", "7c 7d 7h", "Ks Qd"):
        assert answer(MISER, "call", view(hand)) == 0


def test_r10_challenges_only_with_next_to_nothing() -> None:
    assert [answer(MISER, "respond", view(hand)) for hand in ("7c 7d 7h", "As", "2s", "3s")] == [1, 1, 1, 0]
    assert answer(MISER, "respond", view("9s"), challenge_at=9) == 1
    assert [param.name for param in MISER.params] == ["challenge_at"]


def test_otherwise_it_plays_as_greedy_does() -> None:
    for decision in ("draw", "lay", "sapaw", "discard"):
        assert getattr(MISER.hooks, decision) is getattr(GREEDY.hooks, decision)
