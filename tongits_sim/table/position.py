"""The position of a seat that must decide, from a board in play or from dealt cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np

from tongits_sim.cards import NATURALS, NO_CARD, X1, X2, U, card_points, card_text, cards_in, format_mask
from tongits_sim.errors import TongitsError
from tongits_sim.game import log
from tongits_sim.game.board import Board
from tongits_sim.game.engine import PHASE_TURN, PHASE_WAITING
from tongits_sim.game.match_history import copy_history
from tongits_sim.game.state import DECISION_CALL, DECISION_DRAW, DECISIONS, GAME_DTYPE, MATCH_DTYPE, SEATS, VIEW_DTYPE
from tongits_sim.hands.melds import least_deadwood
from tongits_sim.rules import RuleSet, rules_record
from tongits_sim.rules.codes import CALL_TIMING_START, RESPONSE_ORDER_SEQUENTIAL


def position_of(board: Board, rules: RuleSet) -> Position:
    """The knowledge of a board's deciding seat: the game so far, and the history of its match. Raises PositionError.

    board: waits for a decision (returned by `advance`); stays unchanged.
    """
    game, view = board.game, board.view
    if game.phase != PHASE_WAITING:
        raise PositionError("nobody has to decide anything here")
    seat = int(view.me)
    rows = seen_rows(board.rows, seat, board.rules)
    start = dealt(rules, board.match, seat, int(game.dealt[seat]))
    copy_history(view, start.view)
    known = _three(0 if opponent == seat else view.known[opponent] for opponent in range(SEATS))
    own = int(game.dealt[seat]) | _gained_cards(rows, seat)
    return Position(
        rules=rules,
        seat=seat,
        decision=DECISIONS[view.decision],
        hand=int(view.hand),
        melds=table_of(board, seat),
        discards=tuple(int(card) for card in view.discards[: view.n_discards]),
        unnamed=0,
        offer=int(view.offer) if may_take_now(board) else -1,
        stock=int(view.stock_left),
        sizes=_three(view.hand_size),
        known=known,
        unknown=deck_of(int(board.rules.jokers_count)) & ~(own | int(view.seen) | known[0] | known[1] | known[2]),
        turn=int(view.turn),
        caller=int(view.caller),
        past=past_of(start, seat, rows),
        at_showdown=int(view.count),
        challenged=challenged_of(view),
    )


def deck_of(jokers: int) -> int:
    """All cards (mask) of a deck."""
    return int(NATURALS) | sum(1 << joker for joker in (X1, X2)[:jokers])


def may_take_now(board: Board) -> bool:
    """Whether the deciding seat is at the start of its turn and there is a discard to take."""
    view = board.view
    at_start = view.decision == DECISION_CALL and board.rules.call_timing == CALL_TIMING_START
    return bool((at_start or view.decision == DECISION_DRAW) and view.offer >= 0 and not view.offer_taken)


def table_of(board: Board, seat: int) -> tuple[TableMeld, ...]:
    """The melds on the table as a seat sees them, in the order of their numbers."""
    view = board.view
    melds = []
    for number in range(int(view.n_melds)):
        owner = int(view.meld_owner[number])
        face_down = int(view.meld_kind[number]) == 0
        faces = int(view.meld_faces[number])
        if face_down and owner == seat:
            faces = int(board.game.secret_faces[number])
        melds.append(TableMeld(owner, faces, int(view.meld_size[number]), int(view.meld_jokers[number]), face_down))
    return tuple(melds)


def _gained_cards(rows: tuple[tuple[int, int, int], ...], seat: int) -> int:
    """Cards that a seat drew or took in these rows (mask)."""
    acts = {int(log.ACT_DRAW), int(log.ACT_TAKE), int(log.ACT_TAKE_ONTO), int(log.ACT_TAKE_FREE)}
    gained = 0
    for row in map(log.LoggedAction.of, rows):
        if row.act in acts and row.seat == seat:
            gained |= row.cards
    return gained


def _three(values: object) -> tuple[int, int, int]:
    a, b, c = (int(value) for value in values)  # type: ignore[attr-defined]
    return a, b, c


class PositionError(TongitsError):
    """The position is impossible, or nobody must decide; the message names the card or the number."""


@dataclass(frozen=True)
class TableMeld:
    """A meld on the table as a seat sees it."""

    owner: int  # the seat that laid it
    cards: int  # shown faces (mask); 0 for an opponent's face-down meld
    size: int  # the number of cards
    jokers: int = 0  # the number of jokers, 0 for a face-down meld
    face_down: bool = False


class Challenged(NamedTuple):
    """How a seat answered calls in the earlier games of the match."""

    taken: int  # calls that it challenged
    chances: int  # these, and the calls that it folded though all could see that it might challenge


@dataclass(frozen=True)
class Past:
    """The engine's records at an earlier moment, without hidden cards, and the later moves."""

    # bytes of a `GAME`, a `VIEW` and a `MATCH` record of the moment, without other hands and stock
    game: bytes
    view: bytes
    match: bytes
    # the later log (log.py) as the seat saw it: cards that others drew or laid face down are 0
    rows: tuple[tuple[int, int, int], ...] = ()


@dataclass(frozen=True)
class Position:
    """The knowledge of a seat that must decide."""

    rules: RuleSet  # the house rules
    seat: int  # the deciding seat, 0..2
    decision: str  # one of `game.state.DECISIONS`
    hand: int  # own cards (mask)
    melds: tuple[TableMeld, ...]  # the table, by meld number
    discards: tuple[int, ...]  # the known discards, in order
    unnamed: int  # the number of unknown discards, which came first
    offer: int  # the discard on offer, or -1
    stock: int  # cards left in the stock
    sizes: tuple[int, int, int]  # cards in hand, by seat
    known: tuple[int, int, int]  # by seat, cards known to be in the hand (masks); 0 for the own seat
    unknown: int  # cards whose place the seat does not know (mask)
    turn: int  # turns begun, all seats together
    caller: int  # the seat that has called a draw, or -1
    past: Past = field(repr=False)  # records of an earlier moment, and the moves since
    challenged: tuple[Challenged, Challenged, Challenged]  # by seat, in the earlier games of the match
    defaults: tuple[str, ...] = ()  # assumptions, a sentence each
    at_showdown: int = -1  # the own count at a showdown; -1: as `shown` finds it
    # names of the players by seat, for sentences; empty: no names
    names: tuple[str, ...] = field(default=(), compare=False)

    @property
    def right(self) -> int:
        """The seat that plays after this one."""
        return (self.seat + 1) % 3

    @property
    def left(self) -> int:
        """The seat that plays before this one."""
        return (self.seat + 2) % 3

    def role(self, seat: int) -> str:
        """A seat as this one calls it: `me`, `right` or `left`."""
        return ("me", "right", "left")[(seat - self.seat) % 3]

    def name(self, seat: int) -> str:
        """A seat in a sentence: `me`, the player's name, or `right` or `left`."""
        return self.names[seat] if self.names and seat != self.seat else self.role(seat)

    def facts(self) -> dict[str, Any]:
        """The position as text, for people and for JSON."""
        return {
            "seat": self.seat,
            "decision": self.decision,
            "hand": format_mask(self.hand),
            "count": self.count,
            "table": [
                {
                    "owner": self.role(meld.owner),
                    "cards": format_mask(meld.cards),
                    "size": meld.size,
                    "face_down": meld.face_down,
                }
                for meld in self.melds
            ],
            "discards": [card_text(card) for card in self.discards],
            "unnamed_discards": self.unnamed,
            "offer": card_text(self.offer) if self.offer >= 0 else None,
            "stock": self.stock,
            "sizes": {self.role(seat): self.sizes[seat] for seat in range(3)},
            "known": {self.role(seat): format_mask(cards) for seat, cards in enumerate(self.known) if cards},
            "caller": self.role(self.caller) if self.caller >= 0 else None,
            "challenged": {self.role(seat): list(self.challenged[seat]) for seat in (self.right, self.left)},
            "names": {self.role(seat): self.names[seat] for seat in range(3) if self.names and seat != self.seat},
        }

    @property
    def shown(self) -> int:
        """The own count at a showdown: `count`, or all points of the hand where melds in the hand count."""
        if self.at_showdown >= 0:
            return self.at_showdown
        if self.rules.showdown.hand_melds_count_zero:
            return self.count
        return sum(int(card_points(card)) for card in cards_in(self.hand & int(NATURALS)))

    @property
    def count(self) -> int:
        """Points of the own cards outside melds, in the best arrangement."""
        return int(least_deadwood(U(self.hand & int(NATURALS)), int(rules_record(self.rules)[0].melds_ace_runs))[0])

    def __str__(self) -> str:
        table = "; ".join(
            f"{self.name(meld.owner)} {format_mask(meld.cards) if meld.cards else f'{meld.size} face down'}"
            for meld in self.melds
        )
        sizes = " and ".join(f"{self.name(seat)} {self.sizes[seat]}" for seat in (self.right, self.left))
        return (
            f"{self.decision}: hand {' '.join(map(card_text, cards_in(self.hand))) or '-'} · table {table or '-'} · "
            f"stock {self.stock} · cards {sizes}"
        )


Row = tuple[int, int, int]

HIDDEN = ("hands", "melded", "sets", "runs", "wild", "wild_as", "deadwood", "dealt")
"""Fields of a `GAME` by seat that only the seat knows."""
_OWN_VIEW = VIEW_DTYPE.names[: VIEW_DTYPE.names.index("turn")] if VIEW_DTYPE.names else ()
ADDRESSES = ("wild_kernel", "bonus_kernel", "wild_bonus_kernel")
"""Fields of a `GAME` that hold addresses of this process."""


def dealt(rules: RuleSet, match: np.record, seat: int, hand: int) -> Board:
    """A board just after the deal, with the own cards of a seat; the other cards are dealt in any order.

    Args:
        match: the `MATCH` record at the start of the game.
        seat: the seat with known cards.
    """
    board = Board(rules)
    for name in MATCH_DTYPE.names or ():
        board.match[name] = match[name]
    dealer = int(match["dealer"])
    jokers = [14, 30][: int(board.rules.jokers_count)]
    others = [c for c in [16 * suit + rank for suit in range(4) for rank in range(13)] + jokers if not hand >> c & 1]
    deck: list[int] = []
    for step in range(SEATS):
        own = (dealer + step) % SEATS == seat
        size = 13 if step == 0 else 12
        deck += cards_in(hand) if own else [others.pop() for _ in range(size)]
    board.deal_deck(deck + others)
    board.game.phase = PHASE_TURN
    board.game.ending = 0
    board.game.winner = -1
    return board


def challenged_of(view: np.record) -> tuple[Challenged, Challenged, Challenged]:
    """How the seats answered calls in the earlier games of the match, from the `past_` fields of a `VIEW`."""
    taken, folds = view.past_challenges, view.past_folds
    first, second, third = (Challenged(int(taken[seat]), int(taken[seat] + folds[seat])) for seat in range(SEATS))
    return first, second, third


def with_challenges(position: Position, challenged: Mapping[int, Challenged]) -> Position:
    """A position with other answers of the seats to calls in earlier games of the match; challenged: by seat."""
    view = np.frombuffer(position.past.view, VIEW_DTYPE).copy()
    for seat, (taken, chances) in challenged.items():
        view["past_challenges"][0, seat] = taken
        view["past_folds"][0, seat] = chances - taken
        view["past_games"] = max(int(view["past_games"][0]), chances)
    answers = [challenged.get(seat, position.challenged[seat]) for seat in range(SEATS)]
    past = replace(position.past, view=view.tobytes())
    return replace(position, past=past, challenged=(answers[0], answers[1], answers[2]))


def past_of(board: Board, seat: int, rows: Iterable[Row] = ()) -> Past:
    """The records of a board as bytes, without facts that a seat does not know; the board is not changed.

    rows: the later log.
    """
    game = np.zeros(1, GAME_DTYPE)
    view = np.zeros(1, VIEW_DTYPE)
    game[0], view[0] = board.game, board.view
    for name in HIDDEN:
        for opponent in range(SEATS):
            if opponent != seat:
                game[name][0, opponent] = 0
    for name in (*ADDRESSES, "stock", "words", "decisions", "chance"):
        game[name] = 0
    for number in range(int(view["n_melds"][0])):
        if int(view["meld_owner"][0, number]) != seat:
            game["secret_faces"][0, number] = 0
            game["secret_jokers"][0, number] = 0
    if int(view["seat"][0]) != seat:
        game["drawn"] = NO_CARD
    for name in _OWN_VIEW:
        view[name] = 0
    return Past(game.tobytes(), view.tobytes(), np.asarray(board.match).tobytes(), tuple(rows))


def seen_rows(rows: np.ndarray, seat: int, rules: np.record) -> tuple[Row, ...]:
    """The rows of a log as a seat saw them.

    Args:
        rows: uint64[rows, 3], see log.py.
        rules: a `RULES` record.
    """
    rows_seen: list[Row] = []
    hidden_answers = rules.response_order != RESPONSE_ORDER_SEQUENTIAL
    for row in rows:
        act, owner, *_ = log.LoggedAction.of(row)
        head, cards, word = (int(value) for value in row)
        if owner != seat:
            if act in (int(log.ACT_DRAW), int(log.ACT_SECRET)):
                cards = word = 0
            elif hidden_answers and act in (int(log.ACT_FOLD), int(log.ACT_CHALLENGE), int(log.ACT_FORCED_FOLD)):
                continue
        rows_seen.append((head, cards, word))
    return tuple(rows_seen)
