"""A game's records held together and driven from Python."""

from __future__ import annotations

from tests.game.scenes import Script
from tongits_sim.cards import U
from tongits_sim.game.board import Snapshot, play_through
from tongits_sim.game.state import DECISION_LAY, DECISION_OVER
from tongits_sim.rules import load


def test_drives_a_game_to_its_end() -> None:
    board = play_through(load("sjs"), seed=1)
    assert board.match.over
    assert board.logged == len(board.rows) > 10
    assert board.advance() == DECISION_OVER


def test_deals_a_deck_laid_out_by_hand() -> None:
    script = Script("pagat", ("Ac", "2c", "3c"), stock="4c 5c", dealer=2)
    board = script.play("")
    assert [int(hand) >> place & 1 for place, hand in enumerate(board.game.hands)] == [1, 1, 1]
    assert list(board.view.hand_size) == [12, 12, 13]
    assert list(board.game.stock[:2]) == [3, 4]


def test_a_snapshot_stays_as_it_was() -> None:
    board = Script("pagat", ("7c 7d 7h 2c", "", "")).play("")
    assert board.view.decision == DECISION_LAY
    snapshot = Snapshot(board)
    snapshot.take(board)
    board.apply(U(0))
    board.advance()
    assert snapshot.view.decision == DECISION_LAY
    assert board.view.decision != DECISION_LAY
    assert list(snapshot.game.hands) == list(board.game.hands)
