"""Goes for a straight: which suit, what it keeps, what it takes."""

from __future__ import annotations

from mahjong_sim.bots.straight import beside, straight_suit
from mahjong_sim.game.state import DECISION_CLAIM, DECISION_DISCARD
from mahjong_sim.melds import CHOW
from mahjong_sim.tiles import parse_tile
from tests.mahjong_sim.bots.positions import answer
from tests.mahjong_sim.tables import answer_until, meld, table, wall


def test_it_keeps_one_of_each_rank_of_its_suit() -> None:
    board = table()
    board.deal_deck(wall("1s 2s 2s 4s 5s 7s 9s 1d 2d 3d 5d 5d 5d 8c 9c Dr We"))
    answer_until(board, DECISION_DISCARD, 0)
    suit, missing = straight_suit(board.view)
    assert (int(suit), int(missing)) == (0, 3)
    left = beside(board.view, suit)
    assert int(left[:9].sum()) == 1
    assert left[parse_tile("2s")] == 1
    assert answer(board, "straight") in (parse_tile("Dr"), parse_tile("We"))


def test_it_takes_the_chow_that_its_straight_lacks_and_no_other_of_its_suit() -> None:
    for discard, taken in (("6s", meld(CHOW, parse_tile("4s"))), ("5s", 0)):
        board = table()
        board.deal_deck(wall(discard, "1s 2s 3s 4s 5s 7s 8s 9s"))
        board.advance()
        assert board.apply(parse_tile(discard)) == 0
        answer_until(board, DECISION_CLAIM, 1)
        assert answer(board, "straight") == taken
