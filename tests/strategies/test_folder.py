"""The bot that never challenges."""

from __future__ import annotations

from strategies.folder import FOLDER
from tests.strategies.situations import answer, view


def test_r10_folds_with_the_best_hand_but_calls() -> None:
    assert answer(FOLDER, "respond", view("As")) == 0
    assert answer(FOLDER, "call", view("9s Kd Jh As")) == 1
    assert answer(FOLDER, "call", view("Ts Kd Jh As")) == 0
    assert [param.name for param in FOLDER.params] == ["call_at"]
