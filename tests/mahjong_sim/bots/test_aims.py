"""Bots that go for one paid hand: what they keep and take."""

from __future__ import annotations

from mahjong_sim.bots.aims import has_neighbours
from mahjong_sim.game.state import DECISION_CLAIM, DECISION_DISCARD, DECISION_WIN
from mahjong_sim.melds import CHOW, KANG, PUNG
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


def test_for_five_chows_honours_go_first_and_only_chows_are_taken() -> None:
    board = table()
    board.deal_deck(wall("1s 2s 3s 5s 6s 7s 2d 3d 4d 6d 7d 2c 3c 4c 9c Dr We", "5d 5d 4d 6d"))
    answer_until(board, DECISION_DISCARD, 0)
    assert answer(board, "chows") in (parse_tile("Dr"), parse_tile("We"))
    assert has_neighbours(board.view["counts"], parse_tile("2s"))
    assert not has_neighbours(board.view["counts"], parse_tile("9c"))
    board = table()
    board.deal_deck(wall("5d", "5d 5d 4d 6d"))
    board.advance()
    assert board.apply(parse_tile("5d")) == 0
    answer_until(board, DECISION_CLAIM, 1)
    assert answer(board, "chows") in (0, meld(CHOW, parse_tile("4d")))


def test_what_can_be_melded_is_taken_for_a_hand_all_revealed() -> None:
    board = table()
    board.deal_deck(wall("5d", "5d 5d"))
    board.advance()
    assert board.apply(parse_tile("5d")) == 0
    answer_until(board, DECISION_CLAIM, 1)
    assert answer(board, "revealed") == answer(board, "fours") == meld(PUNG, parse_tile("5d"))


def test_a_kang_goes_before_a_pung_for_four_equal_tiles() -> None:
    board = table()
    board.deal_deck(wall("5d", "5d 5d 5d"))
    board.advance()
    assert board.apply(parse_tile("5d")) == 0
    answer_until(board, DECISION_CLAIM, 1)
    assert answer(board, "fours") == meld(KANG, parse_tile("5d"))


def test_a_discard_is_passed_for_bunot() -> None:
    board = table()
    board.deal_deck(wall("5d", "1s 2s 3s 4s 5s 6s 7s 8s 9s 1c 2c 3c 7c 7c 4d 6d"))
    board.advance()
    assert board.apply(parse_tile("5d")) == 0
    assert board.advance() == DECISION_WIN
    assert answer(board, "greedy") == 1
    assert answer(board, "drawer") == 0
    board.view["seat"] = board.view["mahjong_me"]
    assert answer(board, "drawer") == 0  # completed by a meld after a claim: the discard wins
    board.view["drawn"] = parse_tile("5d")
    assert answer(board, "drawer") == 1
