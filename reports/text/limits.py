"""The limits of a book as people read them: tables for screens, pages, card and phone, and orders in sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from analyses.book.words import columns_text, limit_text, thrown_text
from reports.text.language import card_words

if TYPE_CHECKING:
    from analyses.words import Table
    from strategies.book.limits import Book, Decision, Limit, Part, Row

Kind = Literal["yes", "high", "no", "few"]
"""What a cell says, which is its colour: do it up to a number; do it from a number up; never; too few games."""
_HIGHEST = 60
"""A count that fills the bar of a cell."""

EN: Mapping[str, str] = {
    "call": "CALL?",
    "challenge": "CHALLENGE?",
    "call_counts": "fewest cards in an open opponent’s hand",
    "challenge_counts": "cards in the caller’s hand",
    "any": "any",
    "never": "never",
    "players": "strangers",
    "players_note": "lower of their last discards",
    "players_one": "only one of them open",
    "seldom": "they seldom challenge",
    "seldom_note": "fewer than 1 call in 3",
    "nearly_all": "they challenge nearly all",
    "soundly": "stranger, good player",
    "freely": "calls freely",
    "little": "calls only with little",
    "other_out": "the other is out",
    "other_in": "the other may answer too",
    "net_counts": "their fewest cards",
    "alone_any": "Only you are open: call with anything, nobody may challenge.",
    "alone_most": "Only you are open: call with {limit} or less, nobody may challenge.",
    "alone_never": "Only you are open: do not call.",
    "no_challenge": "Nobody chooses: whoever may challenge shows his cards.",
    "no_call": "Nobody calls under these rules.",
    "title": "Pocket card: {rules}",
    "about": "{rules} rules · call {when}",
    "start": "before you draw",
    "end": "with your discard",
    "after_draw": "after you draw",
    "you_count": "you count {count}",
    "they_hold": "they hold {one} and {other}",
    "they_threw": "they hold {one} and {other}, threw",
    "limit": "limit {limit}",
    "do_call": "CALL",
    "do_wait": "WAIT",
    "first_meld": "FIRST MELD",
    "lay": "LAY it",
    "hold": "HOLD it",
    "nobody_open": "nobody is open",
    "somebody_open": "somebody is open",
    "whoever_open": "whoever is open",
    "key_most": "with at most {limit}",
    "key_least": "with at least {limit}: they fold",
    "count_is": "Count: your cards outside melds, A = 1, J Q K = 10. Open: has a meld on the table.",
    "net_is": "Between two columns: 6 or 7 points for each card.",
    "sheet_title": "{rules}: numbers to remember",
    "big_call": "Call a stranger who holds {cards} cards with at most this{mark}.",
    "big_mark": " if both last threw {mark}",
    "big_after": " Lower discards: {more}.",
    "big_challenge": "Challenge a stranger’s call from {cards} cards with at most this.",
    "big_more": " More cards: {more}. Fewer: {fewer}.",
    "big_seldom": "If they challenge fewer than 1 call in 3, call with at least this ({cards} cards): they fold.",
    "ask_call": "Call a draw?",
    "ask_challenge": "A draw was called. Challenge?",
    "ask_lay": "Lay your first meld?",
    "turn_draw": "Draw",
    "draw_says": "Take the discard for a meld if that lowers your count; else draw from the stock.",
    "turn_sapaw": "Sapaw",
    "sapaw_says": "Add every loose card that fits a meld on the table.",
    "sapaw_blocks": "Add every loose card that fits, first to the meld of an opponent whom nobody has blocked yet: he "
    "may not call.",
    "turn_discard": "Throw",
    "discard_says": "The loose card with most points, 3 points less for each unseen card that would meld it with "
    "another of yours; near the end of the stock points alone. Do not break a meld.",
    "price_cost": "Playing by it costs {cost} ± {half} units a game against strangers; {games} games, seed {seed}.",
    "price_gain": "Playing by it gains {cost} ± {half} units a game against strangers; {games} games, seed {seed}.",
}


@dataclass(frozen=True)
class Cell:
    """What to do, in a word or a number: `23`, `44+`, `any`, `never`."""

    text: str
    kind: Kind
    fill: float | None = None  # share of the bar below a number; None: no bar


@dataclass(frozen=True)
class LimitRow:
    """A row: the opponents that it is for."""

    name: str
    cells: Sequence[Cell]
    note: str = ""  # what the name means
    mark: str = ""  # ranks of the last discards, as on a card: `9–K`


@dataclass(frozen=True)
class LimitTable:
    """Limits of a decision."""

    asks: str  # the question
    counts: str  # what the columns count
    columns: Sequence[str]
    rows: Sequence[LimitRow]


def screen_table(table: LimitTable) -> Table:
    """Limits for a screen; the kinds of cells give them their colours."""
    from analyses.words import Table

    rows = [[f"{row.name} {row.mark}".strip(), *(each.text for each in row.cells)] for row in table.rows]
    kinds = {
        (number, place): str(each.kind)
        for number, row in enumerate(table.rows)
        for place, each in enumerate(row.cells, start=1)
    }
    return Table("limits", "", [table.counts, *table.columns], rows, kinds=kinds)


def words() -> Mapping[str, str]:
    """The words of tables, in the current language."""
    return card_words() or EN


def cell(limit: Limit, shift: int = 0) -> Cell:
    """A limit as a cell.

    Args:
        limit: of a book.
        shift: points added to it, where limits are on the count less the points to expect.
    """
    said = words()
    if limit.never or limit.any:
        text = limit_text(limit)
        return Cell(said[text], "no" if limit.never else "yes")
    if limit.least is not None:
        return Cell(limit_text(replace(limit, least=limit.least + shift)), "high")
    most = (limit.most or 0) + shift
    return Cell(str(most), "yes", min(most, _HIGHEST) / _HIGHEST) if most >= 0 else Cell(said["never"], "no")


def call_table(book: Book, *, all_rows: bool = False) -> LimitTable:
    """When to call. Empty rows: nobody calls under these rules.

    Args:
        book: the book.
        all_rows: also rows that are left out of a card: one opponent open, for each habit.
    """
    said, part = words(), book.call
    rows = []
    blocks = [row for row in part.rows if row.habit == "players" and row.rivals[0] >= 2]
    for number, row in enumerate(blocks):
        mark = thrown_text(row.thrown) if len(blocks) > 1 else ""
        note = said["players_note"] if len(blocks) > 1 and number == 0 else ""
        rows.append(LimitRow(said["players"] if number == 0 else "", _cells(part, row), note, mark))
    one_open = [row for row in part.rows if row.habit == "players" and row.rivals == (1, 1)]
    rows += [LimitRow(said["players_one"], _cells(part, row)) for row in one_open]
    for habit in ("seldom", "nearly_all"):
        note = said.get(f"{habit}_note", "") if all_rows else ""
        rows += [
            LimitRow(said[habit], _cells(part, row), note)
            for row in part.rows
            if row.habit == habit and row.rivals[0] >= 2
        ]
    counts = said["net_counts" if part.statistic == "net" else "call_counts"]
    return LimitTable(said["call"], counts, column_names(part), rows)


def challenge_table(book: Book) -> LimitTable:
    """When to challenge a call. Empty rows: nobody chooses."""
    said, part = words(), book.challenge
    rows = []
    for row in part.rows:
        others = [other for other in part.rows if other.habit == row.habit]
        note = ""
        if len(others) > 1:
            note = said["other_out" if row.rivals[1] == 0 else "other_in"]
        rows.append(LimitRow(said[row.habit], _cells(part, row), note))
    return LimitTable(said["challenge"], said["challenge_counts"], column_names(part), rows)


_NET_COLUMNS = (2, 4, 6, 8, 10)
"""Cards in a hand for which limits on the count less the points to expect are printed as counts."""
_PACK_POINTS, _PACK = 340, 52
"""An unseen card counts as much as the mean card of the pack."""


def column_names(part: Part) -> list[str]:
    """`1–2`, `3–4`, `9+`."""
    return [str(cards) for cards in _NET_COLUMNS] if part.statistic == "net" else columns_text(part)


def _cells(part: Part, row: Row) -> list[Cell]:
    if part.statistic == "net":
        return [cell(row.cells[0], cards * _PACK_POINTS // _PACK) for cards in _NET_COLUMNS]
    limits = row.cells if len(row.cells) > 1 else row.cells * len(part.columns)
    return [cell(limit) for limit in limits]


def alone(book: Book) -> str:
    """What to do if nobody may challenge; empty if the book does not say it."""
    said = words()
    row = next((row for row in book.call.rows if row.habit == "players" and row.rivals == (0, 0)), None)
    if row is None:
        return ""
    limit = row.cells[0]
    if limit.any:
        return said["alone_any"]
    return said["alone_never"] if limit.never else said["alone_most"].format(limit=limit.most)


# --- sentences ---


def call_order(book: Book) -> tuple[str, str]:
    """When to call: an order, and its numbers. Both empty if nobody calls."""
    table = call_table(book)
    rows = [row for row in table.rows if row.mark] or list(table.rows[:1])
    if not rows:
        return "", ""
    if all(each.kind == "no" for row in rows for each in row.cells):
        return "Do not call", "as long as an opponent is open: it loses with any count."
    parts = [f"{_cards(table, at)} {_by_discard(rows, at)}" for at in _main_columns(table)]
    order = "Call by what they hold and threw" if len(rows) > 1 else "Call by what they hold"
    return order, f"Strangers with {'; with '.join(parts)}."


def _main_columns(table: LimitTable) -> Sequence[int]:
    """The two columns that come up most."""
    return range(2, 4) if len(table.columns) == 5 else range(len(table.columns))


def _cards(table: LimitTable, at: int) -> str:
    return f"{table.columns[at]} cards:"


def _by_discard(rows: Sequence[LimitRow], at: int) -> str:
    if len(rows) == 1:
        return _says(rows[0].cells[at])
    parts = []
    for number, row in enumerate(rows):
        low = row.mark.split("–")[0]
        after = f"if both last threw {low} or higher" if number == 0 else f"after {row.mark}"
        parts.append(f"{_says(row.cells[at], short=number > 0)} {after}")
    return ", ".join(parts)


def _says(each: Cell, short: bool = False) -> str:
    if each.kind == "no":
        return "never" if short else "do not call"
    if each.text == words()["any"]:
        return "call with anything"
    number = f"with {each.text.removesuffix('+')} or more" if each.kind == "high" else f"with up to {each.text}"
    if short:
        return number.removeprefix("with ").removeprefix("up to ")
    return f"call {number}"


def turn_round(book: Book) -> tuple[str, str]:
    """What to do against players who fold; empty if that is nothing of its own."""
    row = next((row for row in book.call.rows if row.habit == "seldom" and row.rivals[0] >= 2), None)
    if row is None:
        return "", ""
    names = column_names(book.call)
    parts = [
        f"{limit.least} and more ({name} cards)"
        for limit, name in zip(row.cells, names, strict=False)
        if limit.least is not None
    ]
    if not parts:
        return "", ""
    return "Turn it round against players who fold", (
        f"If they challenge fewer than 1 call in 3, call with {', '.join(parts[-2:])} and go on drawing with little."
    )


def challenge_order(book: Book) -> tuple[str, str]:
    """When to challenge: an order, and its numbers. Both empty if nobody chooses."""
    table = challenge_table(book)
    if not table.rows:
        return "", ""
    parts: list[str] = []
    for name, each in zip(table.columns, table.rows[0].cells, strict=True):
        limit = "never" if each.kind == "no" else "anything" if each.kind == "yes" and each.fill is None else each.text
        parts.append(f"{limit} when the caller holds {name} cards" if not parts else f"{limit} with {name}")
    return "Challenge a stranger’s call", f"with up to {', '.join(parts)}."


def lay_order(book: Book) -> tuple[str, str]:
    """What to do with the first meld: an order, and when. Both empty if the book does not know."""
    nobody, somebody = lays(book)
    if nobody is None or somebody is None:
        return "", ""
    if nobody and somebody:
        return "Lay your first meld at once", "whoever is open."
    if not nobody and somebody:
        return "Hold your first meld while nobody is open", "and lay it as soon as somebody is."
    if nobody:
        return "Lay your first meld while nobody is open", "and hold it after that."
    return "Hold your first meld", "whoever is open."


def lays(book: Book) -> tuple[bool | None, bool | None]:
    """Whether to lay the first meld: while nobody is open, and while somebody is."""

    def at(rivals: int) -> bool | None:
        row = next((row for row in book.lay.rows if row.rivals[0] <= rivals <= row.rivals[1]), None)
        return None if row is None else not row.cells[0].never

    return at(0), at(1)


def line(book: Book, decision: Decision, limit: Limit, count: int) -> str:
    """The line of the book for a position: `at most 49, you count 39`."""
    if decision == "lay":
        return "hold the first meld" if limit.never else "lay the first meld"
    each = cell(limit)
    if limit.any:
        return f"{decision} with any count, you count {count}"
    if limit.never:
        return f"do not {decision}"
    if each.kind == "high":
        return f"{decision} with {each.text.removesuffix('+')} or more, you count {count}"
    return f"{decision} with at most {each.text}, you count {count}"
