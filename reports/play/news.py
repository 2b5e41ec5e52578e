"""Tells the events at the table in sentences to one seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from analyses.opponents import CHALLENGERS, FOLDERS, REGULAR, STRONG
from reports.text.faces import Faces
from tongits_sim.records.schema import HIDDEN
from tongits_sim.table.seat_view import MeldOnTable, melds_on_table, redacted

Event = dict[str, Any]

NAMES = ("You", "Right", "Left")
"""Names of players by their distance from the reader in turn order: Right plays after you."""


def name_of(seat: int, me: int) -> str:
    """The name that one seat has for another.

    >>> name_of(0, 2), name_of(1, 2), name_of(2, 2)
    ('Right', 'Left', 'You')
    """
    return NAMES[(seat - me) % 3]


_STRENGTHS = {STRONG.bot: "strong", REGULAR.bot: "regular"}
_HABITS = {FOLDERS.bot: "seldom challenges", CHALLENGERS.bot: "challenges nearly all"}


def strength(bot: str) -> str:
    """What people call a bot: by its strength or its habit, if it sits at a table of advice.

    >>> strength("expert"), strength("greedy"), strength("hunter")
    ('regular', 'seldom challenges', 'hunter')
    """
    return (_STRENGTHS | _HABITS).get(bot, bot)


def introduction(bot: str) -> str:
    """`strength` as a predicate.

    >>> introduction("expert"), introduction("greedy")
    ('is regular', 'seldom challenges')
    """
    return strength(bot) if bot in _HABITS else f"is {strength(bot)}"


def possessive(seat: int, me: int, teller: int) -> str:
    """The possessive of a seat in a sentence about the seat `teller`: `your`, `its own` or `Right's`."""
    if seat == teller:
        return "your" if seat == me else "its own"
    return {"You": "your", "Right": "Right's", "Left": "Left's"}[name_of(seat, me)]


def narrate(events: Sequence[Event], start: int, me: int, faces: Faces) -> list[str]:
    """The events from number `start` on, one sentence for each turn.

    Args:
        events: of the whole game, with hidden cards.
        start: number of the first event to tell.
        me: the seat of the reader; hidden cards of its opponents are never named.
        faces: how to write cards.
    """
    seen = redacted(events, me)
    sentences: list[tuple[int, list[str]]] = []
    for number in range(start, len(seen)):
        event = seen[number]
        clause = _clause(event, melds_on_table(events[:number], me), me, faces)
        new = event["act"] in ("call", "challenge", "fold", "tongits", "spread")
        if sentences and sentences[-1][0] == event["seat"] and not new:
            sentences[-1][1].append(clause)
        else:
            sentences.append((event["seat"], [clause]))
    return [f"{name_of(seat, me)} {_join(clauses)}." for seat, clauses in sentences]


def _join(clauses: Sequence[str]) -> str:
    if len(clauses) == 1:
        return clauses[0]
    return f"{', '.join(clauses[:-1])} and {clauses[-1]}"


def _clause(event: Event, melds: Sequence[MeldOnTable], me: int, faces: Faces) -> str:
    act, seat = event["act"], event["seat"]
    s = "" if seat == me else "s"
    if act == "draw":
        return f"draw{s}" if event["card"] == HIDDEN else f"draw{s} {faces.card(event['card'])}"
    if act == "discard":
        return f"discard{s} {faces.card(event['card'])}"
    if act == "lay":
        return f"lay{s} {_meld(event, faces)}"
    if act == "secret":
        hidden = HIDDEN in event["cards"]
        what = f"{len(event['cards'])} cards" if hidden else _meld(event, faces)
        return f"lay{s} {what} face down, a secret" if hidden else f"lay{s} {what} as a secret, face down"
    if act == "sapaw":
        return f"add{s} {faces.event_cards(event, [event['card']])} to {_target(event, melds, me)}"
    if act == "take":
        card = faces.card(event["card"])
        if "cards" in event:
            return f"take{s} {card} for {_meld(event, faces)}"
        if "onto" in event:
            return f"take{s} {faces.event_cards(event, [event['card']])} for {_target(event, melds, me)}"
        return f"take{s} {card} into {'your' if seat == me else 'the'} hand"
    if act == "call":
        return f"call{s} a draw"
    if act == "challenge":
        return f"challenge{s}"
    if act == "fold":
        why = ", having no right to challenge (R10)" if event["forced"] else ""
        return f"fold{s}{why}"
    return f"win{s} by {'Tongits' if act == 'tongits' else 'a spread'}"


def _meld(event: Event, faces: Faces) -> str:
    stands_for = event.get("as", {})
    return faces.meld(f"{card}({stands_for[card]})" if card in stands_for else card for card in event["cards"])


def _target(event: Event, melds: Sequence[MeldOnTable], me: int) -> str:
    meld = melds[event["onto"]]
    return f"{possessive(meld.owner, me, event['seat'])} meld {meld.number + 1}"


def news_since(events: Sequence[Event], me: int) -> int:
    """The number of the first event after the seat's last turn."""
    own = [number for number, event in enumerate(events) if event["seat"] == me and event["act"] == "discard"]
    if own and own[-1] == len(events) - 1:
        own.pop()
    return own[-1] + 1 if own else 0
