"""The pocket card in words: limits for calls, challenges and the first meld, a hand that shows how to read it, and its
price.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports.text.language import spoken
from reports.text.limits import Cell, LimitTable, alone, call_table, challenge_table, lays, words
from tongits_sim.run.numbers import MINUS, amount

if TYPE_CHECKING:
    from strategies.book.limits import Book
    from tongits_sim.rules import RuleSet


@dataclass(frozen=True)
class Example:
    """A hand that shows how to read the card."""

    hand: tuple[str, ...]
    sizes: tuple[int, int]  # cards in the hands of the opponents
    discard: str  # the lower of their last discards; empty if it does not matter
    says: tuple[str, str, str]  # below the hand, below the opponents, below the answer
    answer: Cell


@dataclass(frozen=True)
class PocketCard:
    """The content of a card, in the language of the reader."""

    language: str  # as in HTML
    title: str
    about: str  # the rules, and when one calls
    example: Example | None
    tables: tuple[LimitTable, ...]
    notes: tuple[str, ...]  # below the first table
    first_meld: str  # name of the part about the first meld
    meld: tuple[tuple[Cell, str], ...]  # what to do with it, and when
    key: tuple[tuple[Cell, str], ...]
    foot: tuple[str, ...]


_HANDS = (
    (("As", "2h", "8c"), 11),
    (("Ah", "2s", "5d"), 8),
    (("2c", "7h", "9s"), 18),
    (("As", "4d"), 5),
    (("As", "2h"), 3),
    (("Ad",), 1),
)
"""Hands for the head of the card, with their counts, the best first."""
_DISCARDS = {10: "Td", 9: "9d", 8: "8d", 7: "7d", 6: "6d", 5: "5d"}


def pocket_card(book: Book, rules: RuleSet) -> PocketCard:
    """The card of a book, in the current language."""
    said = words()
    calls = call_table(book)
    challenges = challenge_table(book)
    tables = tuple(table for table in (calls, challenges) if table.rows)
    when = said[str(rules.knobs().get("call.timing", "start"))]
    notes = [alone(book)] if calls.rows else [said["no_call"]]
    notes += [] if challenges.rows else [said["no_challenge"]]
    foot = [said["count_is"]]
    foot += [said["net_is"]] if book.call.statistic == "net" else []
    return PocketCard(
        spoken(),
        said["title"].format(rules=book.rules),
        said["about"].format(rules=book.rules, when=when),
        _example(book, calls, said),
        tables,
        tuple(filter(None, notes)),
        said["first_meld"],
        _meld(book, said),
        _key(tables, said),
        (*foot, price_words(book)),
    )


def _example(book: Book, calls: LimitTable, said: Mapping[str, str]) -> Example | None:
    """A hand that calls by the first row; without a limit in that row a hand that waits."""
    if not calls.rows:
        return None
    first = calls.rows[0]
    order = [2, 3, 1, 4, 0][: len(first.cells)]
    at = next((at for at in order if first.cells[at].kind == "yes" and first.cells[at].fill is not None), None)
    sizes = _sizes(book, order[0] if at is None else at)
    hand: tuple[str, ...] = _HANDS[0][0]
    count = _HANDS[0][1]
    answer = Cell(said["do_wait"], "no")
    limit = said["never"]
    if at is not None:
        most = int(first.cells[at].text)
        hand, count = next((hand_and_count for hand_and_count in _HANDS if hand_and_count[1] <= most), _HANDS[-1])
        answer = Cell(said["do_call"], "yes")
        limit = said["limit"].format(limit=most)
    discard = _DISCARDS[10] if first.mark else ""
    they = said["they_threw" if discard else "they_hold"].format(one=sizes[0], other=sizes[1])
    return Example(hand, sizes, discard, (said["you_count"].format(count=count), they, limit), answer)


def _sizes(book: Book, at: int) -> tuple[int, int]:
    """Cards in the opponents' hands that belong to a column."""
    if book.call.statistic == "net":
        return 6, 8
    low = max(book.call.columns[at][0], 1)
    return low, low + 2


def _meld(book: Book, said: Mapping[str, str]) -> tuple[tuple[Cell, str], ...]:
    nobody, somebody = lays(book)
    if nobody is None or somebody is None:
        return ()

    def one(lay: bool, when: str) -> tuple[Cell, str]:
        return Cell(said["lay"], "yes") if lay else Cell(said["hold"], "no"), said[when]

    if nobody == somebody:
        return (one(nobody, "whoever_open"),)
    return one(nobody, "nobody_open"), one(somebody, "somebody_open")


def _key(tables: tuple[LimitTable, ...], said: Mapping[str, str]) -> tuple[tuple[Cell, str], ...]:
    """What a number means, for the kinds of numbers that occur."""
    cells = [cell for table in reversed(tables) for row in table.rows for cell in row.cells]
    numbers = [cell for cell in cells if cell.text.isdigit()]
    high = [cell for cell in cells if cell.kind == "high" and cell.text.removesuffix("+").isdigit()]
    key = []
    if numbers:
        shown = sorted(numbers, key=lambda cell: int(cell.text))[len(numbers) // 2]
        key.append((Cell(shown.text, "yes"), said["key_most"].format(limit=shown.text)))
    if high:
        shown = high[len(high) // 2]
        key.append((Cell(shown.text, "high"), said["key_least"].format(limit=shown.text.removesuffix("+"))))
    return tuple(key)


def price_words(book: Book) -> str:
    """What playing by the book costs against strangers; empty if that was not measured."""
    said = words()
    price = next((cell for cell in book.price if cell.table == "strong"), None)
    if price is None or price.book.mean is None:
        return ""
    gain = price.book.mean
    half = price.book.half_width or 0.0
    text = amount(abs(gain), 2, sign=False).removeprefix(MINUS)
    sentence = said["price_cost" if gain <= 0 else "price_gain"]
    return sentence.format(cost=text, half=f"{half:.2f}", games=f"{book.made.games:,}", seed=book.made.seed)
