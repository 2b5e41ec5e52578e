"""Parses a game written by hand (docs/reference/notation.md) into a sheet.

The parser ignores the rules of play. An error points at the wrong character.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tongits_sim.errors import TongitsError
from tongits_sim.game.typed_cards import card_at, with_letters
from tongits_sim.records.schema import LETTERS

SEATS = LETTERS[:3]
MAX_LINES = 2000
LONGEST_LINE = 1000
_RANKS = r"(?:10|[2-9TtJjQqKkAa])"
_UNKNOWN = "?"
_WORDS = ("call", "pass", "challenge", "fold", "tongits", "spread")
_WORD = re.compile(r"[A-Za-z]+")
_TURN = re.compile(r"([^\s:#][^:#]{0,60}?)\s*:")
_BETWEEN = re.compile(r"\s*-{3,}\s*(#.*)?")
_HEADS = (
    "rules",
    "set",
    "seed",
    "match",
    "game",
    "last",
    "name",
    "dealer",
    "next",
    "jackpot",
    "streak",
    "scores",
    "hand",
    "stock",
    "result",
)


class NotationError(TongitsError):
    """A written game cannot be read, or is illegal; the message is a sentence with the place.

    Attributes:
        line, column: the place, from 1; line 0: no particular place.
        source: the text of the line. reason: the sentence without the place.
    """

    def __init__(self, reason: str, line: int = 0, column: int = 1, source: str = "") -> None:
        """line, column: the place, from 1; source: the text of the line."""
        where = f"line {line}, character {column}: " if line else ""
        super().__init__(f"{where}{reason}")
        self.line, self.column, self.source, self.reason = line, column, source, reason

    def pointer(self) -> list[str]:
        """The line and a caret below the wrong character, cut to the width of a screen; empty without place."""
        if not self.line:
            return []
        start = max(0, self.column - 50)
        shown = self.source.replace("\t", " ")[start : start + 76]
        return [f"  {shown}", f"  {' ' * (self.column - 1 - start)}^"]


@dataclass(frozen=True)
class TextLocation:
    """A place in the text: line and column from 1, and the line itself."""

    line: int
    column: int
    source: str

    def error(self, reason: str, column: int = 0) -> NotationError:
        """An error at this place, or at another column."""
        return NotationError(reason, self.line, column or self.column, self.source)


@dataclass(frozen=True)
class Move:
    """A move as somebody wrote it down; what was not seen is left empty."""

    seat: int  # the seat that moves
    act: str  # as in events of a record, or `pass`: the seat could call but did not
    place: TextLocation
    card: str = ""  # the card drawn, discarded or added; "": unknown or not needed
    cards: tuple[str, ...] = ()  # the cards of a meld; "": unknown
    faces: tuple[tuple[str, str], ...] = ()  # jokers and the cards they stand for
    onto: str = ""  # a card of the meld that receives the card


@dataclass
class NotationGame:
    """A written game; a missing fact is None or empty."""

    rules: str = ""  # name of the rules
    rules_place: TextLocation | None = None  # the place of the name
    settings: list[tuple[str, TextLocation]] = field(default_factory=list)  # texts knob=value, with their places
    numbers: dict[str, int] = field(default_factory=dict)  # the numbers after `seed`, `match` and `game`
    last: bool = False  # the game was the last of its match
    names: dict[int, str] = field(default_factory=dict)  # names of the players, by seat
    dealer: int | None = None  # seat
    next_dealer: int | None = None  # seat
    jackpot: str = "0"  # units before the game, as written
    streak: tuple[int, int] | None = None  # seat and number of games
    scores: tuple[int, ...] = (0, 0, 0)  # scores before the game
    hands: dict[int, list[str]] = field(default_factory=dict)  # the dealt hands by seat; "": unknown card
    stock: list[str] | None = None  # in order of drawing; "": unknown card; None: not written
    results: dict[int, str] = field(default_factory=dict)  # payouts by seat, units as written
    # places of hands, stock, results and what was before the game, by the words of the line
    places: dict[str, TextLocation] = field(default_factory=dict)
    moves: list[Move] = field(default_factory=list)  # the moves in order

    @property
    def in_progress(self) -> bool:
        """Whether a hand or a move is written down."""
        return bool(self.hands or self.moves)

    def name(self, seat: int) -> str:
        """The name of the player on a seat; the seat's letter if the player has none."""
        return self.names.get(seat, SEATS[seat])

    def following(self) -> NotationGame:
        """An empty sheet for the next game at this table, with rules and names."""
        return NotationGame(self.rules, self.rules_place, list(self.settings), names=dict(self.names))


def is_notation(text: str) -> bool:
    """Whether a text looks like games written by hand, judged by the first line that is neither blank nor a comment."""
    for line in text.lstrip("\ufeff").splitlines():
        said = line.partition("#")[0].strip()
        if said:
            return said.split()[0].lower() in _HEADS or (_TURN.match(said) is not None and said[0] not in "{[\"'")
    return False


def read_sheet(text: str) -> NotationGame:
    """Read a text with a single game. Raises NotationError."""
    first, *others = each_sheet(text)
    if others:
        raise NotationError(f"the text holds {1 + len(others)} games; put each into a file of its own")
    if isinstance(first, NotationError):
        raise first
    return first


def each_sheet(text: str) -> Iterator[NotationGame | NotationError]:
    """Read games that lines of dashes separate; yields an error in place of an unreadable game.

    A game inherits rules and names from the game before. Raises NotationError: the text holds no game.
    """
    sheet = NotationGame()
    wrong = None
    begun, games = 1, 0
    for number, raw in enumerate([*text.lstrip("\ufeff").splitlines(), "---"], start=1):
        line = with_letters(raw)
        if _BETWEEN.fullmatch(line):
            if wrong is not None or sheet.in_progress:
                games += 1
                yield wrong or sheet
                sheet = sheet.following()
                wrong = None
            begun = number
            continue
        place = TextLocation(number, 1, raw)
        try:
            if len(line) > LONGEST_LINE:
                raise place.error(f"the line is longer than {LONGEST_LINE} characters", LONGEST_LINE)
            if number - begun >= MAX_LINES:
                raise place.error(f"a game has at most {MAX_LINES} lines")
            _Line(sheet, line, place).read()
        except NotationError as error:
            wrong = wrong or error
    if not games:
        raise NotationError("there is no game in this text: it holds neither a hand nor a move")


class _Line:
    """Reads a line from left to right."""

    def __init__(self, sheet: NotationGame, text: str, place: TextLocation) -> None:
        self.sheet = sheet
        self.text = text
        self.place = place
        self.at = 0

    def read(self) -> None:
        self._blanks()
        seat = self._seat_that_moves()  # before comments, because a name may begin with #
        if seat is not None:
            self._turn(seat)
            return
        if self._at_end():
            return
        start = self.at
        word = _WORD.match(self.text, self.at)
        if word is None or word[0].lower() not in _HEADS:
            seats = ", ".join(f"{name}:" for name in (*SEATS, *self.sheet.names.values()))
            raise self.wrong(f"a line begins with one of {seats} or with one of {', '.join(_HEADS)}", start)
        self.at = word.end()
        self._blanks()
        self._fact(word[0].lower())
        self._blanks()
        if not self._at_end():
            raise self.wrong("nothing more is expected in this line")

    # ---- pieces ----------------------------------------------------------------------------------------------------

    def wrong(self, reason: str, at: int | None = None) -> NotationError:
        """An error at a character of this line, counted from 0."""
        return self.place.error(reason, (self.at if at is None else at) + 1)

    def here(self, at: int | None = None) -> TextLocation:
        """The place of a character of this line, counted from 0."""
        return TextLocation(self.place.line, (self.at if at is None else at) + 1, self.place.source)

    def _blanks(self) -> None:
        while self.at < len(self.text) and self.text[self.at] in " \t,;":
            self.at += 1

    def _at_end(self) -> bool:
        return self.at >= len(self.text) or self.text[self.at] == "#"

    def _rest(self) -> str:
        """The rest of the line without comment, or the JSON string that starts here."""
        if self.text[self.at : self.at + 1] == '"':
            try:
                value, end = json.JSONDecoder().raw_decode(self.place.source, self.at)
            except ValueError:
                raise self.wrong("the quotation mark is not closed") from None
            self.at = end
            return str(value)
        rest = self.text[self.at :].partition("#")[0].rstrip()
        self.at = len(self.text)
        return rest

    def _whole(self, most: int) -> int:
        match = re.compile(r"\d{1,20}(?![\d.])").match(self.text, self.at)
        if match is None or int(match[0]) >= most:
            raise self.wrong("a whole number is expected here")
        self.at = match.end()
        self._blanks()
        return int(match[0])

    def _seat_of(self, text: str) -> int | None:
        """The seat of a letter or of a unique name; None if no seat has it."""
        said = text.strip().lower()
        if len(said) == 1 and said in SEATS.lower():
            return SEATS.lower().index(said)
        seats = [seat for seat, name in self.sheet.names.items() if name.lower() == said]
        return seats[0] if len(seats) == 1 else None

    def _seats_here(self) -> Iterator[tuple[int, int]]:
        """The seats whose letter or name stands here, with the end of the name; the longest name first."""
        for name in sorted([*self.sheet.names.values(), *SEATS], key=len, reverse=True):
            end = self.at + len(name)
            seat = self._seat_of(name)
            here = self.text[self.at : end].lower() == with_letters(name).lower()
            if here and seat is not None and not self.text[end : end + 1].isalnum():
                yield seat, end

    def _seat_that_moves(self) -> int | None:
        """Read the seat and colon of a turn; None if the line is not a turn."""
        for seat, end in self._seats_here():
            if colon := re.compile(r"\s*:").match(self.text, end):
                self.at = colon.end()
                return seat
        return None

    def _seat(self) -> int:
        for seat, end in self._seats_here():
            self.at = end
            self._blanks()
            return seat
        raise self.wrong("a seat is expected here: A, B or C, or the name of one")

    def _card(self, unknown: bool = False) -> tuple[str, str]:
        """Read a card ("": unknown) and the face of a joker."""
        if unknown and self.text.startswith(_UNKNOWN, self.at):
            self.at += 1
            return "", ""
        found = card_at(self.text, self.at)
        if found is None or self.text[found[2] : found[2] + 1].isalnum():
            raise self.wrong(self._why_no_card())
        card, face, end = found
        if face and not card.startswith("X"):
            raise self.wrong(
                f"only a joker stands for another card, {card} is none", self.at + 2 + (self.text[self.at] == "1")
            )
        self.at = end
        return card, face

    def _why_no_card(self) -> str:
        near = re.compile(rf"({_RANKS})(\S?)").match(self.text, self.at)
        if near is not None:
            self.at = near.start(2)
            return f"a suit is expected after {near[1]}: c, d, h or s"
        return "a card is expected here: a rank (A 2-9 T J Q K) and a suit (c d h s), like 7h"

    def _cards(self, unknown: bool, end: str = "") -> list[tuple[str, str, TextLocation]]:
        """Read cards up to a closing bracket or the end of the line."""
        cards: list[tuple[str, str, TextLocation]] = []
        while True:
            self._blanks()
            if end and self.text.startswith(end, self.at):
                self.at += 1
                return cards
            if self._at_end():
                if end:
                    raise self.wrong(f"the meld is not closed: {end} is missing")
                return cards
            at = self.at
            if end and self.text[at] in "+-<>[](){}@":
                raise self.wrong(f"the meld is not closed: {end} is missing")
            number = re.compile(r"(\d{1,2})\s*\?").match(self.text, self.at) if unknown else None
            if number is not None:
                self.at = number.end()
                cards += [("", "", self.here(at))] * int(number[1])
                continue
            card, face = self._card(unknown)
            cards.append((card, face, self.here(at)))

    # ---- header ----------------------------------------------------------------------------------------------------

    def _fact(self, word: str) -> None:
        """Read the rest of a line that begins with one of `_HEADS`."""
        sheet = self.sheet
        match word:
            case "rules":
                sheet.rules_place = self.here()
                sheet.rules = self._rest()
            case "set":
                place = self.here()
                sheet.settings.append((self._rest(), place))
            case "seed" | "match" | "game":
                sheet.numbers[word] = self._whole(2**64 if word == "seed" else 10**12)
            case "last":
                sheet.last = True
            case "name":
                self._name()
            case "dealer":
                sheet.dealer = self._seat()
            case "next":
                sheet.next_dealer = self._seat()
            case "jackpot":
                sheet.places[word] = self.here()
                sheet.jackpot = self._amount("")
            case "streak":
                sheet.places[word] = self.here()
                sheet.streak = self._seat(), self._whole(10**12)
            case "scores":
                sheet.places[word] = self.here()
                sheet.scores = tuple(self._whole(10**12) for _ in range(3))
            case "hand":
                self._hand()
            case "stock":
                sheet.places["stock"] = self.here()
                sheet.stock = [card for card, _, _ in self._distinct(self._cards(unknown=True))]
            case "result":
                seat = self._seat()
                sheet.places[f"result {SEATS[seat]}"] = self.here()
                sheet.results[seat] = self._amount("[+-]?")

    def _name(self) -> None:
        seat = self._seat()
        at = self.at
        name = self._rest().strip()
        if not name or not name.isprintable() or name[0] in ",;":
            raise self.wrong("a name is one line that begins with neither , nor ;, such as: name A Ana", at)
        self.sheet.names[seat] = name

    def _amount(self, sign: str) -> str:
        match = re.compile(sign + r"\d{1,12}(\.\d{1,2})?").match(self.text, self.at)
        if match is None:
            raise self.wrong("an amount is expected here, in units")
        self.at = match.end()
        return match[0]

    def _hand(self) -> None:
        seat = self._seat()
        if seat in self.sheet.hands:
            raise self.wrong(f"the hand of {self.sheet.name(seat)} is written twice", 0)
        self.sheet.places[f"hand {SEATS[seat]}"] = self.here()
        self.sheet.hands[seat] = [card for card, _, _ in self._distinct(self._cards(unknown=True))]

    def _distinct(self, cards: Sequence[tuple[str, str, TextLocation]]) -> Sequence[tuple[str, str, TextLocation]]:
        for number, (card, _, place) in enumerate(cards):
            if card and card in [earlier for earlier, _, _ in cards[:number]]:
                raise place.error(f"{card} is named twice here")
        return cards

    # ---- moves -----------------------------------------------------------------------------------------------------

    def _turn(self, seat: int) -> None:
        self._blanks()
        if self._at_end():
            raise self.wrong("a move is expected here")
        while not self._at_end():
            self.sheet.moves.append(self._move(seat))
            self._blanks()

    def _move(self, seat: int) -> Move:
        place = self.here()
        sign = self.text[self.at]
        if sign == "+":
            self.at += 1
            known = card_at(self.text, self.at) or self.text.startswith(_UNKNOWN, self.at)
            if not known and not self._at_end() and self.text[self.at] not in " \t,;":
                raise self.wrong(self._why_no_card())
            return Move(seat, "draw", place, self._card(unknown=True)[0] if known else "")
        if sign == "-":
            self.at += 1
            return Move(seat, "discard", place, self._card()[0])
        if sign in "[(":
            return self._meld(seat, "lay" if sign == "[" else "secret", place)
        if sign == "<":
            return self._take(seat, place)
        word = _WORD.match(self.text, self.at)
        if word is not None and word[0].lower() in _WORDS:
            self.at = word.end()
            return Move(seat, word[0].lower(), place)
        if card_at(self.text, self.at) is None:
            near = "a suit" in (why := self._why_no_card())
            signs = f"+card, <[meld], [meld], (secret), card@card, -card, or {', '.join(_WORDS)}"
            raise self.wrong(why if near else f"a move is expected here: {signs}")
        return self._addition(seat, "sapaw", place)

    def _addition(self, seat: int, act: str, place: TextLocation) -> Move:
        card, face = self._card()
        if not self.text.startswith("@", self.at):
            raise self.wrong(f"say what is done with {card}: -{card} discards it, {card}@card adds it to a meld")
        self.at += 1
        onto, _ = self._card()
        return Move(seat, act, place, card, faces=((card, face),) if face else (), onto=onto)

    def _meld(self, seat: int, act: str, place: TextLocation) -> Move:
        closing = ")" if act == "secret" else "]"
        self.at += 1
        cards = self._distinct(self._cards(unknown=act == "secret", end=closing))
        if len(cards) < 3:
            raise place.error(f"a meld has at least three cards, this one has {len(cards)}")
        jokers = [(card, card_place) for card, face, card_place in cards if card.startswith("X") and not face]
        if jokers:
            raise jokers[0][1].error(f"say what {jokers[0][0]} stands for: {jokers[0][0]}=6c")
        faces = tuple((card, face) for card, face, _ in cards if face)
        return Move(seat, act, place, cards=tuple(card for card, _, _ in cards), faces=faces)

    def _take(self, seat: int, place: TextLocation) -> Move:
        self.at += 1
        following = self.text[self.at : self.at + 1]
        if following == "[":
            return self._meld(seat, "take", place)
        if following == "@":
            self.at += 1
            return Move(seat, "take", place, onto=self._card()[0])
        if following.strip(" \t,;#"):
            return self._addition(seat, "take", place)
        return Move(seat, "take", place)
