"""A match with a person at the table: the moves, the bots, and the person's legal actions."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from tongits_sim.cards import JOKERS, NATURALS, U, card_text, cards_in, parse_card
from tongits_sim.compile import jit
from tongits_sim.compile.hooks import listening
from tongits_sim.experiments.warmup import bot_tag, prepare_board
from tongits_sim.game import state
from tongits_sim.game.board import Board, Snapshot
from tongits_sim.game.bot_calls import PLAYERS_DTYPE, ask_bot, failure
from tongits_sim.game.illegal_reasons import REASONS
from tongits_sim.game.legality import check_call
from tongits_sim.records.diagnosis import why_not
from tongits_sim.records.events import Event, action_code_of, events_of
from tongits_sim.records.replay import play_events
from tongits_sim.records.schema import Record
from tongits_sim.records.write import begun_record, chain_of, record_of, rules_sheet
from tongits_sim.rules import RuleSet
from tongits_sim.rules.codes import CALL_TIMING_START, DRAW_TAKE_DISCARD_FREE
from tongits_sim.run.compiling import alone, timed, to_stderr
from tongits_sim.run.faults import BotFault, Fault
from tongits_sim.run.job import Notice
from tongits_sim.strategy import Player
from tongits_sim.table.action_numbers import all_melds
from tongits_sim.table.seat_view import SeatView


def fillings(cards: Iterable[str], ace_runs: int) -> list[dict[str, str]]:
    """All assignments of faces to jokers that turn the cards into a meld; without jokers a single empty assignment.

    >>> fillings(["4c", "5c", "X1"], 0)
    [{'X1': '3c'}, {'X1': '6c'}]
    """
    mask = sum(1 << parse_card(card) for card in set(cards))
    naturals = mask & int(NATURALS)
    jokers = [card_text(card) for card in cards_in(mask & int(JOKERS))]
    answers = []
    for meld in all_melds(ace_runs):
        faces = cards_in(meld & ~naturals)
        if meld & naturals == naturals and len(faces) == len(jokers):
            answers.append(dict(zip(jokers, map(card_text, faces), strict=True)))
    return answers


def meld_event(act: str, cards: Iterable[str], faces: dict[str, str]) -> Event:
    """A lay, secret or take of cards; faces: joker -> the card that it stands for."""
    event: Event = {"act": act, "cards": list(cards)}
    return {**event, "as": faces} if faces else event


def legal_takes(match: LiveMatch, sight: SeatView) -> list[Event]:
    """Every legal way to take the discard: new melds, smallest first, then additions, then into the hand."""
    if not sight.offer:
        return []
    ace_runs = int(match.board.rules.melds_ace_runs)
    ways: list[Event] = [
        {**meld_event("take", cards, faces), "card": sight.offer}
        for cards in _melds_with(sight.hand, sight.offer, ace_runs)
        for faces in fillings(cards, ace_runs)
    ]
    ways += [{"act": "take", **addition} for addition in _additions(match, (sight.offer,))]
    if int(match.board.rules.draw_take_discard) == DRAW_TAKE_DISCARD_FREE:
        ways.append({"act": "take", "card": sight.offer})
    return [way for way in ways if match.legal(way)]


def _melds_with(hand: tuple[str, ...], offer: str, ace_runs: int) -> list[tuple[str, ...]]:
    """Melds of the discard and cards of the hand; melds with jokers only of three cards."""
    mask = sum(1 << parse_card(card) for card in (*hand, offer))
    jokers = [card_text(card) for card in cards_in(mask & int(JOKERS))]
    melds: dict[tuple[str, ...], None] = {}
    for meld in all_melds(ace_runs):
        naturals = [card_text(card) for card in cards_in(meld & mask)]
        needed = meld.bit_count() - len(naturals)
        if needed and meld.bit_count() > 3:
            continue
        for chosen in itertools.combinations(jokers, needed) if len(naturals) >= 2 else ():
            if offer in naturals or offer in chosen:
                melds[(*naturals, *chosen)] = None
    return list(melds)


def ways_to_lay(match: LiveMatch, sight: SeatView) -> list[Event]:
    """The legal lays of melds in the hand's arrangement, open melds before face-down melds."""
    ace_runs = int(match.board.rules.melds_ace_runs)
    ways = [
        meld_event(act, meld, faces)
        for act in ("lay", "secret")
        for meld in sight.melds
        for faces in fillings(meld, ace_runs)
    ]
    return [way for way in ways if match.legal(way)]


def ways_to_add(match: LiveMatch, cards: Iterable[str]) -> list[Event]:
    """Every legal addition of one of the cards to a meld on the table."""
    ways = [{"act": "sapaw", **addition} for addition in _additions(match, cards)]
    return [way for way in ways if match.legal(way)]


def _additions(match: LiveMatch, cards: Iterable[str]) -> Iterator[Event]:
    view = match.board.view
    for text in cards:
        card = parse_card(text)
        for number in range(int(view.n_melds)):
            fits = int(view.meld_fits[number])
            if 1 << card & int(JOKERS):
                for face in cards_in(fits):
                    yield {"card": text, "onto": number, "as": {text: card_text(face)}}
            elif fits >> card & 1:
                yield {"card": text, "onto": number}


OPEN_END = 1_000_000
"""Games of a match without agreed length."""

_ANSWERED_BY = {
    "call": int(state.DECISION_CALL),
    "challenge": int(state.DECISION_RESPOND),
    "fold": int(state.DECISION_RESPOND),
    "draw": int(state.DECISION_DRAW),
    "take": int(state.DECISION_DRAW),
    "lay": int(state.DECISION_LAY),
    "secret": int(state.DECISION_LAY),
    "sapaw": int(state.DECISION_SAPAW),
    "discard": int(state.DECISION_DISCARD),
}
_MUST_ANSWER = (int(state.DECISION_RESPOND), int(state.DECISION_DISCARD))


class Refusal(NamedTuple):
    """Why an action is illegal: the rule, and a sentence that does not repeat the rule."""

    rule: str
    reason: str


class LiveMatch:
    """A match of a person and two bots.

    Attributes:
        rules: the house rules.
        seat: the person's seat.
        names: names of the players by seat, as in records.
        board: the game.
        bots: the other players.
        decision: the person's current decision (DECISION_*); DECISION_OVER at the end of a game.
    """

    def __init__(
        self, rules: RuleSet, players: Sequence[Player | None], seed: int, games: int = OPEN_END, person: str = "you"
    ) -> None:
        """A match before its first deal.

        Args:
            players: the player on each seat; None: the person.
            seed: the match is number 0 of this seed.
            games: the most games of the match.
            person: the person's name in records.
        """
        self.rules = rules
        self.seat = list(players).index(None)
        self.names = [player.label if player else person for player in players]
        self.board = Board(rules)
        self.bots = LiveBots(players, rules)
        self.decision = int(state.DECISION_OVER)
        self._sheet = rules_sheet(rules)
        self._before: dict[str, Any] = {}
        self._past: list[tuple[Snapshot, int]] = []  # for `undo`, with the number of rows of the log
        self.board.begin_match(seed, 0, games)

    # ---- a game ----------------------------------------------------------------------------------------------------

    def deal(self) -> None:
        """Deal the next game and run it to the person's first decision. Raises BotFault."""
        self._begin()
        self._run()

    def resume(self, events: Sequence[Event]) -> None:
        """Deal the next game, and play the events of a game in progress. Raises RecordError or BotFault."""
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
        while (decision := board.advance()) != state.DECISION_OVER and int(board.view.me) != self.seat:
            self.bots.play(board)
        self.decision = int(decision)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.decision == state.DECISION_OVER

    @property
    def match_over(self) -> bool:
        """Whether the match has no more games."""
        return bool(self.board.match.over)

    def finish(self) -> Record:
        """Settle the finished game and advance the match; returns the record of the game."""
        self.board.finish()
        return record_of(self.board, self._sheet, self.names, self._before)

    def record_so_far(self) -> Record:
        """The record of a game in progress, without `result` and `after`."""
        return begun_record(self.board, self._sheet, self.names, self._before)

    def rows(self, start: int = 0) -> list[Event]:
        """The events of the log from row `start` on, with hidden cards, but without the melds of a Tongits."""
        return events_of(self.board.rows)[start:]

    # ---- the person's actions --------------------------------------------------------------------------------------

    def act(self, event: Event) -> Refusal | None:
        """Perform an action of the person, and let the bots play on; returns None, or why the action is illegal.

        A refusal leaves the game unchanged. Raises BotFault.
        """
        before = self._snapshot()
        logged = self.board.logged
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
        """Whether an action of the person is legal now; leaves the game unchanged."""
        before = self._snapshot()
        logged = self.board.logged
        refusal = self._attempt({"seat": self.seat, **event})
        self.board.restore(before, logged)
        return refusal is None

    def undo(self) -> bool:
        """Undo the person's last action, if possible; returns whether it was undone."""
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
        """Whether a card was drawn, or another seat has played, since the log had `logged` rows."""
        if self.over or not self.board.logged:
            return True
        return any(event["seat"] != self.seat or event["act"] in ("draw", "discard") for event in self.rows(logged))

    def _attempt(self, event: Event) -> Refusal | None:
        """Answer decisions until the event is performed; after a refusal the caller must restore the board."""
        board = self.board
        start = self._snapshot()
        logged = board.logged
        answered = -1 if event["act"] == "pass" else _ANSWERED_BY[event["act"]]
        decision = int(board.view.decision)
        if event["act"] == "pass":
            return self._pass(decision)
        while True:
            if decision == answered:
                reason = board.apply(_word(event))
                return Refusal(*why_not(event, board, reason)) if reason else None
            if decision in _MUST_ANSWER or board.apply(0):
                break
            decision = int(board.advance())
            if any(_same(event, done) for done in self.rows(logged)):
                return None
            if decision == state.DECISION_OVER or int(board.view.me) != self.seat or self._played_by_engine(logged):
                break
        board.restore(start, logged)
        return self._why(event)

    def _played_by_engine(self, logged: int) -> bool:
        """Whether the engine itself has drawn or discarded for the person."""
        return any(done["act"] in ("draw", "discard") for done in self.rows(logged))

    def _pass(self, decision: int) -> Refusal | None:
        """Decline the decision, if declining is an action."""
        if decision == state.DECISION_CALL and self.board.view.n_discards and self._after_discard():
            self.board.apply(0)
            return None
        return Refusal("R2", "there is nothing to pass on: " + _DUE[state.DECISIONS[decision]])

    def _after_discard(self) -> bool:
        """Whether the person's discard of this turn is on the table, so that only a call may follow."""
        done = self.rows(max(self.board.logged - 1, 0))
        return bool(done) and done[0]["act"] == "discard" and done[0]["seat"] == self.seat

    def _why(self, event: Event) -> Refusal:
        """Why an event that answers no decision is illegal."""
        decision = int(self.board.view.decision)
        if decision == state.DECISION_RESPOND and event["act"] not in ("challenge", "fold"):
            return Refusal("R10", "a draw was called: challenge or fold")
        if event["act"] == "draw":
            return Refusal("R4", "you have drawn already in this turn: " + _DUE[state.DECISIONS[decision]])
        at_start = decision == state.DECISION_CALL and self.board.rules.call_timing == CALL_TIMING_START
        first = at_start or decision == state.DECISION_DRAW
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
    if event["act"] in ("call", "challenge"):
        return U(1)
    if event["act"] in ("fold", "draw"):
        return U(0)
    return action_code_of(event)


def _same(event: Event, done: Event) -> bool:
    """Whether the engine itself has performed the event."""
    if event["act"] != done["act"] or event["seat"] != done["seat"]:
        return False
    return event["act"] == "draw" or event.get("card") == done.get("card")


class LiveBots:
    """The bots at a table by seat; a person has the seat without bot.

    Attributes:
        players: the player on each seat; None: a person.
    """

    def __init__(self, players: Sequence[Player | None], rules: RuleSet) -> None:
        """Seat the bots at a table with these rules; compiles missing hooks."""
        self.players = tuple(players)
        self._params = [
            player.params(rules) if player else None for player in players
        ]  # kept alive: the table holds their addresses
        self._table = np.zeros(1, PLAYERS_DTYPE).view(np.recarray)
        self._table["seating"] = range(state.SEATS)
        for seat, (player, params) in enumerate(zip(players, self._params, strict=True)):
            if player is not None and params is not None:
                self._table["hooks"][0, seat] = player.addresses()
                self._table["params"][0, seat] = params.ctypes.data
                self._table["check_view"][0, seat] = bool(player.origin)

    def deal(self, board: Board) -> None:
        """Deal the next game of the board's match."""
        chance = [bool(player and player.strategy.uses_random) for player in self.players]
        board.game.chance[:] = chance
        board.deal()
        if any(chance):
            board.game.private_fields = 1

    def answer(self, board: Board) -> np.uint64:
        """The action code of the bot that must decide. Raises BotFault."""
        with listening() as errors:
            word, reason = ask_bot(self._table[0], board.view, np.int64(board.view.me), np.int64(board.view.decision))
        if reason:
            raise self.fault(board, int(reason), errors[0] if errors else "")
        return U(word)

    def play(self, board: Board) -> None:
        """Let the bot that must decide play. Raises BotFault."""
        code = board.apply(self.answer(board))
        if code:
            raise self.fault(board, code)

    def fault(self, board: Board, code: int, detail: str = "") -> BotFault:
        """The error for a bot that broke rule `code` at the board's decision."""
        seat = int(board.view.me)
        match = board.match
        decision = state.DECISIONS[board.view.decision]
        player = self.players[seat]
        fault = Fault(
            label=player.label if player else "",
            slot=seat,
            seat=seat,
            decision=decision,
            code=code,
            seed=int(match.seed),
            match=int(match.match),
            game=int(match.game),
            failure=failure(code, decision),
            detail=detail,
        )
        return BotFault(fault)


def seats_of(person: int, bots: Sequence[Player]) -> list[Player | None]:
    """Two bots around a person: the first plays next after the person, the second after that.

    >>> seats_of(1, ["next", "last"])
    ['last', None, 'next']
    """
    seats: list[Player | None] = [None] * state.SEATS
    for step, bot in enumerate(bots, start=1):
        seats[(person + step) % state.SEATS] = bot
    return seats


def prepare_live(players: Sequence[Player], rules: RuleSet, notice: Notice = to_stderr) -> None:
    """Load or compile the engine and bots for a table driven from Python, and make what the bots need."""
    prepare_board(notice)
    for player in players:
        player.prepare(rules, notice)
    tags = ["live", *(bot_tag(player) for player in players)]
    if all(map(jit.compiled_before, tags)):
        return
    with alone(notice):
        names = " and ".join(dict.fromkeys(player.strategy.name for player in players))
        notice(f"Compiling {names}, once: some seconds ... ")
        with timed(notice):
            for player in players:
                _play_a_game(player, rules)
        for tag in tags:
            jit.mark_compiled(tag)


def _play_a_game(player: Player, rules: RuleSet) -> None:
    """Play a game of a bot against itself."""
    board = Board(rules)
    bots = LiveBots([player] * state.SEATS, rules)
    board.begin_match(0, 0, 1)
    bots.deal(board)
    while board.advance() != state.DECISION_OVER:
        bots.play(board)
