"""The actions of a seat at a decision, and at later decisions of the turn."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass

from tongits_sim.cards import JOKERS, NATURALS, U, card_text, cards_in, format_mask
from tongits_sim.game import state
from tongits_sim.game.action_codes import FACE_DOWN, TAKE_FREE, extend, meld_from, sapaw, sapaw_joker
from tongits_sim.hands.melds import NO_MELD, meld_fits, meld_kind
from tongits_sim.rules import RuleSet, rules_record
from tongits_sim.table.action_numbers import all_melds
from tongits_sim.table.position import Position

KINDS = ("call", "pass", "challenge", "fold", "draw", "take", "lay", "sapaw", "discard")
"""Kinds of actions; `pass`: not to call at the end of the turn."""


@dataclass(frozen=True)
class Action:
    """A legal action of a seat."""

    kind: str  # one of `KINDS`
    decision: int  # the decision (DECISION_*) that it answers; earlier decisions of the turn are answered with 0
    code: int  # the action code
    cards: int = 0  # mask of faces
    meld: int = -1  # the number of the meld that a card is added to, or -1
    face_down: bool = False  # a meld laid face down

    def text(self, position: Position) -> str:
        """The action in words: `discard Ks`, `lay 3h 4h 5h`, `sapaw 6h onto right's 3h 4h 5h`."""
        if self.kind == "draw":
            return "draw from the stock"
        if self.kind == "pass":
            return "do not call"
        text = f"{self.kind} {spelled(self.cards)}".strip()
        if self.face_down:
            text += " face down"
        if self.kind == "take" and self.meld < 0:
            return f"{text} for a meld" if self.cards.bit_count() > 1 else f"{text} into the hand"
        if self.meld >= 0:
            meld = position.melds[self.meld]
            whose = {"me": "my own"}.get(position.name(meld.owner), f"{position.name(meld.owner)}'s")
            text += f" onto {whose} {spelled(meld.cards)}"
        return text


def spelled(cards: int) -> str:
    """Cards of a mask as text; those of one suit in a row, others by suit.

    >>> spelled(int(7 << 34))
    '3h 4h 5h'
    """
    return " ".join(card_text(card) for card in cards_in(cards)) if cards else format_mask(0)


def possible_actions(position: Position) -> list[Action]:
    """Actions that may be legal, including all legal actions; the engine tests each."""
    decision = state.DECISIONS.index(position.decision)
    if decision == state.DECISION_RESPOND:
        return [Action("challenge", decision, 1), Action("fold", decision, 0)]
    actions: list[Action] = []
    timing = position.rules.call.timing
    if decision == state.DECISION_CALL:
        actions.append(Action("call", decision, 1))
        if timing == "end":
            return [*actions, Action("pass", decision, 0)]
    if decision == state.DECISION_DRAW or (decision == state.DECISION_CALL and timing == "start"):
        return [*actions, Action("draw", int(state.DECISION_DRAW), 0), *_takes(position)]
    if decision <= state.DECISION_LAY:
        actions += _lays(position)
    if decision <= state.DECISION_SAPAW:
        actions += _sapaws(position)
    return actions + [
        Action("discard", int(state.DECISION_DISCARD), 1 << card, 1 << card) for card in cards_in(position.hand)
    ]


def melds_of(cards: int, ace_runs: int, jokers: int, most: int) -> Iterator[int]:
    """All melds that cards and jokers can make, shortest first, as masks of shown faces.

    Args:
        cards: natural cards (mask).
        ace_runs: `melds.ace_runs` as its code.
        jokers: number of jokers. most: the most jokers of a meld.
    """
    lacking_at_most = min(jokers, most)
    for faces in all_melds(ace_runs):
        lacking = (faces & ~cards).bit_count()
        if lacking <= lacking_at_most and faces.bit_count() - lacking >= 2:
            yield faces


@functools.lru_cache(maxsize=8)
def _codes(rules: RuleSet) -> tuple[int, int]:
    """`melds.ace_runs` as its code, and the most jokers a meld may hold."""
    record = rules_record(rules)[0]
    return int(record.melds_ace_runs), int(record.jokers_max_per_meld)


def _own_melds(position: Position, cards: int) -> Iterator[int]:
    ace_runs, most = _codes(position.rules)
    return melds_of(cards & int(NATURALS), ace_runs, (cards & int(JOKERS)).bit_count(), most)


def _takes(position: Position) -> list[Action]:
    if position.offer < 0:
        return []
    draw = int(state.DECISION_DRAW)
    offer = 1 << position.offer
    both = position.hand | offer
    actions = []
    for faces in _own_melds(position, both):
        word = int(meld_from(U(faces), U(both)))
        if (faces | word & int(JOKERS)) & offer:
            actions.append(Action("take", draw, word, faces))
    for number, meld in enumerate(position.melds):
        for face in _faces(position, number, offer):
            natural = offer & int(NATURALS)
            word = int(extend(number, U(0 if natural else face)))
            if meld.cards:
                actions.append(Action("take", draw, word, offer, number))
    return [*actions, Action("take", draw, int(TAKE_FREE), offer)]


def _lays(position: Position) -> list[Action]:
    lay = int(state.DECISION_LAY)
    actions = []
    for faces in _own_melds(position, position.hand):
        word = int(meld_from(U(faces), U(position.hand)))
        actions.append(Action("lay", lay, word, faces))
        actions.append(Action("lay", lay, word | int(FACE_DOWN), faces, face_down=True))
    return actions


def _sapaws(position: Position) -> list[Action]:
    act = int(state.DECISION_SAPAW)
    actions = []
    for card in cards_in(position.hand):
        for number in range(len(position.melds)):
            for face in _faces(position, number, 1 << card):
                natural = (1 << card) & int(NATURALS)
                word = sapaw(card, number) if natural else sapaw_joker(card, U(face), number)
                actions.append(Action("sapaw", act, int(word), 1 << card, number))
    return actions


def _faces(position: Position, number: int, card: int) -> list[int]:
    """The faces with which a card (mask) may be added to a meld: its own, or any that a joker may stand for."""
    meld = position.melds[number]
    if meld.face_down or not meld.cards:
        return []
    ace_runs, _ = _codes(position.rules)
    kind = meld_kind(U(meld.cards), ace_runs)
    fits = int(meld_fits(U(meld.cards), kind, ace_runs)) if kind != NO_MELD else 0
    if card & int(NATURALS):
        return [card] if fits & card else []
    return [1 << face for face in cards_in(fits)]
