"""Plays the moves of a hand-written game on a dealt board, with the engine's own events between them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tongits_sim.cards import card_text, parse_card
from tongits_sim.errors import TongitsError
from tongits_sim.game.board import Board, Snapshot
from tongits_sim.game.state import DECISION_CALL, DECISION_DISCARD, DECISION_DRAW, DECISION_OVER, DECISION_RESPOND
from tongits_sim.records.diagnosis import why_not
from tongits_sim.records.events import Event, action_code_of, event_of
from tongits_sim.records.notation import Move
from tongits_sim.records.replay import ANSWERS

AUTOMATIC = ("tongits", "spread")
"""Acts that the engine performs by itself, so a writer may leave them out."""


class IllegalMove(TongitsError):  # noqa: N818 - play_sheet catches it
    """A move is illegal in this deal."""

    def __init__(self, move: int, why: tuple[str, str]) -> None:
        super().__init__(why[1])
        self.move = move
        self.why = why


class WrittenMoves:
    """Plays moves on a dealt board, and the engine's own events between moves."""

    def __init__(self, board: Board, moves: Sequence[Move], unknown: Sequence[int]) -> None:
        self.board = board
        self.moves = moves
        self.unknown = unknown
        self.next = 0
        self.events: list[Event] = []
        self.lines: list[int] = []
        self.offer = -1
        self.melds: list[set[str]] = []

    def drive(self) -> tuple[list[Event], bool]:
        """Play all moves; returns the events, and whether the game is over. Raises IllegalMove, NotationError."""
        board = self.board
        before = Snapshot(board)
        logged = 0  # a spread is in the log as soon as the cards are dealt
        while True:
            before.take(board)
            decision = int(board.advance())
            if not self._follow(logged, before):
                return self.events, self._only_claim_left()
            if decision == DECISION_OVER:
                break
            if self.next >= len(self.moves):
                return self.events, self._over_by_passing()
            if self._only_claim_left():
                return self.events, True
            if self.moves[self.next].act == "pass":
                self._pass(decision)
                continue
            logged = board.logged
            before.take(board)
            self._answer(decision)
            self._follow(logged, before)
            logged = board.logged
        if self.next < len(self.moves) and not self._only_claim_left():
            raise IllegalMove(self.next, ("R2", "the game is over"))
        return self.events, True

    def _pass(self, decision: int) -> None:
        """Perform the next move, with which the seat passes a call. Raises IllegalMove."""
        seat = self.moves[self.next].seat
        if decision != DECISION_CALL or seat != self.board.view.me:
            raise IllegalMove(self.next, ("R9", f"seat {seat} cannot call here, so there is nothing to pass"))
        self.board.apply(0)
        self.next += 1

    def _only_claim_left(self) -> bool:
        """Whether the only remaining move is a Tongits of the seat that moved last, which has unknown cards."""
        if self.next != len(self.moves) - 1 or not self.events:
            return False
        move = self.moves[self.next]
        return move.act == "tongits" and move.seat in self.unknown and move.seat == self.events[-1]["seat"]

    def _over_by_passing(self) -> bool:
        """Play on without calls and takes; if the game does not end, restore the board and return False."""
        board = self.board
        here = Snapshot(board)
        logged = board.logged
        here.take(board)
        while int(board.view.decision) in (DECISION_CALL, DECISION_DRAW):
            board.apply(0)
            if board.logged == logged and board.advance() == DECISION_OVER:
                return True
            if board.logged != logged:
                break
        board.restore(here, logged)
        return False

    def _answer(self, decision: int) -> None:
        """Answer a decision with the next move, or with 0 if that move answers a later decision."""
        board = self.board
        event = self._event()
        action: int | np.uint64 = 0
        mine = event["seat"] == board.view.me
        if mine and event["act"] in ANSWERS[decision]:
            if decision == DECISION_CALL:
                action = 1
            elif decision == DECISION_RESPOND:
                action = int(event["act"] == "challenge")
            else:
                action = action_code_of(event)
        elif decision in (DECISION_RESPOND, DECISION_DISCARD) or (
            decision == DECISION_DRAW and not (mine and event["act"] == "draw")
        ):
            raise IllegalMove(self.next, self._why(event, decision))
        reason = board.apply(action)
        if reason:
            raise IllegalMove(self.next, why_not(event, board, reason))

    def _why(self, event: Event, decision: int) -> tuple[str, str]:
        if decision == DECISION_DRAW and event["seat"] == self.board.view.me:
            return "R4", "first draw (+) or take the discard (<)"
        return why_not(event, self.board)

    def _event(self) -> Event:
        """The next move as an event with all keys that the tests of legality need."""
        move = self.moves[self.next]
        event: Event = {"seat": move.seat, "act": move.act}
        if move.act == "fold":
            event["forced"] = False
        if move.act in ("draw", "discard", "sapaw"):
            event["card"] = move.card
        if move.act == "take":
            event["card"] = card_text(self.offer) if self.offer >= 0 else move.card or (move.cards or ("Ac",))[0]
            if move.card and move.card != event["card"]:
                raise move.place.error(f"R4: the discard is {event['card']}, not {move.card}")
        if move.cards:
            event["cards"] = list(move.cards)
        if move.onto:
            event["onto"] = self._meld(move)
        if move.faces:
            event["as"] = dict(move.faces)
        return event

    def _meld(self, move: Move) -> int:
        for number, cards in enumerate(self.melds):
            if move.onto in cards:
                return number
        raise move.place.error(f"R6: no meld on the table holds {move.onto}")

    def _follow(self, logged: int, before: Snapshot) -> bool:
        """Compare the engine's events with the moves. If the engine went beyond the last move, restore it and return
        False.
        """
        board = self.board
        for number in range(logged, board.logged):
            done = event_of(board.rows[number], self.offer)
            move = self.moves[self.next] if self.next < len(self.moves) else None
            same = move is not None and move.seat == done["seat"] and move.act == done["act"]
            guessed = done["act"] in AUTOMATIC and done["seat"] in self.unknown
            if not same and (done["act"] in AUTOMATIC or done.get("forced")) and not guessed:
                self._note(done)
                self.lines.append(0)
                continue
            if move is None or (not same and self._only_claim_left()):
                board.restore(before, logged)
                return False
            if move.act == "pass":
                board.restore(before, logged)
                self._pass(int(DECISION_OVER))
            if not same or not self._fits(done, move):
                event = self._event()
                board.restore(before, logged)
                raise IllegalMove(self.next, why_not(event, board, due=done))
            self.next += 1
            self._note(done)
            self.lines.append(move.place.line)
        return True

    @staticmethod
    def _fits(done: Event, move: Move) -> bool:
        """Whether the engine's event has the written cards."""
        if done["act"] in ("draw", "discard", "sapaw"):
            return not move.card or move.card == done["card"]
        return "cards" not in done or set(filter(None, move.cards)) <= set(done["cards"])

    def _note(self, done: Event) -> None:
        self.events.append(done)
        if done["act"] == "discard":
            self.offer = parse_card(done["card"])
        elif done["act"] == "take":
            self.offer = -1
        if done["act"] in ("lay", "secret", "take") and "cards" in done:
            self.melds.append(set() if done["act"] == "secret" else _naturals(done))
        elif "onto" in done:
            self.melds[done["onto"]] |= _naturals({**done, "cards": [done["card"]]})


def _naturals(done: Event) -> set[str]:
    """The natural cards that a move puts on the table."""
    return {card for card in done["cards"] if not card.startswith("X")}
