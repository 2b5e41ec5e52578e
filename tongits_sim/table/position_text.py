"""Reads positions as people type them: cards, melds (`right: 7s 8s 9s, 4c 4d 4h; me: -; left: ????`) and facts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tongits_sim.cards import U, card_text, cards_in, format_mask, parse_card
from tongits_sim.game.typed_cards import card_at, with_letters
from tongits_sim.hands.melds import NO_MELD, SET, meld_kind
from tongits_sim.rules import RuleSet, rules_record
from tongits_sim.table.builder import LEFT, ME, RIGHT, CheckedPosition, build, mask
from tongits_sim.table.position import Challenged, Position, PositionError, TableMeld, deck_of

SEATS = ("me", "right", "left")


def read_cards(text: str, where: str) -> tuple[int, ...]:
    """Read cards, with or without blanks or commas between; `-`: no cards. Raises PositionError.

    where: the place, for messages: `the hand`.
    """
    words = [] if text.strip() == "-" else with_letters(text).replace(",", " ").split()
    cards = tuple(card for word in words for card, _ in _cards_of(word))
    for at, card in enumerate(cards):
        if card in cards[:at]:
            raise PositionError(f"{card_text(card)} stands twice in {where}")
    return cards


def _cards_of(word: str) -> Iterator[tuple[int, int]]:
    """The cards of `7h8hX1(9h)`, each with its face. Raises PositionError."""
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
    """Split parts such as `right: ...; me: ...` by seat. Raises PositionError."""
    parts: dict[str, str] = {}
    for part in filter(None, (word.strip() for word in text.split(";"))):
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
    """Read the melds on the table, each with its cards (jokers as jokers).

    Commas separate a seat's melds. `X1(7h)` is a joker with its face, `????` a face-down meld of four cards, `[7c 7d 7h
    7s]` a face-down meld of one's own. Raises PositionError.

    seat_of: seats by name.
    """
    table_melds = list[tuple[TableMeld, tuple[int, ...]]]()
    for name, melds in by_seat(with_letters(text)).items():
        parts = [word.strip() for word in re.split(r"[,/|]", melds)]
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
    cards = [card for card, _ in pairs]
    faces = [face for _, face in pairs]
    for face in faces:
        if face & 15 > 12:
            raise PositionError(f"say what {card_text(face)} stands for, like {card_text(face)}(7h)")
    for at, face in enumerate(faces):
        if face in faces[:at]:
            raise PositionError(f"{card_text(face)} stands twice in the meld {text}")
    jokers = sum(card & 15 > 12 for card in cards)
    return TableMeld(owner, mask(faces), len(faces), jokers, face_down), tuple(cards)


SEAT_OF = {name: number for number, name in enumerate(SEATS)}
MAX_CHANCES = 1000
DECISIONS = ("call", "draw", "lay", "sapaw", "discard", "respond")
MAX_HELD = 13


@dataclass(frozen=True)
class PositionText:
    """A position as typed; the own seat is always seat 0, `right` 1 and `left` 2."""

    hand: str  # the own cards; the drawn card last, if it matters
    table: str = ""  # melds by seat, `right: 7s 8s 9s, 4c 4d 4h; me: -`
    discards: str = ""  # discards in order; early discards may be missing
    stock: int | None = None  # cards left in the stock
    sizes: str = ""  # cards in the hands of right and left, `9,11` or `right 9, left 11`
    decide: str = ""  # the decision, one of `DECISIONS`
    caller: str = ""  # the seat that called, if the decision is to challenge or fold
    known: str = ""  # cards that others took into the hand and still hold, `left: 7h`
    sapawed: str = ""  # seats to whose melds another seat has added since their last turn, `me, right`
    # calls that opponents challenged in the evening so far, of those that they could, `right 2/9, left 0/3`
    challenged: str = ""


def read_position(rules: RuleSet, typed: PositionText) -> Position:
    """Read a typed position. Raises PositionError."""
    return build(read_facts(rules, typed))


def read_facts(rules: RuleSet, typed: PositionText) -> CheckedPosition:
    """The verified facts of a typed position. Raises PositionError."""
    hand = read_cards(typed.hand, "the hand")
    melds = read_table(typed.table, SEAT_OF)
    discards = read_cards(typed.discards, "the discards")
    known = _known_cards(typed.known)
    sapawed = tuple(SEAT_OF[read_seat(name)] for name in typed.sapawed.replace(";", ",").split(",") if name.strip())
    decide = typed.decide.strip().lower()
    if decide and decide not in DECISIONS:
        raise PositionError(f"{typed.decide!r} is not a decision; there are {', '.join(DECISIONS)}")
    caller = SEAT_OF[read_seat(typed.caller)] if typed.caller else -1
    if caller == ME:
        raise PositionError("who calls a draw is not asked whether to challenge it; the caller is right or left")
    if caller >= 0 and decide not in ("", "respond"):
        raise PositionError(f"after a call there is only the decision to respond, not to {decide}")
    if decide == "respond" and caller < 0:
        raise PositionError("say who called, right or left")
    _check_cards(rules, hand, melds, discards, known)
    facts = CheckedPosition(
        rules=rules,
        hand=mask(hand),
        drew=hand[-1] if hand else -1,
        melds=melds,
        discards=discards,
        unnamed=0,
        stock=0,
        sizes=(len(hand), 0, 0),
        known=known,
        sapawed=sapawed,
        challenged=read_challenged(typed.challenged),
        decide="respond" if caller >= 0 else decide,
        caller=caller,
        drawn=False,
        defaults=(),
    )
    return _with_counts(facts, typed)


def _known_cards(text: str) -> tuple[int, int, int]:
    masks = [0, 0, 0]
    for name, cards in by_seat(text).items():
        if name == "me":
            raise PositionError("what you hold yourself belongs into the hand")
        masks[SEAT_OF[name]] = mask(read_cards(cards, f"what {name} took"))
    return masks[0], masks[1], masks[2]


def _check_cards(
    rules: RuleSet,
    hand: Sequence[int],
    melds: Sequence[tuple[TableMeld, tuple[int, ...]]],
    discards: Sequence[int],
    known: tuple[int, int, int],
) -> None:
    """Raises PositionError: a card is in two places, a meld is illegal, or a hand is too large."""
    if len(hand) > MAX_HELD:
        extra = card_text(hand[MAX_HELD])
        raise PositionError(f"{len(hand)} cards are in the hand, {extra} is one too many: nobody holds more than 13")
    deck = deck_of(rules.jokers.count)
    free = rules.draw.take_discard == "free"
    places: dict[int, str] = {}
    for where, cards in (
        ("in the hand", tuple(hand)),
        *((f"in {SEATS[meld.owner]}'s meld {format_mask(meld.cards)}", cards) for meld, cards in melds),
        *((f"known to be in {SEATS[seat]}'s hand", tuple(cards_in(known[seat]))) for seat in (RIGHT, LEFT)),
    ):
        for card in cards:
            if not deck >> card & 1:
                raise PositionError(f"{card_text(card)} is not in the deck of {rules.name}")
            if card in places:
                raise PositionError(f"{card_text(card)} is {places[card]} and {where}")
            places[card] = where
    for card in discards:
        if not deck >> card & 1:
            raise PositionError(f"{card_text(card)} is not in the deck of {rules.name}")
        if places.get(card) == "in the hand" and not free:
            raise PositionError(f"{card_text(card)} is in the hand and among the discards")
    for seat in (RIGHT, LEFT):
        strange = known[seat] & ~mask(discards)
        if strange:
            held = card_text(cards_in(strange)[0])
            raise PositionError(f"{SEATS[seat]} cannot be known to hold {held}, which nobody discarded")
        if known[seat] and not free:
            raise PositionError(f"{rules.name} does not allow a discard such as {format_mask(known[seat])} in the hand")
    for meld, cards in melds:
        _check_meld(rules, meld, cards)


def _check_meld(rules: RuleSet, meld: TableMeld, cards: Sequence[int]) -> None:
    owner = f"{SEATS[meld.owner]}'s"
    if meld.face_down:
        if rules.secrets.kinds == "none":
            raise PositionError(f"{rules.name} has no face-down melds, but {owner} {_meld_text(meld)} is one")
        if not meld.cards:
            if meld.size < 4:
                raise PositionError(
                    f"a face-down meld has at least 4 cards, {owner} {_meld_text(meld)} has {meld.size}"
                )
            return
    kind = int(meld_kind(U(meld.cards), int(rules_record(rules)[0].melds_ace_runs)))
    if kind == NO_MELD:
        raise PositionError(f"{owner} {_meld_text(meld)} is not a meld")
    if meld.jokers > rules.jokers.max_per_meld or meld.size - meld.jokers < 2:
        raise PositionError(f"{owner} {_meld_text(meld)} holds too many jokers")
    if meld.face_down and kind == SET and meld.size != 4:
        raise PositionError(f"{owner} {_meld_text(meld)} cannot lie face down: only a set of four may")


def _meld_text(meld: TableMeld) -> str:
    return format_mask(meld.cards) if meld.cards else "?" * meld.size


# ---- counts ---------------------------------------------------------------------------------------------------------


def _wrong_count(facts: CheckedPosition, typed: PositionText, hold: int, together: int) -> str:
    """Explain what does not fit if hands and melds do not hold 36 cards (37 after a draw)."""
    named = facts.sizes[ME]
    cards = f"{named} card{'' if named == 1 else 's'}"
    if typed.sizes or not 0 <= hold <= MAX_HELD:
        return (
            f"you named {cards}, and all hands and melds hold {together} together: they must hold 36 (37 once you have "
            "drawn)"
        )
    table = "what lies on the table" if facts.melds else "nothing on the table"
    return (
        f"you named {cards} and {table}, so you must hold {hold} ({hold + 1} once you have drawn). Melds on the table: "
        '--table "me: 9c 9d 9h"'
    )


def _with_counts(facts: CheckedPosition, typed: PositionText) -> CheckedPosition:
    """The facts with sizes, stock and unnamed discards filled in. Raises PositionError."""
    defaults: list[str] = []
    laid = [sum(meld.size for meld, _ in facts.melds if meld.owner == seat) for seat in range(3)]
    known_sizes = read_sizes(typed.sizes)
    sizes = [facts.sizes[ME], 0, 0]
    for seat in (RIGHT, LEFT):
        full = 13 if seat == facts.caller and facts.rules.call.timing == "after_draw" else 12
        sizes[seat] = known_sizes.get(seat, max(0, full - laid[seat]))
        if seat not in known_sizes:
            defaults.append(f"{SEATS[seat]} holds {sizes[seat]} cards: {full} less what lies before {SEATS[seat]}.")
    together = sum(sizes) + sum(laid)
    if together not in (36, 37):
        raise PositionError(_wrong_count(facts, typed, 36 - together + sizes[ME], together))
    deck = 52 + facts.rules.jokers.count
    lying = len(facts.discards) - facts.located_cards.bit_count()
    rest = deck - together - lying
    stock = typed.stock if typed.stock is not None else min(rest, deck - 37)
    if typed.stock is None:
        defaults.append(f"{stock} cards are left in the stock: all discards are named.")
    if not 0 <= stock <= deck - 37:
        raise PositionError(f"the stock begins with {deck - 37} cards, so {stock} cannot be left")
    unnamed = rest - stock
    if unnamed < 0:
        raise PositionError(
            f"that makes {deck - unnamed} cards, not {deck}: hands and melds {together}, discards {lying}, stock "
            f"{stock}"
        )
    if unnamed:
        defaults.append(
            f"{unnamed} earlier discard{'' if unnamed == 1 else 's'} nobody named; the cards are drawn at random."
        )
    if not facts.sapawed and any(meld.owner == seat for seat in range(3) for meld, _ in facts.melds):
        defaults.append("Nobody has added to another's meld since its owner's last turn.")
    if facts.melds:
        defaults.append("All melds have lain there since an earlier turn of their owner.")
    defaults.append("The game stands alone: no jackpot, no streak.")
    return replace(
        facts,
        sizes=(sizes[0], sizes[1], sizes[2]),
        stock=stock,
        unnamed=unnamed,
        drawn=together == 37,
        defaults=tuple(defaults),
    )


def read_sizes(text: str) -> dict[int, int]:
    """Read the sizes of hands by seat: `9,11` or `right 9, left 11`. Raises PositionError."""
    sizes: dict[int, int] = {}
    parts = [part.replace(":", " ").split() for part in text.replace(";", ",").split(",") if part.strip()]
    for at, words in enumerate(parts):
        seat = SEAT_OF[read_seat(words[0])] if len(words) == 2 else (RIGHT, LEFT)[at] if at < 2 else ME
        number = words[-1]
        if not number.isdigit() or seat == ME or len(words) > 2:
            raise PositionError(f"{text!r} does not say how many cards right and left hold; write it like 9,11")
        if int(number) > MAX_HELD:
            raise PositionError(f"{SEATS[seat]} cannot hold {number} cards: nobody holds more than {MAX_HELD}")
        sizes[seat] = int(number)
    return sizes


def read_challenged(text: str) -> dict[int, Challenged]:
    """Read the challenges of opponents by seat: `right 2/9, left 0/3`.

    Raises PositionError.
    """
    found: dict[int, Challenged] = {}
    for part in filter(None, (word.strip() for word in text.replace(";", ",").split(","))):
        match = re.fullmatch(r"(?:(\w+)\s*:?\s+)(\d+)\s*(?:/|of)\s*(\d+)", part)
        if match is None:
            raise PositionError(f"{part!r} does not say how many calls who challenged; write it like right 2/9")
        seat = SEAT_OF[read_seat(match[1])]
        taken = int(match[2])
        chances = int(match[3])
        if seat == ME or seat in found:
            raise PositionError("say how many calls right and left challenged, each once: right 2/9, left 0/3")
        if taken > chances or chances > MAX_CHANCES:
            raise PositionError(f"nobody challenges {taken} of {chances} calls; write challenges first: right 2/9")
        found[seat] = Challenged(taken, chances)
    return found
