"""Parses an order typed at the table (a word or its short form, then cards) into an action or a wish.

The engine decides whether an action is legal, and gives the reason if it is not.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from reports.text.language import orders
from tongits_sim.cards import parse_card
from tongits_sim.errors import TongitsError
from tongits_sim.game.state import DECISIONS
from tongits_sim.game.typed_cards import card_at, with_letters
from tongits_sim.table.live_match import LiveMatch, fillings, legal_takes, meld_event, ways_to_add, ways_to_lay
from tongits_sim.table.seat_view import MeldOnTable, SeatView

Event = dict[str, Any]

ACTIONS = ("draw", "take", "lay", "secret", "sapaw", "discard", "call", "challenge", "fold", "pass")
QUERIES = ("undo", "hint", "why", "score", "discards", "rules", "table", "help", "quit")
WORDS = (*ACTIONS, *QUERIES)
SHORT = {
    "d": "draw",
    "t": "take",
    "l": "lay",
    "sec": "secret",
    "s": "sapaw",
    "add": "sapaw",
    "x": "discard",
    "c": "call",
    "fight": "challenge",
    "ch": "challenge",
    "f": "fold",
    "p": "pass",
    "no": "pass",
    "u": "undo",
    "h": "hint",
    "w": "why",
    "sc": "score",
    "ds": "discards",
    "r": "rules",
    "show": "table",
    "?": "help",
    "q": "quit",
    "exit": "quit",
}
LONGEST = 200
_RANK = re.compile(r"10|[2-9ATJQK]", re.IGNORECASE)
_SIDES = {"right": 1, "left": 2, "me": 0, "mine": 0, "own": 0, "my": 0}


class OrderError(TongitsError):
    """A text is no order; the message says what to type."""


@dataclass(frozen=True)
class Command:
    """A person's order."""

    word: str  # one of WORDS
    event: Event | None = None  # the action, if the word is one of ACTIONS
    rest: str = ""  # the text after the word, if the word is one of WISHES
    sure: bool = False  # the order skips the question before a doubtful action (`discard Ks!`)


def read_command(text: str, match: LiveMatch, sight: SeatView) -> Command:
    """Read an order from a line of text. Raises OrderError."""
    if len(text) > LONGEST:
        raise OrderError(f"an order is a word and some cards, not {len(text)} letters: see help")
    if not text.isprintable():
        raise OrderError("type only letters: a word and some cards, see help")
    sure = text.rstrip().endswith("!")
    words = _plain_words(text).split()
    if not words:
        raise OrderError("type what to do, or help")
    words = [_of_rank(word, sight) if _is_rank(words, at, match) else word for at, word in enumerate(words)]
    word, rest = _word(words)
    if word in QUERIES:
        return Command(word, rest=" ".join(rest))
    return Command(word, _event(word, rest, match, sight), sure=sure)


def is_quit(text: str) -> bool:
    """Return True if a person wants to stop. The words are the same at every question."""
    word = text.strip().lower()
    return orders().get(word, SHORT.get(word, word)) == "quit"


def _plain_words(text: str) -> str:
    """Turn commas and brackets into blanks, suit signs into letters."""
    return re.sub(r"[,;\[\]!]+", " ", with_letters(text))


def _word(words: Sequence[str]) -> tuple[str, list[str]]:
    """The word of an order, and the rest. A card alone is a discard."""
    own = orders()
    words = [own.get(word.lower(), word) for word in words]
    first = words[0].lower()
    rest = list(words[1:])
    if _card_of(words[0]):
        if rest:
            raise OrderError("say first what to do with these cards: take, lay, sapaw or discard")
        return "discard", list(words)
    if first == "d" and rest and all(map(_card_of, rest)):
        return "discard", rest
    if first in WORDS:
        return first, rest
    if first in SHORT:
        return SHORT[first], rest
    begun = [word for word in WORDS if len(first) > 2 and word.startswith(first)]
    if len(begun) == 1:
        return begun[0], rest
    close = difflib.get_close_matches(first, [*WORDS, *SHORT], 1, 0.6)
    meant = f"did you mean {SHORT.get(close[0], close[0])}? " if close else ""
    raise OrderError(f"{first[:20]!r} is not an order: {meant}help lists them all")


def _is_rank(words: Sequence[str], at: int, match: LiveMatch) -> bool:
    """Return True if a word is the rank of a card to discard: it stands alone, or after `discard`.

    A lone `t` means take at decisions that may allow it; a lone `q` always quits.
    """
    taking = DECISIONS[match.decision] in ("call", "draw") and match.legal({"act": "draw"})
    alone = len(words) == 1 and words[0].lower() not in ("q", *(["t"] if taking else []))
    return (alone or (at == 1 and words[0].lower() in ("discard", "x"))) and _RANK.fullmatch(words[at]) is not None


def _of_rank(rank: str, sight: SeatView) -> str:
    """The only card of a rank in the hand. Raises OrderError if the hand has several, or no such card."""
    letter = "T" if rank == "10" else rank.upper()
    held = [card for card in sight.hand if card[0] == letter]
    if len(held) == 1:
        return held[0]
    if held:
        raise OrderError(f"which one, {' or '.join(held)}?")
    raise OrderError(f"you hold no {rank.upper()}")


def _card_of(word: str) -> tuple[str, str] | None:
    """The card that a word names, and the face given to a joker; None for other words."""
    found = card_at(word)
    natural_with_face = found is not None and found[1] and not found[0].startswith("X")
    return None if found is None or found[2] < len(word) or natural_with_face else found[:2]


def _event(word: str, rest: list[str], match: LiveMatch, sight: SeatView) -> Event:
    if word in ("draw", "call", "challenge", "fold", "pass"):
        if rest:
            raise OrderError(f"{word} takes no cards")
        return {"act": word}
    if word == "discard":
        cards, _, _ = _cards(rest)
        if len(cards) != 1:
            raise OrderError(f"name the one card to discard, such as: discard {sight.hand[-1]}")
        return {"act": "discard", "card": cards[0]}
    if word == "take":
        return _take(rest, match, sight)
    if word == "sapaw":
        return _sapaw(rest, match, sight)
    return _lay(word, rest, match, sight)


def _cards(words: Sequence[str]) -> tuple[list[str], dict[str, str], list[str]]:
    """The cards among words, the faces given to jokers, and the other words."""
    cards, faces, others = [], {}, []
    for word in words:
        found = _card_of(word)
        if found is None:
            others.append(word.lower())
            continue
        card, face = found
        cards.append(card)
        if face:
            faces[card] = face
    double = [card for number, card in enumerate(cards) if card in cards[:number]]
    if double:
        raise OrderError(f"{double[0]} is named twice")
    return cards, faces, others


def _no_others(others: Sequence[str], word: str) -> None:
    if others:
        sample = "A or 2-9 T J Q K, then c d h s"
        raise OrderError(f"{others[0][:20]!r} is not a card: write rank and suit after {word}, like {sample}")


def _with_faces(act: str, cards: list[str], faces: dict[str, str], match: LiveMatch) -> Event:
    """A meld with the faces of its jokers. Faces that the person left out follow from the other cards."""
    jokers = [card for card in cards if card.startswith("X")]
    if not jokers or set(faces) == set(jokers):
        return meld_event(act, cards, faces)
    possible = fillings(cards, int(match.board.rules.melds_ace_runs))
    possible = [filling for filling in possible if all(filling[joker] == face for joker, face in faces.items())]
    if not possible:
        raise OrderError("R3: the cards are not a meld, whatever the joker stands for")
    if len(possible) > 1:
        texts = (" ".join(f"{joker}={face}" for joker, face in filling.items()) for filling in possible[:4])
        raise OrderError(f"say what the joker stands for: {' or '.join(texts)}")
    return meld_event(act, cards, possible[0])


def _chosen_way(words: Sequence[str], ways: Sequence[Event], what: str) -> Event:
    """The way whose number the words give, or the only way."""
    if words and words[0].isdecimal():
        number = int(words[0][:6])
        if not 1 <= number <= len(ways):
            raise OrderError(f"there is no way {number} to {what}: there are {len(ways)}")
        return ways[number - 1]
    if len(ways) == 1:
        return ways[0]
    menu = "; ".join(f"{what} {number}: {move_text(way)}" for number, way in enumerate(ways[:8], start=1))
    raise OrderError(f"there are {len(ways)} ways, name one: {menu}")


def move_text(way: Event) -> str:
    """A way to take or lay, in short."""
    if "cards" in way:
        cards = " ".join(f"{card}={way['as'][card]}" if card in way.get("as", {}) else card for card in way["cards"])
        return f"{cards} face down" if way["act"] == "secret" else cards
    return f"onto meld {way['onto'] + 1}" if "onto" in way else "into the hand"


def _take(rest: list[str], match: LiveMatch, sight: SeatView) -> Event:
    cards, faces, others = _cards(rest)
    offer = sight.offer
    if not offer:
        raise OrderError("R4: there is no discard to take")
    if cards and (onto := _meld_named(others, sight)) is None and set(cards) != {offer}:
        _no_others(others, "take")
        whole = cards if offer in cards else [*cards, offer]
        return {**_with_faces("take", whole, faces, match), "card": offer}
    ways = legal_takes(match, sight)
    if others and not others[0].isdecimal():
        onto = _meld_named(others, sight)
        if onto is None:
            _no_others(others, "take")
        event: Event = {"act": "take", "card": offer, "onto": onto}
        return {**event, "as": faces} if faces else event
    if not ways:
        raise OrderError(f"R4: {offer} makes no meld with the cards in your hand: draw")
    return _chosen_way(others, ways, "take")


def _lay(word: str, rest: list[str], match: LiveMatch, sight: SeatView) -> Event:
    cards, faces, others = _cards(rest)
    if cards:
        _no_others(others, word)
        return _with_faces(word, cards, faces, match)
    if others and not others[0].isdecimal():
        _no_others(others, word)
    ways = [way for way in ways_to_lay(match, sight) if way["act"] == word]
    if not ways and not sight.melds:
        raise OrderError("R5: there is no meld in your hand")
    if not ways:  # the engine knows why
        return _with_faces(word, list(sight.melds[0]), {}, match)
    return _chosen_way(others, ways, word)


def _meld_named(words: Sequence[str], sight: SeatView) -> int | None:
    """The number of the meld that words name: by number, or by the side of its owner if the side has only one meld."""
    for word in words:
        if word.isdecimal():
            number = int(word[:6]) - 1
            if not 0 <= number < len(sight.table):
                raise OrderError(f"R6: there is no meld {number + 1} on the table")
            return number
        side = next((step for name, step in _SIDES.items() if len(word) > 0 and name.startswith(word)), None)
        if side is not None:
            melds = [meld for meld in sight.table if (meld.owner - sight.me) % 3 == side]
            if len(melds) == 1:
                return melds[0].number
    return None


def _on_side(words: Sequence[str], sight: SeatView, melds: Sequence[MeldOnTable]) -> list[MeldOnTable]:
    """The melds on the side that words name; all melds if they name none."""
    for word in words:
        for name, step in _SIDES.items():
            if name.startswith(word):
                return [meld for meld in melds if (meld.owner - sight.me) % 3 == step]
    return list(melds)


def _sapaw(rest: list[str], match: LiveMatch, sight: SeatView) -> Event:
    cards, faces, others = _cards([word for word in rest if word.lower() not in ("to", "on", "onto", "meld", "'s")])
    if len(cards) != 1:
        if not cards and len(ways := ways_to_add(match, sight.hand)) == 1 and not others:
            return ways[0]
        raise OrderError("name the one card to add, and the meld if it fits several: sapaw CARD right, sapaw CARD 2")
    strange = [word for word in others if not word.isdecimal() and not any(n.startswith(word) for n in _SIDES)]
    if strange:
        raise OrderError(f"{strange[0][:20]!r} names no meld: write its number, or right, left or me")
    card = cards[0]
    onto = _meld_named([word for word in others if word.isdecimal()], sight)
    if onto is not None:
        event: Event = {"act": "sapaw", "card": card, "onto": onto}
        return {**event, "as": faces} if faces else event
    ways = [way for way in ways_to_add(match, [card]) if not faces or way.get("as") == faces]
    numbers = {meld.number for meld in _on_side(others, sight, sight.table)}
    ways = [way for way in ways if way["onto"] in numbers]
    if not ways:
        return _failing_addition(card, faces, others, sight, match)
    if len(ways) > 1:
        texts = []
        for way in ways[:4]:
            named = "".join(f"{joker}={face}" for joker, face in way.get("as", {}).items()) or way["card"]
            texts.append(f"sapaw {named} {way['onto'] + 1}")
        raise OrderError(f"{card} can be added in {len(ways)} ways: {' or '.join(texts)}")
    return ways[0]


def _failing_addition(
    card: str, faces: dict[str, str], others: Sequence[str], sight: SeatView, match: LiveMatch
) -> Event:
    """An addition that the engine will refuse with the best reason: onto a meld that the card fits."""
    open_melds = [meld for meld in _on_side(others, sight, sight.table) if not meld.secret]
    if not open_melds:
        raise OrderError("R6: there is no open meld to add to")
    view = match.board.view
    fits = [meld for meld in open_melds if int(view.meld_fits[meld.number]) >> parse_card(card) & 1]
    if not fits and card in sight.hand and not card.startswith("X"):
        raise OrderError(f"R6: {card} fits no open meld{' there' if others else ''}")
    event: Event = {"act": "sapaw", "card": card, "onto": (fits or open_melds)[0].number}
    return {**event, "as": faces} if faces else event


def completions(text: str, sight: SeatView | None, actions: Sequence[str]) -> list[str]:
    """The completions of a word: orders that are possible now, then cards of the hand and sides."""
    words = text.split()
    last = "" if not words or text.endswith(" ") else words[-1]
    if not words or (len(words) == 1 and last):
        possible = [*actions, *QUERIES, *orders()]
        cards = [card for card in (sight.hand if sight else ()) if last and card.lower().startswith(last.lower())]
        return [f"{word} " for word in possible if word.startswith(last.lower())] + cards
    if sight is None:
        return []
    near = [*sight.hand, *([sight.offer] if sight.offer else [])]
    sides = ["right", "left", "me"] if words[0] in ("sapaw", "s", "add", "take", "t") else []
    used = words[:-1] if last else words
    return [
        f"{completion} "
        for completion in (*near, *sides)
        if completion.lower().startswith(last.lower()) and completion not in used
    ]
