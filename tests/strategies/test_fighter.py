"""The bot that challenges."""

from __future__ import annotations

from strategies.fighter import FIGHTER
from tests.strategies.situations import answer, view


def test_r10_challenges_with_nearly_anything() -> None:
    assert answer(FIGHTER, "respond", view("Ks Qd Jh Tc 9d 8h 7c 6s")) == 1
    assert answer(FIGHTER, "respond", view("Ks Qd Jh Tc 9d 8h 7c 6s As")) == 0
    assert answer(FIGHTER, "respond", view("Ks Qd"), challenge_at=19) == 0
    assert answer(FIGHTER, "call", view("Ts Kd Qh As")) == 0
