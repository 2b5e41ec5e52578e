"""Sections of the report from the book of the rules: calls, challenges, the first meld."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analyses.book.screens import headline
from analyses.money import unit_name, worth
from analyses.presentation import Table, earned
from reports.page.parts import Section, Spot, SpotRow
from reports.text.card import price_words
from reports.text.limits import alone, call_table, challenge_table
from tongits_sim.run.answers import Estimate, mean_of
from tongits_sim.run.numbers import MINUS

if TYPE_CHECKING:
    from strategies.book.limits import Book, Part, Row

HABIT_WORDS = {
    "strong": "strangers",
    "regular": "regular players",
    "seldom": "they seldom challenge",
    "nearly_all": "they challenge nearly all",
}
_HIGHEST_COUNT = 60
_P_LEFT = 28.0
_P_RIGHT = 160.0
_P_TOP = 26.0
_P_BOTTOM = 120.0


def call_section(book: Book, whose: str) -> Section | None:
    """The section on calls. None if the book has no limits for calls.

    Args:
        book: the book of the rules.
        whose: a note that says from which games the numbers come.
    """
    table = call_table(book, all_rows=True)
    if not table.rows:
        return None
    blocks = [row for row in book.call.rows if row.habit == "players" and row.rivals[0] >= 2]
    inks = ["gain", "mid", "loss"] if len(blocks) == 3 else ["gain"] * len(blocks)
    rows = [*zip(blocks, inks, [False] * len(blocks), strict=True)]
    rows += [(row, "violet", True) for row in book.call.rows if row.habit == "seldom" and row.rivals[0] >= 2]
    names = [f"strangers, {row.mark}" if row.mark else "strangers" for row in table.rows[: len(blocks)]]
    key = [
        {"ink": ink, "dashed": dashed, "name": name}
        for (_, ink, dashed), name in zip(rows, [*names, "they seldom challenge"], strict=False)
    ]
    figures = {
        "limits": table,
        "panels": panels(book.call, rows),
        "lines": key,
        "gains": f"{unit_name().capitalize()} that a call gains over waiting",
        "counts": "by your count (both open)",
    }
    notes = [alone(book), price_words(book), whose]
    return Section(
        "call",
        "When do I call?",
        "Count the fewest cards in an open opponent’s hand, look at their last discards, call with at most the number.",
        figures,
        [text for text in notes if text],
        [_numbers(book.call, "call")],
    )


def challenge_section(book: Book, whose: str) -> Section | None:
    """The section on challenges. None if the book has no limits for challenges.

    Args:
        book: the book of the rules.
        whose: a note that says from which games the numbers come.
    """
    table = challenge_table(book)
    if not table.rows:
        return None
    first = [row for row in book.challenge.rows if row.habit == "soundly"][:1]
    little = [row for row in book.challenge.rows if row.habit == "little"][:1]
    rows = [*((row, "gain", False) for row in first), *((row, "violet", True) for row in little)]
    key = [
        {"ink": "gain", "dashed": False, "name": "a stranger called"},
        {"ink": "violet", "dashed": True, "name": "calls only with little"},
    ]
    figures = {
        "limits": table,
        "panels": panels(book.challenge, rows, limits=first[0] if first else None),
        "lines": key,
        "gains": f"{unit_name().capitalize()} that a challenge gains over folding",
        "counts": "by your count",
    }
    return Section(
        "challenge",
        "A draw was called: do I challenge?",
        "Count the caller’s cards; challenge with at most the number below them.",
        figures,
        [whose],
        [_numbers(book.challenge, "challenge")],
    )


def _numbers(part: Part, name: str) -> Table:
    """Every limit, the counts at which the decision is close, and the number of decisions behind the limit."""
    rows = []
    columns = [f"{max(low, 1)}–{high}" if high < 13 else f"{max(low, 1)}+" for low, high in part.columns]
    for row in part.rows:
        for column, limit in zip(columns if len(row.cells) > 1 else [""], row.cells, strict=True):
            close = f"{limit.close[0]} to {limit.close[1]}" if limit.close else "–"
            most, least = ("–" if number is None else str(number) for number in (limit.most, limit.least))
            where = f"{row.rivals[0]}–{row.rivals[1]} · {row.thrown[0]}–{row.thrown[1]}"
            rows.append([row.habit, where, column, most, least, close, f"{limit.n:,}"])
    headings = ["habit", "rivals · discard", "cards", "at most", "at least", "close", "decisions"]
    return Table(f"{name}-limits", "Every limit", headings, rows, 2)


@dataclass(frozen=True)
class Panel:
    """Units by count for one column of a table of limits."""

    title: str
    paths: Sequence[dict[str, Any]]  # points, ink, dashed
    zero: float
    ticks: Sequence[tuple[float, str]]  # places down, texts
    limit: str
    limit_at: float  # place across; 0 without a limit


def panels(part: Part, rows: Sequence[tuple[Row, str, bool]], limits: Row | None = None) -> list[Panel]:
    """One small panel for each column: what a call or challenge gains, by the own count. Empty if nothing was kept.

    Args:
        part: of the book.
        rows: rows to draw, each with its colour and whether its line is dashed.
        limits: the row whose limits are marked.
    """
    from reports.text.limits import column_names

    if part.statistic == "net" or not rows:
        return []
    every = [mean for row, _, _ in rows for limit in row.cells for _, mean, _ in limit.gains]
    if not every:
        return []
    low = max(-4.0, min(every))
    high = min(12.0, max(every))
    low = min(low, -1.0)
    high = max(high, 1.0)

    def across(count: float) -> float:
        return round(_P_LEFT + (_P_RIGHT - _P_LEFT) * min(count, _HIGHEST_COUNT) / _HIGHEST_COUNT, 1)

    def down(units: float) -> float:
        return round(_P_BOTTOM - (_P_BOTTOM - _P_TOP) * (min(max(units, low), high) - low) / (high - low), 1)

    found = []
    for place, title in enumerate(column_names(part)):
        paths = []
        for row, ink, dashed in rows:
            gains = row.cells[place if len(row.cells) > 1 else 0].gains
            points = [(across(count + 2.5), down(mean)) for count, mean, _ in gains if count + 2.5 <= _HIGHEST_COUNT]
            if len(points) > 1:
                there = " ".join(f"{x:g},{y:g}" for x, y in points)
                paths.append({"points": there, "ink": ink, "dashed": dashed})
        marked = None if limits is None else limits.cells[place if len(limits.cells) > 1 else 0].most
        shown = marked is not None and marked < _HIGHEST_COUNT
        ticks = [(down(value), _tick(worth(value))) for value in (low, high)]
        title = f"{title} cards" if place == 0 else title
        at = across(marked) if shown and marked is not None else 0.0
        found.append(Panel(title, paths, down(0.0), ticks, str(marked) if shown else "", at))
    return found


def _tick(amount: float) -> str:
    """An amount at an axis, short: `+5`, `−80`, `+2k`."""
    text = f"{amount:+.0f}" if abs(amount) < 1000 else f"{amount / 1000:+.0f}k"
    return text.replace("-", MINUS)


def first_meld_section(book: Book, whose: str) -> Section | None:
    """The section on the first meld. None if the book has no gains of laying it.

    Args:
        book: the book of the rules.
        whose: a note that says from which games the numbers come.
    """
    if not book.lay.rows or not book.worth:
        return None
    inks = {"strong": "gain", "regular": "plant", "seldom": "violet", "nearly_all": "grey"}
    tables = [table for table in inks if any(row.table == table for row in book.worth)]
    values = [mean_of(row.gain) for row in book.worth if row.gain.mean is not None]
    lowest = min([*values, 0.0])
    highest = max([*values, 0.0])
    low = lowest - 0.18 * (highest - lowest)
    high = highest + 0.14 * (highest - lowest)

    def place(value: float) -> float:
        return round(100 * (value - low) / (high - low), 1)

    rows = []
    names = {0: "nobody is open", 1: "one opponent is open", 2: "both are open"}
    for rivals, name in names.items():
        spots = []
        for table in tables:
            gain = next((row.gain for row in book.worth if (row.table, row.rivals) == (table, rivals)), None)
            if gain is None or gain.mean is None:
                continue
            ends = sorted((place(0.0), place(gain.mean)))
            side = f"left: {ends[1] + 1:.1f}%" if gain.mean >= 0 else f"right: {100 - ends[0] + 1:.1f}%"
            spots.append(Spot(ends[0], max(ends[1] - ends[0], 0.4), inks[table], _signed(gain), side))
        rows.append(SpotRow(name, spots))
    key = [{"ink": inks[table], "name": HABIT_WORDS[table], "dashed": False} for table in tables]
    numbers = Table(
        "first-meld",
        f"What laying the first meld gains, {unit_name()}",
        ["table", "opponents open", "gain", "decisions"],
        [
            [HABIT_WORDS.get(row.table, row.table), str(row.rivals), earned(row.gain), f"{row.n:,}"]
            for row in book.worth
        ],
        2,
    )
    return Section(
        "lay",
        "The first meld: lay it or hold it?",
        headline(book, "lay"),
        {"meld": rows, "zero": place(0.0), "lines": key, "axis": f"{unit_name()} that laying it gains"},
        [whose],
        [numbers],
    )


def _signed(units: Estimate) -> str:
    value = worth(mean_of(units))
    text = f"{value:+.1f}".replace("-", MINUS)
    return "0" if text in ("+0.0", f"{MINUS}0.0") else text
