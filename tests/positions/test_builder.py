"""The records of a typed position: the engine, started two turns ago, arrives where it was typed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.positions.games import house
from tests.positions.test_position import TYPED
from tongits_sim.game.log import ACT_DISCARD, ACT_DRAW
from tongits_sim.game.state import VIEW_DTYPE
from tongits_sim.positions.builder import board_at, decision_of, moves, turns_back
from tongits_sim.positions.position import PositionError
from tongits_sim.positions.typed import Typed, read_facts, read_position

BEFORE = Typed("3h 4h 5h 9c 9d Ks 2c 8d Jd", "right: 7s 8s 9s; me: Qc Qd Qh", "Qs 4c", stock=9, sizes="9,12")


def test_the_table_is_as_typed() -> None:
    facts = read_facts(house("pagat"), TYPED)
    board = board_at(facts, 0)
    view = board.view
    assert (view.stock_left, view.n_discards, view.turn, view.dealer) == (13, 2, 3, 1)
    assert [int(size) for size in view.hand_size] == [10, 9, 12]
    assert [int(number) for number in view.open_melds] == [1, 1, 0]
    assert [int(flag) for flag in view.exposed] == [0, 0, 1]
    assert int(view.n_melds) == 2
    assert int(board.game.hands[0]) == facts.hand


def test_moves_lead_from_two_turns_ago() -> None:
    facts = read_facts(house("pagat"), TYPED)
    assert turns_back(facts) == 2
    acts = [(head & 255, head >> 8) for head, _, _ in moves(facts, 2)]
    discard, draw = int(ACT_DISCARD), int(ACT_DRAW)
    assert acts == [(discard, 1), (draw, 2), (discard, 2), (draw, 0)]
    board = board_at(facts, 2)
    assert (board.view.seat, board.view.n_discards, board.view.stock_left, board.view.turn) == (1, 0, 15, 1)
    assert [int(size) for size in board.view.hand_size] == [9, 10, 12]


def test_a_taken_discard_ends_the_way_back() -> None:
    typed = Typed("3h 4h 5h 9c 9d Ks 2c 8d Jd", "me: Qc Qd Qh; left: 6c 6d 6h", "Qs 6c Tc", sizes="12,9")
    facts = read_facts(house("pagat"), typed)
    assert turns_back(facts) == 1
    assert turns_back(replace(facts, sapawed=(2,))) == 0


def test_the_decision_is_the_first_there_is() -> None:
    assert read_position(house("pagat"), TYPED).decision == "lay"
    assert read_position(house("pagat"), replace(TYPED, decide="discard")).decision == "discard"
    assert read_position(house("pagat"), BEFORE).decision == "call"
    answer = read_position(house("pagat"), replace(BEFORE, caller="left"))
    assert (answer.decision, answer.caller) == ("respond", 2)


def test_blocked_calls_name_the_rule() -> None:
    with pytest.raises(PositionError, match=r"nothing to call here: a call is not legal \(R9.3"):
        read_position(house("pagat"), replace(BEFORE, decide="call", sapawed="me"))
    closed = Typed("3h 4h 5h 9c 9d Ks 2c 8d Jd 2s 7d 8h", "", "Qs 4c 6c", sizes="12,12")
    with pytest.raises(PositionError, match="no choice but to draw: a call is not legal"):
        read_position(house("pagat"), closed)


def test_calls_at_the_end_of_a_turn() -> None:
    position = read_position(house("sjs"), replace(BEFORE, discards="Qs 4c 6d", decide="call"))
    assert (position.decision, position.offer) == ("call", -1)
    assert position.past.rows[-1][0] >> 8 == 0  # the own discard


def test_melds_of_unseen_cards_keep_their_size() -> None:
    typed = Typed("3h 4h 5h 9c 9d Ks 2c 8d Jd", "left: ????; me: Qc Qd Qh", "Qs 4c", 9, "12,8", "call")
    facts = read_facts(house("pagat"), typed)
    board = board_at(facts, 0)
    assert int(board.view.meld_size[0]) == 4
    assert int(board.view.secrets[2]) == 1
    assert int(board.game.secret_faces[0]) == 0
    assert decision_of(facts, board) == "call"
    assert np.frombuffer(read_position(house("pagat"), typed).past.view, VIEW_DTYPE)["n_melds"][0] == 2
