"""The answer of `analyze exposure`: lay now or hold, the price of the insurance and its pay-off."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from analyses.figures import rollouts as figures
from reports.commands.compare import known
from reports.page.advice import Advice, units
from reports.page.findings import Finding
from reports.page.tables import Table
from reports.text import rollouts
from reports.text.numbers import amount

Document = Mapping[str, Any]
Row = Mapping[str, Any]

_BY = {"meld": "meld", "own_turn": "turn", "opponents_open": "open"}
_BOTS = {"all": "all", "laid": "the bot laid", "held": "the bot held"}
OPEN = {"0": "no opponent open", "1": "one opponent open", "2": "both opponents open"}


def hold_words(document: Document) -> str:
    """How long it is held."""
    turns = document["hold_turns"]
    return {0: "to the end of the game", 1: "for a turn"}.get(turns, f"for {turns} turns")


def answer(document: Document) -> str:
    """What laying is worth, and its two parts."""
    whole = document["insurance"][0]
    return (
        f"At a table of {rollouts.players(document)}, laying the first meld at the first chance instead of holding it "
        f"{hold_words(document)} is worth {_known(whole, 'payout')} units (forked): {_known(whole, 'sunog')} in "
        f"payments for sunog, {_known(whole, 'rest')} in everything else."
    )


def advice(document: Document) -> list[Advice]:
    """Whether to lay the first meld at once."""
    whole = document["insurance"][0]
    limits = whole["payout_ci95"]
    asks = "Should I lay my first meld at once, or hide it?"
    if limits is None or limits[0] <= 0 <= limits[1]:
        told = (
            f"Inconclusive: on average it is not certain whether laying at once beats holding {hold_words(document)}."
        )
    elif limits[0] > 0:
        told = f"Lay it at once: on average that brings more than holding it {hold_words(document)}."
    else:
        told = f"Hold it {hold_words(document)}: on average that brings more than laying at once."
    sure = [cell for cell in document["cells"] if cell["resolved"]]
    other = [cell for cell in sure if (cell["ev_diff"] > 0) != (whole["payout"] > 0)]
    most = max(other, key=lambda cell: cell["n"], default=None)
    rest = f" Not always: the opposite holds with {_where(most)}." if most is not None else ""
    return [Advice(asks, told + rest, f"Laying less holding: {units(whole['payout'], limits)}. {_verdict(whole)}")]


def sentences(document: Document) -> list[str]:
    """The insurance in words, by type of meld, what is certain."""
    whole = document["insurance"][0]
    told = [_verdict(whole), _melds(document), rollouts.resolved_sentence(document), rollouts.speed_sentence(document)]
    return [text for text in told if text]


def _verdict(whole: Row) -> str:
    burned, limits = whole["burned"], whole["rest_ci95"]
    if burned is None or limits is None:
        return ""
    less = "less" if burned < 0 else "more"
    told = f"Who lays is burned {amount(abs(100 * burned), 1, sign=False)} percentage points {less} often. "
    if limits[1] < 0:
        price = amount(-whole["rest"], 3, sign=False)
        return f"{told}The insurance has a price: apart from sunog, laying costs {price} units."
    if limits[0] > 0:
        return f"{told}The insurance is free: laying gains even apart from sunog."
    return f"{told}Whether the insurance has a price is inconclusive."


def _melds(document: Document) -> str:
    rows = [row for row in document["by"] if row["by"] == "meld" and row["n"] >= document["min_forks"]]
    parts = [f"{row['bin']} {known(row['ev_diff'], row['ci95'])}" for row in rows]
    return f"By meld: {'; '.join(parts)}." if parts else ""


def _known(row: Row, name: str) -> str:
    return known(row[name], row[f"{name}_ci95"])


def tables(document: Document) -> list[Table]:
    """The insurance, by one coordinate at a time, every cell."""
    keys = {"meld": "Meld", "own_turn": "Own turn", "opponents_open": "Opponents open"}
    return [*console(document), rollouts.cells_table(document, keys)]


def console(document: Document) -> list[Table]:
    """The insurance, and by one coordinate at a time."""
    insurance = [
        [_BOTS[row["bot"]], f"{row['n']:,}", *(_known(row, name) for name in ("payout", "sunog", "rest")), _points(row)]
        for row in document["insurance"]
        if row["bot"] == "all" or row["n"] < document["forks"]
    ]
    by = [
        [
            f"{_BY[row['by']]} {row['bin']}" if row["by"] != "meld" else row["bin"],
            known(row["ev_diff"], row["ci95"]),
            *(_known(row, name) for name in ("sunog", "rest")),
            _points(row),
        ]
        for row in document["by"]
        if row["n"] >= document["min_forks"]
    ]
    headings = ["Forks", "Lay less hold", "Of it sunog", "The rest", "Burned, points"]
    note = (
        "Units a decision; ± is half a 95 % interval. Of it sunog: what laying saves in payments for being "
        "burned, less what it forgoes; the rest: the price of the insurance where it is negative. Burned: "
        "percentage points."
    )
    made = [Table("insurance", "The insurance", ["Decisions", *headings], insurance, note=note)]
    what = "Turn: the own one. Open: opponents with an open meld."
    return [*made, Table("by", "By one thing at a time", ["", *headings[1:]], by, note=what)]


def _points(row: Row) -> str:
    value, limits = row["burned"], row["burned_ci95"]
    return known(None if value is None else 100 * value, [100 * each for each in limits] if limits else None)


def findings(document: Document) -> list[Finding]:
    """The grid of meld and turn."""
    rows = figures.grid(document, "own_turn", "meld", "opponents_open")
    text = (
        f"Each box: units that laying at once brings more than holding {hold_words(document)}. Blue, +: lay; orange, "
        f"−: hold; hatched: not certain; a dot: seen too seldom. {rollouts.strongest(document, _where)}"
    ).strip()
    return [
        Finding(
            "chart",
            "Lay or hold",
            text,
            lambda: figures.draw_grid(rows, "own turn", "first meld", OPEN),
            lambda: figures.draw_panels(rows, "own turn", "first meld", OPEN),
        )
    ]


def _where(cell: Row) -> str:
    turn = figures.bin_words(cell, "own_turn")
    return f"a {cell['meld']}, own turn {turn}, {OPEN[str(cell['opponents_open'])]}"
