"""Melds and cards as people type them: `right: 7s 8s 9s, 4c 4d 4h; me: -; left: ????`."""

from __future__ import annotations

import re

from tongits_sim.cards import card_text, parse_card
from tongits_sim.errors import TongitsError
from tongits_sim.positions.position import PositionError, TableMeld

SEATS = ("me", "right", "left")
_JOKER = re.compile(r"(X[12])\((\w+)\)", re.IGNORECASE)
_CARD = r"(?:10|[2-9TJQKA])[CDHS]|X[12]"


def read_card(text: str) -> int:
    """The number of a typed card. Raises PositionError."""
    try:
        return parse_card(text)
    except TongitsError as error:
        raise PositionError(str(error)) from None


def read_cards(text: str, where: str) -> tuple[int, ...]:
    """Cards, with or without blanks or commas between them; `-` is none.

    Args:
        text: the typed text.
        where: the place, for messages: `the hand`.

    Raises:
        PositionError: a word is no card, or a card stands there twice.
    """
    words = [] if text.strip() == "-" else text.replace(",", " ").split()
    cards = tuple(read_card(card) for word in words for card in _split(word))
    for at, card in enumerate(cards):
        if card in cards[:at]:
            raise PositionError(f"{card_text(card)} stands twice in {where}")
    return cards


def _split(word: str) -> list[str]:
    """The cards of `7h8h9h`; the word itself if it is not made of cards."""
    whole = re.fullmatch(f"(?:{_CARD})+", word, re.IGNORECASE)
    return re.findall(_CARD, word, re.IGNORECASE) if whole else [word]


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
    for name, melds in by_seat(text).items():
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
    faces, cards = [], []
    for word in inner.split():
        joker = _JOKER.fullmatch(word)
        cards.append(read_card(joker[1] if joker else word))
        faces.append(read_card(joker[2]) if joker else cards[-1])
        if faces[-1] & 15 > 12:
            raise PositionError(f"say what {card_text(faces[-1])} stands for, like {card_text(faces[-1])}(7h)")
    for at, face in enumerate(faces):
        if face in faces[:at]:
            raise PositionError(f"{card_text(face)} stands twice in the meld {text}")
    mask = sum(1 << face for face in faces)
    jokers = sum(card & 15 > 12 for card in cards)
    return TableMeld(owner, mask, len(faces), jokers, face_down), tuple(cards)
