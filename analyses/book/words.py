"""The words of a book: limits, rows in sentences, and the sentences read back.

A row in a sentence: `Both open, lower last discard 9–K, strangers and regular players: call at 1–2 cards with at most
5, at 3–4 with at most 10.` `read` makes limits of it again, so no sentence can say anything but the book.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from strategies.book.limits import (
    EVERYBODY,
    FREELY,
    HABITS,
    LITTLE,
    MIXED,
    NEARLY_ALL,
    NO_DISCARD,
    NO_END,
    PLAYERS,
    SELDOM,
    SOUNDLY,
    Book,
    Decision,
    Facts,
    Limit,
    Part,
    Row,
)

PEOPLE = {
    PLAYERS: "strangers and regular players",
    SELDOM: "they seldom challenge",
    NEARLY_ALL: "they challenge nearly all",
    MIXED: "beginners, either kind",
    SOUNDLY: "a stranger called",
    FREELY: "a regular player called",
    LITTLE: "calls only with little",
    EVERYBODY: "everybody",
}
"""Habits in words, for rows."""
TABLES = {
    "strong": "strangers",
    "regular": "regular players",
    "folders": "they seldom challenge",
    "challengers": "they challenge nearly all",
    "beginners": "beginners, either kind",
}
"""Tables in words."""
MEANT = {
    SELDOM: "fewer than 1 call in 3",
    NEARLY_ALL: "9 calls in 10 and more",
    LITTLE: "about 30 or less",
}
"""What one can see of a habit."""
OPEN: dict[tuple[int, int], str] = {
    (2, 2): "both open",
    (1, 1): "one open",
    (0, 0): "nobody open",
    (1, 2): "somebody open",
}
OTHER: dict[tuple[int, int], str] = {
    (0, 2): "",
    (1, 2): "the other may still challenge",
    (0, 0): "the other is out",
}
"""At a challenge: the other opponent."""
VERBS: dict[Decision, str] = {"call": "call", "challenge": "challenge", "lay": "lay"}
_EVERY_DISCARD = (0, NO_DISCARD)


def limit_text(limit: Limit) -> str:
    """A limit in a table: `23` at most 23, `44+` at least 44, `never`, `any`; of a count less expected points `−3`."""
    if limit.never:
        return "never"
    if limit.any:
        return "any"
    if limit.least is not None:
        return f"{limit.least}+"
    return f"{limit.most}".replace("-", "−")


def columns_text(part: Part) -> list[str]:
    """The numbers of cards of columns: `1–2`, `9+`."""
    return [_range(max(low, 1), high, 13) for low, high in part.columns]


def thrown_text(thrown: tuple[int, int]) -> str:
    """Points of a discard as ranks: `A–4`, `5–8`, `9–K`.

    >>> thrown_text((0, 4)), thrown_text((5, 8)), thrown_text((9, 10))
    ('A–4', '5–8', '9–K')
    """
    low, high = thrown
    first = "A" if low <= 1 else str(low)
    return f"{first}–{'K' if high >= NO_DISCARD else high}"


def _range(low: int, high: int, most: int) -> str:
    return f"{low}+" if high >= most else str(low) if low == high else f"{low}–{high}"


def situation_text(decision: Decision, row: Row) -> str:
    """`both open, lower last discard 9–K`; empty if the row has no situation."""
    parts = [(OTHER if decision == "challenge" else OPEN)[row.rivals]]
    if row.thrown != _EVERY_DISCARD:
        parts.append(f"lower last discard {thrown_text(row.thrown)}")
    return ", ".join(filter(None, parts))


def sentence(decision: Decision, part: Part, row: Row) -> str:
    """A row of a book in a sentence; see the module."""
    names = columns_text(part)
    places = [f"at {name} cards " for name in names] if len(row.cells) > 1 else [""]
    says = [f"{place}{_words(part, cell)}" for place, cell in zip(places, row.cells, strict=True)]
    head = "; ".join(filter(None, (PEOPLE[row.habit], situation_text(decision, row))))
    return f"{head[0].upper()}{head[1:]}: {VERBS[decision]} {', '.join(says)}."


def _words(part: Part, limit: Limit) -> str:
    if limit.never:
        return "never"
    if limit.any:
        return "with any count"
    if part.statistic == "net":
        number = limit.most if limit.least is None else limit.least
        side = "at most" if limit.least is None else "at least"
        assert number is not None
        return f"with {side} the points to expect {'less' if number < 0 else 'plus'} {abs(number)}"
    return f"with at least {limit.least}" if limit.least is not None else f"with at most {limit.most}"


@dataclass(frozen=True)
class Said:
    """What a sentence says: the row that it stands for."""

    decision: Decision
    row: Row


_SENTENCE = re.compile(r"(?P<head>[^:]+): (?P<verb>call|challenge|lay) (?P<says>.+)\.")
_CELL = re.compile(
    r"(?:at [\d–+]+ cards )?(?:(?P<never>never)|(?P<any>with any count)|with at (?P<side>most|least) "
    r"(?:the points to expect (?P<sign>less|plus) )?(?P<number>\d+))"
)


def read(text: str) -> Said:
    """What a sentence of `sentence` says. Raises ValueError for any other text."""
    found = _SENTENCE.fullmatch(text)
    if not found:
        raise ValueError(f"not a sentence of a book: {text}")
    decision = next(name for name, verb in VERBS.items() if verb == found["verb"])
    who, _, where = (found["head"][0].lower() + found["head"][1:]).partition("; ")
    habit = next(name for name, words in PEOPLE.items() if words == who)
    rivals, thrown = (0, 2), _EVERY_DISCARD
    for place in filter(None, re.split(r", (?=lower)|; ", where)):
        if place.startswith("lower last discard "):
            low, high = place.removeprefix("lower last discard ").split("–")
            thrown = 0 if low == "A" else int(low), NO_DISCARD if high == "K" else int(high)
        else:
            known = OTHER if decision == "challenge" else OPEN
            rivals = next(number for number, words in known.items() if words == place)
    return Said(decision, Row(habit, rivals, thrown, tuple(map(_read_limit, found["says"].split(", ")))))


def _read_limit(text: str) -> Limit:
    found = _CELL.fullmatch(text)
    if not found:
        raise ValueError(f"not a limit of a book: {text}")
    if found["never"]:
        return Limit()
    if found["any"]:
        return Limit(NO_END)
    number = -int(found["number"]) if found["sign"] == "less" else int(found["number"])
    return Limit(number) if found["side"] == "most" else Limit(None, number)


def sentences(book: Book, decision: Decision) -> list[str]:
    """Every row of a decision in a sentence."""
    part = book.part(decision)
    return [sentence(decision, part, row) for row in part.rows]


def and_so_on(cells: Sequence[Limit], names: Sequence[str]) -> list[tuple[str, Limit]]:
    """The columns of a row, with neighbouring columns joined if they have the same limit: `[("7+", limit)]`."""
    found: list[tuple[str, Limit]] = []
    for name, cell in zip(names, cells, strict=True):
        if found and limit_text(found[-1][1]) == limit_text(cell):
            first = found[-1][0].split("–")[0]
            last = name.split("–")[-1]
            found[-1] = (f"{first}+" if name.endswith("+") else f"{first}–{last}", found[-1][1])
        else:
            found.append((name, cell))
    return found


class _Told(NamedTuple):
    """What the book says about a position."""

    yes: bool
    where: str  # the facts that it asks about: `the caller holds 9 cards`
    limit: str = ""  # `never`, `any count`, `at most 45`; empty at a first meld, which has no limit
    counts: bool = False  # the limit is a number


def line(book: Book, decision: Decision, facts: Facts, table: str = "strong") -> str:
    """What the book says about a position: `fold (the caller holds 9 cards: at most 45, you count 52)`.

    It is empty if the book does not know.
    """
    told = _told(book, decision, facts, table)
    if told is None:
        return ""
    does = {"call": ("call", "wait"), "challenge": ("challenge", "fold"), "lay": ("lay it", "hold it")}[decision]
    reason = ": ".join(filter(None, (told.where, told.limit)))
    count = f", you count {facts.count}" if told.counts else ""
    return f"{does[not told.yes]} ({reason}{count})"


def order(book: Book, decision: Decision, facts: Facts, table: str = "strong") -> str:
    """What the book says for the next time: `if the caller holds 9 cards, challenge with at most 45`.

    It is empty if the book does not know.
    """
    told = _told(book, decision, facts, table)
    if told is None:
        return ""
    verb = VERBS[decision]
    if decision == "lay":
        return f"if {told.where}, {'lay' if told.yes else 'hold'} your first meld"
    return f"if {told.where}, {f'do not {verb}' if told.limit == 'never' else f'{verb} with {told.limit}'}"


def _told(book: Book, decision: Decision, facts: Facts, table: str) -> _Told | None:
    limit = book.limit(decision, table, facts)
    part = book.part(decision)
    if limit is None:
        return None
    yes = limit.says(part.number(facts))
    cards = f"{facts.cards} card{'' if facts.cards == 1 else 's'}"
    if decision == "lay":
        return _Told(yes, ("nobody is open", "one is open", "both are open")[facts.rivals])
    if decision == "challenge":
        where = f"the caller holds {cards}"
    elif facts.rivals == 0:
        where = "nobody else is open"
    else:
        where = f"the smallest open hand has {cards}"
        row = part.row_of(HABITS[table].at(decision), facts)
        if row is not None and row.thrown != _EVERY_DISCARD:
            where += f", last discard {thrown_text(row.thrown)}"
    if limit.never or limit.any:
        return _Told(yes, where, f"{limit_text(limit)}{' count' if limit.any else ''}")
    if part.statistic == "net":
        number = (limit.most if limit.least is None else limit.least) or 0
        return _Told(yes, f"{where}, expect {facts.expected} points there", f"at most {facts.expected + number}", True)
    return _Told(yes, where, f"at least {limit.least}" if limit.least is not None else f"at most {limit.most}", True)
