"""Every answer is checked, with the rule's number."""

from __future__ import annotations

import re

import pytest

from mahjong_sim.game import legality
from mahjong_sim.game.board import Board
from mahjong_sim.game.legality import REASONS
from mahjong_sim.game.state import DECISION_CLAIM, DECISION_DECLARE, DECISION_DISCARD, DECISION_WIN
from mahjong_sim.melds import BEAUTY, CHOW, KANG, NEWS, PUNG, SAGASA, SECRET
from mahjong_sim.tiles import parse_tile
from tests.mahjong_sim.tables import answer_until, meld, table, wall

FIVE, RED, EAST = parse_tile("5s"), parse_tile("Dr"), parse_tile("We")


def test_every_code_has_a_rule_and_a_reason() -> None:
    codes = {name: int(code) for name, code in vars(legality).items() if name.startswith("NO") and name.isupper()}
    assert set(codes.values()) == set(REASONS)
    assert all(re.fullmatch(r"V\d+", rule) and why for rule, why in REASONS.values())


def claiming() -> Board:
    """A board on which seat 1 may chow and pung the 5s that mano discards."""
    board = table()
    board.deal_deck(wall("5s", "4s 6s 5s 5s"))
    assert board.advance() == DECISION_DISCARD
    assert board.apply(FIVE) == 0
    answer_until(board, DECISION_CLAIM)
    return board


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (meld(CHOW, FIVE), legality.NOT_A_CHOW),
        (meld(CHOW, 250), legality.NOT_A_CHOW),
        (meld(PUNG, FIVE + 1), legality.NOT_A_PUNG),
        (meld(KANG, FIVE), legality.NOT_A_KANG),
        (meld(BEAUTY, RED), legality.NOT_A_BEAUTY),
        (meld(NEWS, EAST), legality.NOT_NEWS),
        (meld(SECRET, FIVE), legality.NOT_FOR_A_CLAIM),
        (99, legality.NOT_AN_ANSWER),
        (2**63 + 1, legality.NOT_A_CHOW),
    ],
)
def test_illegal_claims_are_refused_and_change_nothing(action: int, code: int) -> None:
    board = claiming()
    before = (board.view_bytes(), board.game.tobytes())
    assert board.apply(action) == code
    assert (board.view_bytes(), board.game.tobytes()) == before
    assert board.apply(meld(PUNG, FIVE)) == 0


def test_v5_only_tiles_of_the_hand_are_discarded_and_no_flower() -> None:
    board = table()
    board.deal_deck(wall("1s 2s", "3s"))
    assert board.advance() == DECISION_DISCARD
    absent = next(kind for kind in range(34) if board.view["counts"][kind] == 0)
    assert board.apply(absent) == legality.NOT_HELD
    assert board.apply(parse_tile("F1")) == legality.NO_SUCH_TILE
    assert board.apply(2**64 - 1) == legality.NO_SUCH_TILE
    assert board.apply(parse_tile("1s")) == 0


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (meld(SECRET, RED), legality.NOT_A_SECRET),
        (meld(SAGASA, FIVE), legality.NOT_A_SAGASA),
        (meld(BEAUTY, RED + 1), legality.NOT_A_BEAUTY),
        (meld(NEWS, EAST), legality.NOT_NEWS),
        (meld(CHOW, FIVE), legality.NOT_TO_DECLARE),
        (8, legality.NOT_AN_ANSWER),
    ],
)
def test_illegal_declarations_are_refused(action: int, code: int) -> None:
    board = table()
    board.deal_deck(wall("5s 5s 5s 5s Dr Dg Dw"))
    assert board.advance() == DECISION_DECLARE
    assert board.apply(action) == code
    assert board.apply(meld(SECRET, FIVE)) == 0


def test_an_answer_to_win_is_yes_or_no() -> None:
    board = table()
    board.deal_deck(wall("1s 2s 3s 4s 5s 6s 7s 8s 9s 1d 2d 3d 4d 5d 6d Dr Dr"))
    assert board.advance() == DECISION_WIN
    assert board.apply(2) == legality.NOT_AN_ANSWER
    assert board.apply(0) == 0


def test_nothing_is_asked_before_advance_and_after_the_end() -> None:
    board = table()
    board.deal_deck(wall("1s 2s 3s 4s 5s 6s 7s 8s 9s 1d 2d 3d 4d 5d 6d Dr Dr"))
    assert board.apply(1) == legality.NOT_AN_ANSWER
    assert board.advance() == DECISION_WIN
    assert board.apply(1) == 0
    assert board.advance() == -1
    assert board.apply(1) == legality.NOT_AN_ANSWER
