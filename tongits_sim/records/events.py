"""Converts the engine's log to events of a game record (docs/reference/formats.md), and events to action codes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from tongits_sim.cards import EMPTY, JOKERS, NATURALS, X1, U, card_text, cards_in, parse_card
from tongits_sim.game import action_codes, log

Event = dict[str, Any]

_ACTS = {
    log.ACT_DRAW: "draw",
    log.ACT_TAKE: "take",
    log.ACT_TAKE_ONTO: "take",
    log.ACT_TAKE_FREE: "take",
    log.ACT_LAY: "lay",
    log.ACT_SECRET: "secret",
    log.ACT_SAPAW: "sapaw",
    log.ACT_DISCARD: "discard",
    log.ACT_CALL: "call",
    log.ACT_CHALLENGE: "challenge",
    log.ACT_FOLD: "fold",
    log.ACT_FORCED_FOLD: "fold",
    log.ACT_TONGITS: "tongits",
    log.ACT_SPREAD: "spread",
}
ACT_NAMES = {int(act): name for act, name in _ACTS.items()}


def texts(mask: int | np.uint64) -> list[str]:
    """The cards of a mask as texts, by suit and rank, jokers last."""
    return [card_text(card) for card in cards_in(mask)]


def by_rank(card: int) -> tuple[int, int]:
    """A key that sorts cards by rank, then suit."""
    return card & 15, card


def by_face(text: str) -> tuple[int, int]:
    """A key that sorts texts such as `7h` or `X1(7h)` by rank and suit of the face."""
    return by_rank(parse_card(text[3:5] if "(" in text else text))


def with_face(event: Mapping[str, Any], card: str) -> str:
    """A card of an event as text; a joker with the face that it stands for, `X1(7h)`."""
    face = event.get("as", {}).get(card)
    return f"{card}({face})" if face else card


def _text(mask: int | np.uint64) -> str:
    return card_text(int(mask).bit_length() - 1)


def event_of(row: np.ndarray, offer: int) -> Event:
    """Convert a row of the log (uint64[3]); offer: the last discard before it, or -1.

    The melds of a tongits or spread are left out.
    """
    act, seat, number, *masks = log.LoggedAction.of(row)
    cards, word = map(U, masks)
    event: Event = {"seat": seat, "act": ACT_NAMES[act]}
    if act in (log.ACT_TAKE, log.ACT_TAKE_ONTO, log.ACT_TAKE_FREE):
        event["card"] = card_text(offer)
    if act in (log.ACT_DRAW, log.ACT_DISCARD, log.ACT_SAPAW):
        event["card"] = _text(cards)
    if act in (log.ACT_TAKE, log.ACT_LAY, log.ACT_SECRET):
        event["cards"] = texts(cards)
        _add_faces(event, _faces_in_meld(word))
    if act in (log.ACT_TAKE_ONTO, log.ACT_SAPAW):
        event["onto"] = number
        joker = cards & JOKERS
        _add_faces(event, {_text(joker): _text(word)} if joker else {})
    if act in (log.ACT_FOLD, log.ACT_FORCED_FOLD):
        event["forced"] = act == int(log.ACT_FORCED_FOLD)
    return event


def _faces_in_meld(word: np.uint64) -> dict[str, str]:
    faces = {"X1": action_codes.x1_face(word), "X2": action_codes.x2_face(word)}
    return {joker: _text(face) for joker, face in faces.items() if face != EMPTY}


def _add_faces(event: Event, faces: dict[str, str]) -> None:
    if faces:
        event["as"] = faces


def events_of(rows: np.ndarray, melds: list[list[int]] | None = None) -> list[Event]:
    """Convert the log of a game (uint64[rows, 3]) to events with hidden cards.

    melds: the final hand of a winner by Tongits or spread; if None, the event lists no melds.
    """
    events = []
    offer = -1
    for row in rows:
        event = event_of(row, offer)
        if event["act"] == "discard":
            offer = log.LoggedAction.of(row).cards.bit_length() - 1
        elif event["act"] in ("tongits", "spread") and melds is not None:
            event["melds"] = [[card_text(card) for card in meld] for meld in melds]
        events.append(event)
    return events


# ---- from an event to its action code ------------------------------------------------------------------------------


def action_code_of(event: Mapping[str, Any]) -> np.uint64:
    """The action code of a take, lay, secret, sapaw or discard whose form is checked."""
    act = event["act"]
    if act == "discard":
        return U(1 << parse_card(event["card"]))
    if act in ("lay", "secret"):
        word = _meld_code(event)
        return U(action_codes.secret(word)) if act == "secret" else word
    card = parse_card(event["card"])
    face = _face(event)
    if act == "sapaw":
        number = U(event["onto"])
        return U(action_codes.sapaw(card, number) if face == EMPTY else action_codes.sapaw_joker(card, face, number))
    if "cards" in event:
        return _meld_code(event)
    return U(action_codes.extend(U(event["onto"]), face)) if "onto" in event else action_codes.TAKE_FREE


def _face(event: Mapping[str, Any]) -> np.uint64:
    """The face of the joker of a sapaw or take; 0 for a natural card."""
    return sum((U(1 << parse_card(face)) for face in event.get("as", {}).values()), EMPTY)


def _meld_code(event: Mapping[str, Any]) -> np.uint64:
    jokers = {parse_card(joker): U(1 << parse_card(face)) for joker, face in event.get("as", {}).items()}
    naturals = EMPTY
    for card in event["cards"]:
        naturals |= U(1 << parse_card(card)) & NATURALS
    faces = naturals
    for face in jokers.values():
        faces |= face
    others = [face for joker, face in jokers.items() if joker != X1]
    return U(action_codes.meld(faces, jokers.get(X1, EMPTY), others[0] if others else EMPTY))
