"""A match of a person against two bots: actions are performed whole, and undone if they revealed nothing.

The person's actions are events as game records have them (docs/reference/formats.md), such as
`{"act": "discard", "card": "Ks"}`. One event may answer several of the engine's decisions: a discard also declines to
lay and to add.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tongits_sim.any_game.record_form import Record
from tongits_sim.cards import U
from tongits_sim.game.board import Board, Snapshot
from tongits_sim.game.legality import REASONS, check_call
from tongits_sim.game.state import (
    DECISION_CALL,
    DECISION_DISCARD,
    DECISION_DRAW,
    DECISION_LAY,
    DECISION_OVER,
    DECISION_RESPOND,
    DECISION_SAPAW,
    DECISIONS,
)
from tongits_sim.live.bots import LiveBots
from tongits_sim.records.diagnosis import why_not
from tongits_sim.records.events import Event, events_of, word_of
from tongits_sim.records.replay import play_events
from tongits_sim.records.write import begun_record, chain_of, record_of, rules_sheet
from tongits_sim.rules import RuleSet
from tongits_sim.rules.codes import CALL_TIMING_START
from tongits_sim.strategy import Player

OPEN_END = 1_000_000
"""Games of a match that has no agreed length."""

_ANSWERED_BY = {
    "call": int(DECISION_CALL),
    "challenge": int(DECISION_RESPOND),
    "fold": int(DECISION_RESPOND),
    "draw": int(DECISION_DRAW),
    "take": int(DECISION_DRAW),
    "lay": int(DECISION_LAY),
    "secret": int(DECISION_LAY),
    "sapaw": int(DECISION_SAPAW),
    "discard": int(DECISION_DISCARD),
}
_MUST_ANSWER = (int(DECISION_RESPOND), int(DECISION_DISCARD))


class Refusal(NamedTuple):
    """Why an action is illegal: the rule, and a sentence that does not repeat it."""

    rule: str
    reason: str


class LiveMatch:
    """A match of one person and two bots.

    Attributes:
        rules: the house rules.
        seat: the person's seat.
        names: names of the players by seat, as in records.
        board: the game.
        bots: the other players.
        decision: the person's decision now (DECISION_*), DECISION_OVER at the end of a game.
    """

    def __init__(
        self, rules: RuleSet, players: Sequence[Player | None], seed: int, games: int = OPEN_END, person: str = "you"
    ) -> None:
        """A match before its first deal.

        Args:
            rules: the house rules.
            players: the player on each seat, None for the person.
            seed: seed of the cards; the match is number 0 of that seed.
            games: the most games of the match.
            person: the person's name in records.
        """
        self.rules = rules
        self.seat = list(players).index(None)
        self.names = [player.label if player else person for player in players]
        self.board = Board(rules)
        self.bots = LiveBots(players, rules)
        self.decision = int(DECISION_OVER)
        self._sheet = rules_sheet(rules)
        self._before: dict[str, Any] = {}
        self._past: list[tuple[Snapshot, int]] = []  # for `undo`, with the rows of the log
        self.board.begin_match(seed, 0, games)

    # ---- a game ----------------------------------------------------------------------------------------------------

    def deal(self) -> None:
        """Deal the next game and run it to the person's first decision.

        Raises:
            BotFault: a bot fails.
        """
        self._begin()
        self._run()

    def resume(self, events: Sequence[Event]) -> None:
        """Deal the next game, and play all events of a game in progress.

        Raises:
            RecordError: an event is illegal.
            BotFault: a bot fails after them.
        """
        self._begin()
        play_events(self.board, events, to_the_end=False)
        self._run()

    def _begin(self) -> None:
        self._before = chain_of(self.board)
        self._past.clear()
        self.bots.deal(self.board)

    def _run(self) -> None:
        """Let the bots play until the person has to decide."""
        board = self.board
        while (decision := board.advance()) != DECISION_OVER and int(board.view.me) != self.seat:
            self.bots.play(board)
        self.decision = int(decision)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.decision == DECISION_OVER

    @property
    def match_over(self) -> bool:
        """Whether the match has no more games."""
        return bool(self.board.match.over)

    def finish(self) -> Record:
        """Settle the finished game and move the match on; the record of the game."""
        self.board.finish()
        return record_of(self.board, self._sheet, self.names, self._before)

    def begun(self) -> Record:
        """The record of a game that has not ended: it has no `result` and no `after`."""
        return begun_record(self.board, self._sheet, self.names, self._before)

    def rows(self, start: int = 0) -> list[Event]:
        """The events of the log from row `start` on, hidden cards included; without the melds of a Tongits."""
        return events_of(self.board.rows)[start:]

    # ---- the person's actions --------------------------------------------------------------------------------------

    def act(self, event: Event) -> Refusal | None:
        """Perform an action of the person, and let the bots play on; returns None, or why the action is illegal.

        A refusal leaves the game as it was.

        Raises:
            BotFault: a bot fails.
        """
        before, logged = self._snapshot(), self.board.logged
        refusal = self._attempt({"seat": self.seat, **event})
        if refusal is not None:
            self.board.restore(before, logged)
            return refusal
        self._run()
        if self._revealed(logged):
            self._past.clear()
        else:
            self._past.append((before, logged))
        return None

    def legal(self, event: Event) -> bool:
        """Whether an action of the person is legal now; the game stays as it is."""
        before, logged = self._snapshot(), self.board.logged
        refusal = self._attempt({"seat": self.seat, **event})
        self.board.restore(before, logged)
        return refusal is None

    def undo(self) -> bool:
        """Undo the person's last action if that is possible; returns whether it was."""
        if not self._past:
            return False
        self.board.restore(*self._past.pop())
        self.decision = int(self.board.view.decision)
        return True

    def _snapshot(self) -> Snapshot:
        snapshot = Snapshot(self.board)
        snapshot.take(self.board)
        return snapshot

    def _revealed(self, logged: int) -> bool:
        """Whether a card was drawn or somebody else has played since the log had `logged` rows."""
        if self.over or not self.board.logged:
            return True
        return any(event["seat"] != self.seat or event["act"] in ("draw", "discard") for event in self.rows(logged))

    def _attempt(self, event: Event) -> Refusal | None:
        """Answer decisions until the event is performed; after a refusal the caller restores the board."""
        board = self.board
        start, logged = self._snapshot(), board.logged
        wanted = -1 if event["act"] == "pass" else _ANSWERED_BY[event["act"]]
        decision = int(board.view.decision)
        if event["act"] == "pass":
            return self._pass(decision)
        while True:
            if decision == wanted:
                reason = board.apply(_word(event))
                return Refusal(*why_not(event, board, reason)) if reason else None
            if decision in _MUST_ANSWER or board.apply(0):
                break
            decision = int(board.advance())
            if any(_same(event, done) for done in self.rows(logged)):
                return None
            if decision == DECISION_OVER or int(board.view.me) != self.seat or self._played_by_engine(logged):
                break
        board.restore(start, logged)
        return self._why(event)

    def _played_by_engine(self, logged: int) -> bool:
        """Whether the engine has drawn or discarded for the person by itself."""
        return any(done["act"] in ("draw", "discard") for done in self.rows(logged))

    def _pass(self, decision: int) -> Refusal | None:
        """Decline the decision, where declining is an action."""
        if decision == DECISION_CALL and self.board.view.n_discards and self._after_discard():
            self.board.apply(0)
            return None
        return Refusal("R2", "there is nothing to pass on: " + _DUE[DECISIONS[decision]])

    def _after_discard(self) -> bool:
        """Whether the person's discard of this turn is on the table: a call would follow it."""
        done = self.rows(max(self.board.logged - 1, 0))
        return bool(done) and done[0]["act"] == "discard" and done[0]["seat"] == self.seat

    def _why(self, event: Event) -> Refusal:
        """Why an event that answers no decision is illegal."""
        decision = int(self.board.view.decision)
        if decision == DECISION_RESPOND and event["act"] not in ("challenge", "fold"):
            return Refusal("R10", "a draw was called: challenge or fold")
        if event["act"] == "draw":
            return Refusal("R4", "you have drawn already in this turn: " + _DUE[DECISIONS[decision]])
        first = decision in (DECISION_CALL, DECISION_DRAW) and not self._after_discard()
        if first and event["act"] in ("lay", "secret", "sapaw", "discard"):
            return Refusal("R2", "first draw a card from the stock, or take the discard")
        if event["act"] == "take" and not first:
            return Refusal("R4", "the discard is taken at the start of a turn, instead of drawing")
        if event["act"] == "call" and first:
            game, view, rules = self.board.game, self.board.view, self.board.rules
            code = check_call(game, view, rules, self.seat, int(view.turns[self.seat]), CALL_TIMING_START)
            return Refusal(*REASONS[int(code)])
        return Refusal(*why_not(event, self.board))


_DUE = {
    "call": "call a draw, or go on",
    "respond": "challenge or fold",
    "draw": "draw, or take the discard",
    "lay": "lay, add or discard",
    "sapaw": "add a card or discard",
    "discard": "discard a card",
}
"""The possible actions at a decision, for messages."""


def _word(event: Event) -> Any:
    """The action word of an event."""
    if event["act"] in ("call", "challenge"):
        return U(1)
    if event["act"] in ("fold", "draw"):
        return U(0)
    return word_of(event)


def _same(event: Event, done: Event) -> bool:
    """Whether the engine has performed the event by itself."""
    if event["act"] != done["act"] or event["seat"] != done["seat"]:
        return False
    return event["act"] == "draw" or event.get("card") == done.get("card")
