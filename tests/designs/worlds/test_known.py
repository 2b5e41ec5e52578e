"""What a position says of the hidden cards: room for each of them, and the cards that each draw may have brought."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.designs.worlds.scenes import positions, some, worker
from tongits_sim.game.log import ACT_DRAW, ACT_TAKE_FREE
from tongits_sim.positions.position import PositionError


@pytest.mark.parametrize(("rules", "bots"), [("pagat", "expert,expert,expert"), ("pagat!free", "random,random,random")])
def test_there_is_room_for_every_unknown_card(rules: str, bots: str) -> None:
    for position, board in list(positions(rules, bots, 3))[::3]:
        known = worker(position, bots).worlds[0]
        secrets = sum(int(known.secret_size[k]) for k in range(int(known.secrets)))
        room = int(known.held_unknown.sum()) + secrets + position.stock
        assert position.unknown.bit_count() == room
        for j in range(int(known.draws)):
            seat, pool = int(known.draw_seat[j]), int(known.draw_pool[j])
            assert (known.draw_card[j] >= 0) == (seat == position.seat)
            if seat != position.seat:
                # The true card of each draw is among those that it may have brought.
                drawn = 1 << int(board.game.stock[j])
                held = int(board.game.hands[seat])
                hidden = sum(int(faces) for faces in board.game.secret_faces)
                assert drawn & (pool | held | hidden)


def test_counts_that_do_not_fit_are_refused() -> None:
    position, _ = some("pagat")
    with pytest.raises(PositionError, match="cards are out of sight, but hands, stock and discards have room for"):
        worker(replace(position, stock=position.stock + 1))


def test_a_card_taken_into_the_hand_was_not_drawn() -> None:
    """A card that a seat took and discarded later cannot be what a draw between these two moves brought."""
    checked = 0
    for position, _ in positions("pagat!free", "random,random,random", 6):
        known = worker(position).worlds[0]
        for at, (head, card, _) in enumerate(position.past.rows):
            if head & 255 == int(ACT_TAKE_FREE) and head >> 8 & 255 != position.seat:
                left = [
                    row
                    for row, (after, cards, _) in enumerate(position.past.rows)
                    if row > at and cards & card and after & 255 != int(ACT_DRAW)
                ]
                for j in range(int(known.draws)):
                    if known.draw_seat[j] == head >> 8 & 255 and at < known.draw_row[j] < min(left, default=0):
                        assert not int(known.draw_pool[j]) & card
                        checked += 1
    assert checked > 3
