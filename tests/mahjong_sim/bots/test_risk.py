"""The risk of a discard: less for ends and honours, and for what nobody won with before."""

from __future__ import annotations

from mahjong_sim.bots.risk import risk
from mahjong_sim.game.board import Board
from mahjong_sim.tiles import parse_tile
from tests.mahjong_sim.tables import table, wall


def late() -> Board:
    board = table()
    board.deal_deck(wall("1s 2s 3s 4s 5s 6s 7s 8s 9s 1d 2d 3d 4d 5d Dr Dr We"))
    board.advance()
    board.view["turns"][0] = 12
    return board


def of(board: Board, text: str) -> float:
    return float(risk(board.view, parse_tile(text)))


def test_it_grows_with_turns_and_melds_on_the_table() -> None:
    board = late()
    before = of(board, "5s")
    board.view["n_melds"][2] = 3
    assert of(board, "5s") > before > 0
    board.view["turns"][0] = 1
    assert of(board, "5s") < 0.001
    board.view["turns"][0], board.view["n_melds"][2] = 40, 5
    assert of(board, "5s") < 1


def test_ends_and_honours_are_safer() -> None:
    board = late()
    assert of(board, "5s") == of(board, "3s") > of(board, "2s") > of(board, "9s") > of(board, "We") > 0
    board.view["seen"][parse_tile("5s")] = 2
    assert of(board, "5s") < of(board, "3s")


def test_what_was_discarded_is_safer() -> None:
    board = late()
    never = of(board, "5s")
    board.view["discards"][:6] = [parse_tile(each) for each in ("5s", "1d", "2d", "3d", "4d", "6s")]
    board.view["n_discards"] = 6
    assert 0 < of(board, "6s") < of(board, "5s") < never
