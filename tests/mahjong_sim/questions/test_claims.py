"""How the answer of `analyze claims` is presented."""

from __future__ import annotations

from mahjong_sim.questions import claims as presented
from tests.mahjong_sim.asked import asked, check_presented


def test_sentences_tables_and_figures() -> None:
    check_presented(presented, asked("claims"))
