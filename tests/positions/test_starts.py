"""The records that a position starts from hold nothing hidden, whatever the other cards are."""

from __future__ import annotations

import numpy as np

from tests.positions.games import boards, games, house
from tongits_sim.cards import mask_of, parse_card
from tongits_sim.game.log import ACT_DRAW
from tongits_sim.game.state import GAME_DTYPE, VIEW_DTYPE
from tongits_sim.positions.boards import position_of
from tongits_sim.positions.starts import dealt, seen_rows
from tongits_sim.records.replay import dealt_board


def test_hands_of_others_and_the_stock_are_empty() -> None:
    for _, _, board in boards("pagat", count=2):
        position = position_of(board, house("pagat"))
        game = np.frombuffer(position.past.game, GAME_DTYPE)[0]
        view = np.frombuffer(position.past.view, VIEW_DTYPE)[0]
        others = [seat for seat in range(3) if seat != position.seat]
        assert not any(game["hands"][seat] or game["dealt"][seat] or game["deadwood"][seat] for seat in others)
        assert int(game["hands"][position.seat]) == int(board.game.dealt[position.seat])
        assert not game["stock"].any()
        assert not game["words"].any()
        assert view["hand"] == 0


def test_draws_of_others_are_not_seen() -> None:
    _, _, board = list(boards("pagat", count=2))[-1]
    for seat in range(3):
        for head, cards, _ in seen_rows(board.rows, seat, board.rules):
            if head & 255 == int(ACT_DRAW):
                assert (cards != 0) == (head >> 8 & 255 == seat)


def test_the_deal_as_a_seat_knows_it_is_that_of_the_game() -> None:
    record = games("pagat")[0]
    true = dealt_board(record)
    for seat in range(3):
        hand = int(mask_of(map(parse_card, record["hands"][seat])))
        board = dealt(house("pagat"), true.match, seat, hand)
        assert int(board.game.hands[seat]) == hand
        assert [int(size) for size in board.view.hand_size] == [int(size) for size in true.view.hand_size]
        assert (board.game.phase, board.view.dealer, board.view.stock_left) == (0, true.view.dealer, 15)
