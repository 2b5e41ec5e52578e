"""Ways to write cards: suit signs, letters, or words for a screen reader."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from reports.text.encoding import writable
from tongits_sim.records.schema import HIDDEN

SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
_RANKS = {"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
_FOUR_COLOURS = {"♣": "green", "♦": "bright_blue", "♥": "bright_red", "♠": "bold"}
_TWO_COLOURS = {"♣": "bold", "♦": "bright_red", "♥": "bright_red", "♠": "bold"}
_SIGNED = re.compile(r"(?:10|[2-9AJQK])([♣♦♥♠])")

_CARD = re.compile(r"\b(?:X[12]\([2-9TJQKA][cdhs]\)|X[12]|[2-9TJQKA][cdhs])(?!\w)")


@dataclass
class Faces:
    """A way to write cards: `signs` (7♥), `letters` (7h) or `words` (7 of hearts)."""

    style: str = "signs"

    def card(self, text: str) -> str:
        """One card, written `7h`, `X1` or `X1(6c)`.

        >>> Faces().card("Th"), Faces("words").card("X1(6c)"), Faces("letters").card("7h")
        ('10♥', 'joker 1 as 6 of clubs', '7h')
        """
        if "(" in text:
            joker, face = text[:2], text[3:5]
            return (
                f"{self.card(joker)} as {self.card(face)}" if self.style == "words" else f"{joker}({self.card(face)})"
            )
        if text == HIDDEN:
            return "face down" if self.style == "words" else "??"
        if text.startswith("X"):
            return f"joker {text[1]}" if self.style == "words" else text
        if self.style == "words":
            return f"{_RANKS.get(text[0], text[0])} of {_SUITS[text[1]]}"
        return text if self.style == "letters" else text[0].replace("T", "10") + SIGNS[text[1]]

    def cards(self, texts: Iterable[str]) -> str:
        """Several cards in a row."""
        return (", " if self.style == "words" else " ").join(map(self.card, texts))

    def meld(self, texts: Iterable[str]) -> str:
        """A meld: cards in brackets, or in words."""
        cards = list(texts)
        if self.style == "words":
            hidden = cards and all(card == HIDDEN for card in cards)
            return f"{len(cards)} cards face down" if hidden else self.cards(cards)
        return f"[{self.cards(cards)}]"

    def in_text(self, text: str) -> str:
        """A text with its cards written this way; the text writes them as `7h`.

        >>> Faces().in_text("discard Ks; As is an ace, as X1(6c) is")
        'discard K♠; A♠ is an ace, as X1(6♣) is'
        """
        return _CARD.sub(lambda card: self.card(card[0]), text)

    def event_cards(self, event: Mapping[str, object], cards: Iterable[str]) -> str:
        """Cards of an event; a joker with the card that it stands for."""
        faces = event.get("as", {})
        stands_for = faces if isinstance(faces, Mapping) else {}
        return self.cards(f"{card}({stands_for[card]})" if card in stands_for else card for card in cards)


class NamedFaces(Faces):
    """A way to write pieces that have a sign and words each, such as tiles; `letters` are their text.

    >>> faces = NamedFaces({"1d": "\N{MAHJONG TILE ONE OF CIRCLES}"}, {"1d": "1 of dots"}, "words")
    >>> faces.card("1d"), faces.in_text("draws 1d")
    ('1 of dots', 'draws 1 of dots')
    """

    def __init__(self, signs: Mapping[str, str], words: Mapping[str, str], style: str = "signs") -> None:
        super().__init__(style)
        self._texts: Mapping[str, str] = {"signs": signs, "words": words}.get(style, {})
        self._piece = re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})\b")

    def card(self, text: str) -> str:
        return self._texts.get(text, text)

    def in_text(self, text: str) -> str:
        """Rewrite the pieces in a text, which writes them by letters."""
        return self._piece.sub(lambda piece: self.card(piece[0]), text)


def usual_style(plain: bool = False, encoding: str | None = None, signs: str = "♣♦♥♠") -> str:
    """Words for a screen reader; signs if stdout can write them; else letters."""
    if plain:
        return "words"
    return "signs" if writable(signs, encoding) == signs else "letters"


def colour_spans(text: str, colours: int) -> list[tuple[int, int, str]]:
    """The cards in a text: start, end and style of each, with two or four colours.

    >>> colour_spans("has 10♥", 2)
    [(4, 7, 'bright_red')]
    """
    styles = _FOUR_COLOURS if colours == 4 else _TWO_COLOURS
    return [(match.start(), match.end(), styles[match[1]]) for match in _SIGNED.finditer(text)]
