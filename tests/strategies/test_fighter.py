"""The bot that challenges."""

from __future__ import annotations

from strategies.fighter import FIGHTER
from tests.strategies.situations import answer, view


def test_r10_challenges_with_nearly_anything() -> None:
    assert answer(FIGHTER, "respond", view("Ks Qd Jh 9c")) == 1
    assert answer(FIGHTER, "respond", view("Ks Qd Jh 9c 8d")) == 0
    assert answer(FIGHTER, "respond", view("Ks Qd"), challenge_at=19) == 0
    assert answer(FIGHTER, "call", view("Ts")) == 0
