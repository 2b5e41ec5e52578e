"""The position on a board: everything its seat knows, and nothing else."""

from __future__ import annotations

import pytest

from tests.positions.games import boards, house, swapped
from tongits_sim.any_game.record_form import RecordError
from tongits_sim.game.board import Board
from tongits_sim.positions.boards import deck_of, position_of
from tongits_sim.positions.position import PositionError
from tongits_sim.positions.stored import board_at


@pytest.mark.parametrize("rules", ["pagat", "pagat+joker", "pagat!free", "sjs"])
def test_every_card_is_counted(rules: str) -> None:
    seen = 0
    for _, _, board in boards(rules, "random,expert,random"):
        position = position_of(board, house(rules))
        hidden = sum(int(hand).bit_count() for seat, hand in enumerate(board.game.hands) if seat != position.seat)
        secrets = sum(meld.size for meld in position.melds if meld.face_down and meld.owner != position.seat)
        known = sum(cards.bit_count() for cards in position.known)
        assert position.unknown.bit_count() == hidden + secrets + position.stock - known
        for seat in range(3):
            if seat != position.seat:
                assert position.known[seat] & ~int(board.game.hands[seat]) == 0
        assert position.hand == int(board.game.hands[position.seat])
        assert position.unknown & position.hand == 0
        seen += 1
    assert seen > 50


def test_other_hidden_cards_give_the_same_position() -> None:
    compared = 0
    for record, move, board in boards("pagat"):
        position = position_of(board, house("pagat"))
        try:
            other = board_at(swapped(record, position.seat), move)
        except (PositionError, RecordError):  # with those cards it could not have come about
            continue
        if other.view.decision == board.view.decision:
            assert [int(hand) for hand in other.game.hands] != [int(hand) for hand in board.game.hands] or list(
                other.game.stock
            ) != list(board.game.stock)
            assert position_of(other, house("pagat")) == position
            compared += 1
    assert compared > 20


def test_the_board_is_left_as_it_is() -> None:
    _, _, board = next(boards("pagat"))
    before, logged = board.view_bytes(), board.logged
    position_of(board, house("pagat"))
    assert (board.view_bytes(), board.logged) == (before, logged)


def test_a_board_that_asks_nobody_has_no_position() -> None:
    board = Board(house("pagat"))
    board.begin_match(1, 0, 1)
    board.deal()
    with pytest.raises(PositionError, match="nobody has to decide"):
        position_of(board, house("pagat"))


def test_decks() -> None:
    assert [deck_of(jokers).bit_count() for jokers in range(3)] == [52, 53, 54]
