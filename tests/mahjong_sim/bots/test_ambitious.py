"""The ambitious bot goes for a flush with enough tiles of a suit."""

from __future__ import annotations

from mahjong_sim.game.state import DECISION_DISCARD
from tests.mahjong_sim.bots.positions import answer
from tests.mahjong_sim.tables import table, wall

SUIT = "1s 1s 2s 3s 4s 5s 6s 7s 8s 9s 9s 2d 3d 4d 5c 6c 7c"


def test_it_breaks_up_other_suits_for_a_flush() -> None:
    board = table()
    board.deal_deck(wall(SUIT))
    while board.advance() != DECISION_DISCARD:
        assert board.apply(0) == 0
    assert answer(board, "ambitious") // 9 in (1, 2)
    assert answer(board, "ambitious(suit_at=12)") == answer(board, "greedy")
