"""The view of a seat that is not asked."""

from __future__ import annotations

from tests.game.scenes import Script
from tongits_sim.cards import NO_CARD
from tongits_sim.envs.seat_view import show_seat
from tongits_sim.game.state import DECISION_OVER, VIEW_DTYPE, new_record

SECRET = "7c 7d 7h 7s 2c"


def test_shows_a_seat_its_own_and_what_is_public() -> None:
    board = Script("pagat", (SECRET, "", "")).play("0 secret 7c 7d 7h 7s; 0 discard 2c")
    shown = new_record(VIEW_DTYPE)[0]
    for seat in range(3):
        show_seat(board.game, board.view, board.rules, seat, shown)
        assert (shown.me, shown.hand, shown.melded) == (seat, board.game.hands[seat], board.game.melded[seat])
        assert (shown.deadwood, shown.decision) == (board.game.deadwood[seat], DECISION_OVER)
        assert bool(shown.own_secrets[0]) == (seat == 0)
        assert (shown.legal, shown.word, shown.drawn) == (0, 0, NO_CARD)
        assert list(shown.hand_size) == list(board.view.hand_size)
