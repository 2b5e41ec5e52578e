"""What a seat may see of a game, as Python values: own cards, table and moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tongits_sim.cards import card_text, cards_in
from tongits_sim.game import state
from tongits_sim.game.board import Board
from tongits_sim.records.events import Event, by_face, by_rank, events_of, with_face
from tongits_sim.records.meld_lists import melds_of
from tongits_sim.records.schema import HIDDEN
from tongits_sim.rules.codes import RESPONSE_ORDER_SEQUENTIAL
from tongits_sim.table.position import may_take_now

_SET_LEGAL = (state.DECISION_SAPAW, state.DECISION_DISCARD)
"""The decisions that set `view.legal`; at other decisions it still holds an earlier seat's cards."""


@dataclass(frozen=True)
class MeldOnTable:
    """A meld on the table, with cards as text."""

    number: int  # number in records, from 0
    owner: int  # the seat that laid it
    cards: tuple[str, ...]  # as text, a joker with its face: `X1(6c)`; HIDDEN for cards of another seat's secret
    secret: bool = False  # the meld lies face down


@dataclass(frozen=True)
class SeatView:
    """The table as a seat sees it. Cards are text such as `7h`; seats are 0 to 2."""

    me: int  # the seat that looks
    melds: tuple[tuple[str, ...], ...]  # own cards in melds, in a best arrangement
    loose: tuple[str, ...]  # other own cards, by rank
    count: int  # the count of the own hand at a showdown now
    table: tuple[MeldOnTable, ...]  # the melds on the table
    discards: tuple[tuple[int, str], ...]  # in order, each with the seat that discarded it
    offer: str  # the discard that may be taken, or ""
    stock: int  # cards left
    sizes: tuple[int, ...]  # cards in each hand
    known: tuple[tuple[str, ...], ...]  # cards known to be in each hand
    drawn: str  # the card drawn in this turn, or ""
    legal: tuple[str, ...]  # cards that may be discarded, or added to a meld, at this decision
    # dealer and caller are seats; caller -1: nobody
    dealer: int
    turn: int
    caller: int
    jackpot: int  # hundredths of a unit, this game's stakes included
    # the seat that won the last games, and the number of games
    streak_seat: int
    streak: int
    scores: tuple[int, ...]  # scores of a progressive match

    @property
    def hand(self) -> tuple[str, ...]:
        """All own cards, melds first."""
        return tuple(card for meld in self.melds for card in meld) + self.loose


def seat_view(board: Board, events: Sequence[Event]) -> SeatView:
    """The table as the deciding seat sees it; events: of the game so far, with hidden cards."""
    view = board.view
    me = int(view.me)
    melds = melds_of(view.hand, view.sets, view.runs, view.wild, view.wild_as, board.rules)
    inside = {card for meld in melds for card in meld}
    loose = sorted((card for card in cards_in(view.hand) if card not in inside), key=by_rank)
    offered = int(view.offer) if may_take_now(board) else -1
    discards = [card_text(int(card)) for card in view.discards[: int(view.n_discards)]]
    return SeatView(
        me=me,
        melds=tuple(tuple(card_text(card) for card in meld) for meld in melds),
        loose=tuple(card_text(card) for card in loose),
        count=int(view.count),
        table=melds_on_table(events, me),
        discards=tuple(((int(view.dealer) + number) % state.SEATS, card) for number, card in enumerate(discards)),
        offer=card_text(offered) if offered >= 0 else "",
        stock=int(view.stock_left),
        sizes=tuple(int(size) for size in view.hand_size),
        known=tuple(tuple(card_text(card) for card in cards_in(mask)) for mask in view.known),
        drawn=card_text(int(view.drawn)) if int(view.drawn) >= 0 else "",
        legal=tuple(card_text(card) for card in cards_in(view.legal if view.decision in _SET_LEGAL else 0)),
        dealer=int(view.dealer),
        turn=int(view.turn),
        caller=int(view.caller),
        jackpot=int(view.jackpot),
        streak_seat=int(view.streak_seat),
        streak=int(view.streak),
        scores=tuple(int(score) for score in view.scores),
    )


def events_so_far(board: Board) -> list[Event]:
    """The events of a board that waits for a decision, with hidden cards.

    If players answer a call simultaneously, other answers are left out until the seat has answered (R10).
    """
    events = events_of(board.rows)
    at_once = board.rules.response_order != RESPONSE_ORDER_SEQUENTIAL
    while at_once and board.view.decision == state.DECISION_RESPOND and events[-1]["act"] != "call":
        events.pop()
    return events


def redacted(events: Sequence[Event], seat: int) -> list[Event]:
    """The events as a seat sees them: HIDDEN for cards that others draw or lay face down."""
    return [_public_event(event) if event["seat"] != seat else event for event in events]


def _public_event(event: Event) -> Event:
    if event["act"] == "draw":
        return {**event, "card": HIDDEN}
    if event["act"] == "secret":
        return {"seat": event["seat"], "act": "secret", "cards": [HIDDEN] * len(event["cards"])}
    return event


def melds_on_table(events: Sequence[Event], seat: int | None) -> tuple[MeldOnTable, ...]:
    """The melds on the table after events, as a seat sees them; seat None sees everything."""
    melds: list[MeldOnTable] = []
    for event in events if seat is None else redacted(events, seat):
        if event["act"] in ("lay", "secret", "take") and "cards" in event:
            cards = sorted((with_face(event, card) for card in event["cards"]), key=_by_face)
            melds.append(MeldOnTable(len(melds), event["seat"], tuple(cards), event["act"] == "secret"))
        elif "onto" in event:
            old = melds[event["onto"]]
            cards = sorted((*old.cards, with_face(event, event["card"])), key=_by_face)
            melds[old.number] = MeldOnTable(old.number, old.owner, tuple(cards))
    return tuple(melds)


def _by_face(text: str) -> tuple[int, int]:
    return (0, 0) if text == HIDDEN else by_face(text)
