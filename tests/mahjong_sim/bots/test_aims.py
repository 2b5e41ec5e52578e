"""Bots that go for one paid hand: what they keep and take."""

from __future__ import annotations

from mahjong_sim.game.state import DECISION_CLAIM, DECISION_DISCARD
from mahjong_sim.melds import CHOW, PUNG
from mahjong_sim.tiles import parse_tile
from tests.mahjong_sim.bots.positions import answer
from tests.mahjong_sim.tables import answer_until, meld, table, wall

PAIRS = "1s 1s 3s 3s 5s 5s 7d 7d 7d 7d 2c 2c 4c 4c 6c 6c 9s"


def test_singles_go_first_and_fourth_tiles_before_them_for_siete_pares() -> None:
    board = table()
    board.deal_deck(wall(PAIRS))
    answer_until(board, DECISION_DISCARD, 0)
    assert answer(board, "pungs") == parse_tile("9s")
    assert answer(board, "pairs") == parse_tile("7d")


def test_pungs_are_taken_and_chows_are_not() -> None:
    board = table()
    board.deal_deck(wall("5d", "5d 5d 4d 6d"))
    assert board.advance() == DECISION_DISCARD
    assert board.apply(parse_tile("5d")) == 0
    answer_until(board, DECISION_CLAIM, 1)
    assert answer(board, "pungs") == meld(PUNG, parse_tile("5d"))
    assert answer(board, "pairs") == 0
    board.view["may_pung"] = 0
    assert int(board.view["may_chow"]) != 0
    assert answer(board, "pungs") not in {meld(CHOW, kind) for kind in range(27)}
