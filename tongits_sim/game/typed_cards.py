"""Reads cards as people type them and as screens print them, for command lines, the table and written games.

A card is rank and suit, `7h`, `10h` or `7♥`; a joker may name the card that it stands for, `X1=6c` or `X1(6c)`.
"""

from __future__ import annotations

import re

from tongits_sim.cards import card_text, parse_card

_LETTERS = str.maketrans("♣♦♥♠♧♢♡♤\ufe0f", "cdhscdhs ")  # the last character turns a sign into an emoji
_NATURAL = r"(?:10|[2-9TJQKA])[CDHS]"
_CARD = re.compile(rf"({_NATURAL}|X[12])(?:=({_NATURAL})|\(({_NATURAL})\))?", re.IGNORECASE)


def with_letters(text: str) -> str:
    """Replace the signs of suits by letters, keeping the length.

    >>> with_letters("3♥ 10♠")
    '3h 10s'
    """
    return text.translate(_LETTERS)


def card_at(text: str, at: int = 0) -> tuple[str, str, int] | None:
    """Read a card at a place of a text: the card, what it stands for ("": no joker), and the place behind it.

    >>> card_at("X1(10c)7h")
    ('X1', 'Tc', 7)
    """
    found = _CARD.match(text, at)
    if found is None:
        return None
    face = found[2] or found[3]
    return card_text(parse_card(found[1])), card_text(parse_card(face)) if face else "", found.end()
