"""The bot that bluffs."""

from __future__ import annotations

from strategies.bluffer import BLUFFER
from tests.strategies.situations import answer, dice, view


def test_calls_honestly_without_chance() -> None:
    assert all(answer(BLUFFER, "call", view("Ks Jd Tc", word=word)) == 1 for word in dice(1, 20))


def test_bluffs_at_its_rate_up_to_a_count() -> None:
    calls = [answer(BLUFFER, "call", view("Ks Qd Jh 4c", word=word), bluff_rate=0.25) for word in dice(2, 400)]
    assert 60 < sum(calls) < 140
    assert not any(answer(BLUFFER, "call", view("Ks Qd Jh 4c", word=w), bluff_rate=1, bluff_at=33) for w in dice(3, 20))
    assert not any(answer(BLUFFER, "call", view("Ks Qd Jh 4c", word=w), bluff_rate=0) for w in dice(4, 20))
