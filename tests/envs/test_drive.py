"""A game driven from one decision of the learner to the next."""

from __future__ import annotations

import numpy as np

from strategies import load_player
from tongits_sim.envs.drive import REFUSED, TURN_DTYPE, call_drive, drive_address
from tongits_sim.game.asking import TABLE_DTYPE
from tongits_sim.game.board import Board
from tongits_sim.game.legality import CARD_NOT_HELD, NOT_AN_ANSWER
from tongits_sim.game.state import DECISION_DISCARD, DECISION_OVER
from tongits_sim.jit import njit
from tongits_sim.rules import load


@njit
def _drive(game, view, rules, log, table, turn, address):
    return call_drive(address, game, view, rules, log, table, turn)


class Driven:
    """A board on which a learner sits, with the same bot in the other seats."""

    def __init__(self, bot: str, seat: int, match: int = 0) -> None:
        self.board = Board(load("pagat"))
        player = load_player(bot)
        self._params = player.params()
        self._table = np.zeros(1, TABLE_DTYPE).view(np.recarray)
        self._table["seat_hooks"] = player.addresses()
        self._table["seat_params"] = self._params.ctypes.data
        self._turn = np.zeros(1, TURN_DTYPE).view(np.recarray)
        self._turn["learner"] = seat
        self.board.begin_match(1, match, 1)
        self.board.deal()

    def go(self, action: int | None = None) -> int:
        """Answer with an action word, if there is one; the next decision."""
        self._turn["pending"] = action is not None
        self._turn["action"] = np.uint64(action or 0)
        each = (self.board.game, self.board.view, self.board.rules, self.board.log, self._table[0], self._turn[0])
        return int(_drive(*each, drive_address()))


def test_stops_at_the_learners_decisions_only() -> None:
    for seat in range(3):
        driven = Driven("greedy", seat)
        decision, asked = driven.go(), 0
        while decision != DECISION_OVER:
            assert driven.board.view.me == seat
            asked += 1
            legal = int(driven.board.view.legal)
            decision = driven.go(legal & -legal if decision == DECISION_DISCARD else 0)
        assert asked > 2


def test_what_is_illegal_is_refused_and_nothing_happens() -> None:
    driven = Driven("greedy", 0)
    decision = driven.go()
    while decision != DECISION_DISCARD:
        decision = driven.go(0)
    before = driven.board.view_bytes()
    foreign = int(driven.board.game.hands[1])
    assert driven.go(foreign & -foreign) == REFUSED - CARD_NOT_HELD
    assert driven.go(0) == REFUSED - NOT_AN_ANSWER
    assert driven.board.view_bytes() == before
