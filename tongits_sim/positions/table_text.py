"""Melds and cards as people type them: `right: 7s 8s 9s, 4c 4d 4h; me: -; left: ????`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tongits_sim.cards import card_text, parse_card
from tongits_sim.positions.position import PositionError, TableMeld
from tongits_sim.typed_cards import card_at, with_letters

SEATS = ("me", "right", "left")


def read_cards(text: str, where: str) -> tuple[int, ...]:
    """Cards, with or without blanks or commas between them; `-` is none.

    Args:
        text: the typed text.
        where: the place, for messages: `the hand`.

    Raises:
        PositionError: a word is no card, or a card stands there twice.
    """
    words = [] if text.strip() == "-" else with_letters(text).replace(",", " ").split()
    cards = tuple(card for word in words for card, _ in _cards_of(word))
    for at, card in enumerate(cards):
        if card in cards[:at]:
            raise PositionError(f"{card_text(card)} stands twice in {where}")
    return cards


def _cards_of(word: str) -> Iterator[tuple[int, int]]:
    """The cards of `7h8hX1(9h)`, each with what it stands for. Raises PositionError."""
    at = 0
    while at < len(word):
        found = card_at(word, at)
        if found is None or (found[1] and not found[0].startswith("X")):
            raise PositionError(
                f"{word!r} is not a card; write rank and suit, like 7h, Td, As or 7♥, and X1 and X2 for jokers"
            )
        card, face, at = found
        yield parse_card(card), parse_card(face or card)


def read_seat(text: str) -> str:
    """`me`, `right` or `left`. Raises PositionError."""
    name = text.strip().lower()
    if name not in SEATS:
        raise PositionError(f"{text.strip()!r} is not a seat; there are {', '.join(SEATS)}")
    return name


def by_seat(text: str) -> dict[str, str]:
    """Parts such as `right: ...; me: ...` by seat. Raises PositionError."""
    parts: dict[str, str] = {}
    for part in filter(None, (each.strip() for each in text.split(";"))):
        seat, colon, rest = part.partition(":")
        if not colon:
            raise PositionError(f"{part!r} does not say whose; write it like right: 7s 8s 9s")
        name = read_seat(seat)
        if name in parts:
            raise PositionError(
                f"{name} stands there twice; put all of a seat into one part, with commas between melds"
            )
        parts[name] = rest.strip()
    return parts


def read_table(text: str, seat_of: dict[str, int]) -> tuple[tuple[TableMeld, tuple[int, ...]], ...]:
    """The melds on the table, each with its cards (jokers as jokers).

    Commas separate a seat's melds. `X1(7h)` is a joker and the card it stands for. `????` is a face-down meld of four
    cards, `[7c 7d 7h 7s]` an own one.

    Args:
        text: the typed text.
        seat_of: seats by name.

    Raises:
        PositionError: it cannot be read.
    """
    table_melds = list[tuple[TableMeld, tuple[int, ...]]]()
    for name, melds in by_seat(with_letters(text)).items():
        parts = [each.strip() for each in re.split(r"[,/|]", melds)]
        table_melds += [_meld(part, name, seat_of[name]) for part in parts if part not in ("", "-")]
    return tuple(table_melds)


def _meld(text: str, name: str, owner: int) -> tuple[TableMeld, tuple[int, ...]]:
    if re.fullmatch(r"\?+|\?\d+", text):
        size = int(text[1:]) if text[1:].isdigit() else len(text)
        if name == "me":
            raise PositionError("name the cards of your own face-down meld in brackets: me: [7c 7d 7h 7s]")
        return TableMeld(owner, 0, size, face_down=True), ()
    face_down = text.startswith("[") and text.endswith("]")
    if face_down and name != "me":
        raise PositionError(f"the cards of {name}'s face-down meld are not known to you: write it as ????")
    inner = text[1:-1] if face_down else text
    pairs = [pair for word in inner.split() for pair in _cards_of(word)]
    cards, faces = [card for card, _ in pairs], [face for _, face in pairs]
    for face in faces:
        if face & 15 > 12:
            raise PositionError(f"say what {card_text(face)} stands for, like {card_text(face)}(7h)")
    for at, face in enumerate(faces):
        if face in faces[:at]:
            raise PositionError(f"{card_text(face)} stands twice in the meld {text}")
    mask = sum(1 << face for face in faces)
    jokers = sum(card & 15 > 12 for card in cards)
    return TableMeld(owner, mask, len(faces), jokers, face_down), tuple(cards)
