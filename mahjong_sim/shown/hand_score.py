"""Shows the value of a hand, or what it needs to win (`tongits mahjong score`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from analyses.money import unit_name
from analyses.presentation import Screen, Table, columns, join_and, paid_exactly
from mahjong_sim.hand_score import DiscardOption, HandScore, Wait

BY_WORDS = {
    "discard": "won by a discard",
    "wall": "won by draw (bunot)",
    "back": "won by a gift or a flower's replacement",
    "sagasa": "won by robbing a sagasa",
    "deal": "complete when dealt",
}
MAX_ROWS = 12
"""Rows of a table on the screen."""


def screen(answer: HandScore) -> Screen:
    """The first screen."""
    if answer.value is not None:
        return Screen(_heading(answer), _worth(answer), [_items(answer.items)], _payments(answer))
    table = _waits(answer) if answer.waits else _discards(answer)
    more = len(table.rows) - MAX_ROWS
    table.rows = table.rows[:MAX_ROWS]
    notes = [f"{more} more: --full"] if more > 0 else []
    if answer.waits:
        notes.append(f"Values if {BY_WORDS[answer.by]}; other ways to win: --by")
    return Screen(_heading(answer), _lack(answer), [table] if table.rows else [], notes)


def tables(answer: HandScore) -> list[Table]:
    """All tables that have rows."""
    return [table for table in (_items(answer.items), _waits(answer), _discards(answer)) if table.rows]


def _heading(answer: HandScore) -> str:
    melds = " · ".join(f"{meld.meld} {meld.tile}" for meld in answer.melds)
    parts = [answer.rules, " ".join(answer.tiles), melds, " ".join(answer.flowers)]
    return " · ".join(part for part in parts if part)


def _worth(answer: HandScore) -> str:
    how = BY_WORDS[answer.by]
    tile = f" with {answer.win}" if answer.win is not None else ""
    return f"The hand is worth {_amount(answer.value)} {unit_name()}, {how}{tile}."


def _lack(answer: HandScore) -> str:
    if answer.discards:
        most = answer.discards[0].left
        best = [option.tile for option in answer.discards if option.left == most]
        state = "waits for" if answer.away == 0 else f"is {_far(answer.away)} from waiting, nearer with"
        return f"The hand does not win. Without {' or '.join(best)} it {state} {most} tile{'' if most == 1 else 's'}."
    if answer.away > 0:
        return f"The hand is {_far(answer.away)} from waiting. Nearer with {' '.join(answer.helps)}."
    if not answer.waits:
        return "The hand waits only for tiles that cannot come: it holds all four."
    tiles = join_and([wait.tile for wait in answer.waits])
    left = sum(wait.left for wait in answer.waits)
    return f"The hand waits for {tiles}: {left} tile{'' if left == 1 else 's'} at most."


def _far(away: int) -> str:
    return f"{away} tile{'' if away == 1 else 's'}"


def _payments(answer: HandScore) -> list[str]:
    pay = {who: _amount(units) for who, units in answer.pay.items()}
    if "each" in pay:
        said = f"Each of the others pays {pay['each']}."
    else:
        said = f"The discarder pays {pay['discarder']}, the two others {pay['others']} each."
    if answer.no_flowers:
        said += f" In this, {_amount(answer.no_flowers)} for an empty flower row."
    return [
        said,
        "What melds earn at once, doubles and the pot come on top.",
        "The items: tongits mahjong rules explain V10",
    ]


def _amount(units: float | None) -> str:
    return paid_exactly(units)


def _items(items: Mapping[str, float]) -> Table:
    rows = list(items.items())
    cells = {"item": lambda row: row[0].replace("_", " "), unit_name(): lambda row: _amount(row[1])}
    return columns("items", "What it is paid for", rows, cells)


def _waits(answer: HandScore) -> Table:
    def names(wait: Wait) -> str:
        return ", ".join(item.replace("_", " ") for item in wait.items if item != "win")

    cells = {
        "waits for": lambda wait: wait.tile,
        "left": lambda wait: str(wait.left),
        unit_name(): lambda wait: _amount(wait.value),
        "paid for": names,
    }
    return columns("waits", "What it waits for", answer.waits, cells)


def _discards(answer: HandScore) -> Table:
    def helps(option: DiscardOption) -> str:
        return _shortened(option.helps)

    cells = {
        "discard": lambda option: option.tile,
        "tiles left": lambda option: str(option.left),
        "waits for" if answer.away == 0 else "nearer with": helps,
    }
    return columns("discards", "The best discards", answer.discards, cells)


def _shortened(tiles: Sequence[str], most: int = 14) -> str:
    rest = len(tiles) - most
    return " ".join(tiles[:most]) + (f" and {rest} more" if rest > 0 else "")
