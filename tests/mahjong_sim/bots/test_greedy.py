"""The greedy bot: nearest to winning, then most tiles that help."""

from __future__ import annotations

from mahjong_sim.game.state import DECISION_CLAIM, DECISION_DISCARD
from mahjong_sim.melds import CHOW
from mahjong_sim.tiles import parse_tile
from tests.mahjong_sim.bots.positions import answer
from tests.mahjong_sim.tables import meld, table, wall

READY_BUT_ONE = "1s 2s 3s 4s 5s 6s 7s 8s 9s 1d 2d 3d 4d 5d Dr Dr We"


def test_it_discards_what_leaves_it_nearest() -> None:
    board = table()
    board.deal_deck(wall(READY_BUT_ONE))
    assert board.advance() == DECISION_DISCARD
    assert answer(board, "greedy") == parse_tile("We")


def test_it_takes_what_brings_it_nearer_and_nothing_else() -> None:
    hands = ("5c", "1s 2s 3s 4s 5s 6s 7s 8s 9s 1d 2d 4c 6c Dr Dr We")
    board = table()
    board.deal_deck(wall(*hands))
    assert board.advance() == DECISION_DISCARD
    assert board.apply(parse_tile("5c")) == 0
    assert board.advance() == DECISION_CLAIM
    assert answer(board, "greedy") == meld(CHOW, parse_tile("4c"))
    board.deal_deck(wall("2s", hands[1]))
    assert board.advance() == DECISION_DISCARD
    assert board.apply(parse_tile("2s")) == 0
    assert board.advance() == DECISION_CLAIM
    assert answer(board, "greedy") == 0
    assert answer(board, "caller") in (
        0,
        meld(CHOW, parse_tile("1s")),
        meld(CHOW, parse_tile("2s")),
        meld(CHOW, parse_tile("3s")),
    )
