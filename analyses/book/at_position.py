"""What the book says about a position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from analyses.book.words import line, order
from strategies.book.limits import NO_DISCARD, Book, Decision, Facts
from tongits_sim.cards import NATURALS, card_points, cards_in
from tongits_sim.game.state import VIEW_DTYPE
from tongits_sim.rules.ending_knobs import ResponseNeeds
from tongits_sim.rules.play_knobs import SecretGrants

if TYPE_CHECKING:
    from tongits_sim.table.position import Position


def facts_of(position: Position) -> Facts:
    """The facts that a book asks about a position, as `strategies.book.hooks.look` finds them in a view."""
    others = (position.right, position.left)
    live = (position.unknown | position.known[others[0]] | position.known[others[1]]) & int(NATURALS)
    unseen = 8 * _points(live) // max(live.bit_count(), 1)
    expected = {seat: _expected(position, seat, unseen) for seat in others}
    if position.caller >= 0:
        (opponent,) = (seat for seat in others if seat != position.caller)
        caller = position.caller
        cards = position.sizes[caller]
        thrown = _thrown(position, caller)
        return Facts(int(_may_challenge(position, opponent)), cards, thrown, position.shown, expected[caller])
    may = [seat for seat in others if _may_challenge(position, seat)]
    asked = may or list(others)
    return Facts(
        rivals=len(may),
        cards=min(position.sizes[seat] for seat in asked),
        thrown=min(_thrown(position, seat) for seat in asked),
        count=position.shown,
        expected=min(expected[seat] for seat in asked),
    )


def _expected(position: Position, seat: int, unseen: int) -> int:
    known = position.known[seat]
    return ((position.sizes[seat] - known.bit_count()) * unseen >> 3) + _points(known)


def _points(cards: int) -> int:
    """Points of the natural cards of a mask."""
    return sum(int(card_points(card)) for card in cards_in(cards & int(NATURALS)))


def _may_challenge(position: Position, seat: int) -> bool:
    """Whether a seat may challenge a call, judging by public information."""
    needs = position.rules.response.needs
    if needs == ResponseNeeds.NOTHING or any(meld.owner == seat and not meld.face_down for meld in position.melds):
        return True
    if needs != ResponseNeeds.OPEN_OR_SECRET or position.rules.secrets.grants == SecretGrants.NONE:
        return False
    return any(meld.owner == seat for meld in position.melds)


def _thrown(position: Position, seat: int) -> int:
    """Points of a seat's last discard; `NO_DISCARD` if it is not known."""
    dealer = int(np.frombuffer(position.past.view, VIEW_DTYPE)["dealer"][0])
    last = position.unnamed + len(position.discards) - 1
    place = last - (dealer + last - seat) % 3 - position.unnamed
    return int(card_points(position.discards[place])) if place >= 0 else NO_DISCARD


def book_line(book: Book | None, position: Position, kinds: Sequence[str], best: str = "") -> str:
    """What the book says about a position: a call, a challenge or a first meld; empty for other choices.

    Args:
        kinds: kinds of the actions to choose from.
        best: kind of the action that is advised; if it departs from the book, the sentence says so.
    """
    decision = _decision(position, kinds)
    if book is None or decision is None:
        return ""
    facts = facts_of(position)
    says = line(book, decision, facts)
    if not says:
        return ""
    answer = book.answer(decision, "strong", facts)
    yes = {"call": "call", "challenge": "challenge", "lay": "lay"}[decision]
    departs = bool(best) and (best == yes) is not answer
    return f"The book says {says}; here not." if departs else f"The book: {says}."


def book_order(book: Book | None, position: Position, kinds: Sequence[str]) -> str:
    """What the book says about such positions, for the next time; empty where `book_line` is empty."""
    decision = _decision(position, kinds)
    return "" if book is None or decision is None else order(book, decision, facts_of(position))


def _decision(position: Position, kinds: Sequence[str]) -> Decision | None:
    if "challenge" in kinds or "fold" in kinds:
        return "challenge"
    if "call" in kinds:
        return "call"
    if "lay" in kinds and not any(meld.owner == position.seat for meld in position.melds):
        return "lay"
    return None
