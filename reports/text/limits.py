"""The limits of a book as people read them: tables for pages, the card and the phone, in their language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from analyses.book.words import columns_text, limit_text, thrown_text
from reports.text.language import card_words

if TYPE_CHECKING:
    from strategies.book.limits import Book, Limit, Part, Row

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
    "discard_says": "The loose card with most points; count 3 less for each unseen card that would meld it. Near the "
    "end of the stock, points alone. Keep melds whole.",
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

    def has(self, kind: Kind) -> bool:
        """Whether a cell has this kind; the key explains only such kinds."""
        return any(cell.kind == kind for row in self.rows for cell in row.cells)


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
    said = words()
    part = book.call
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
    said = words()
    part = book.challenge
    rows: list[LimitRow] = []
    named: set[str] = set()
    for row in part.rows:
        name = "" if row.habit in named else said[row.habit]
        note = "" if name else said["other_out" if row.rivals[1] == 0 else "other_in"]
        named.add(row.habit)
        rows.append(LimitRow(name, _cells(part, row), note))
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


def lays(book: Book) -> tuple[bool | None, bool | None]:
    """Whether to lay the first meld: while nobody is open, and while somebody is."""

    def at(rivals: int) -> bool | None:
        row = next((row for row in book.lay.rows if row.rivals[0] <= rivals <= row.rivals[1]), None)
        return None if row is None else not row.cells[0].never

    return at(0), at(1)
