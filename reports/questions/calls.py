"""The answer of `analyze calls`: the call-or-wait chart."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

from analyses.figures import rollouts as figures
from reports.page.advice import Advice, units
from reports.page.findings import Finding
from reports.page.tables import Table
from reports.text import rollouts

Document = Mapping[str, Any]
Row = Mapping[str, Any]

OPEN = {0: "no opponent open", 1: "one opponent open", 2: "both opponents open"}
_TITLES = {str(number): f"Calling less waiting a turn, {words}" for number, words in OPEN.items()}
_HEADINGS = {
    "own_count": "Own count",
    "stock_left": "Stock left",
    "opponents_open": "Opponents open",
    "own_size": "Own cards",
    "least_size": "Fewest cards of an opponent",
    "own_open": "Own open melds",
}
_LINES = 60


def answer(document: Document) -> str:
    """What calling is worth where the bots call, where they wait, and on average."""
    found = document["averages"]
    told = f"At a table of {rollouts.players(document)}, calling at once instead of waiting a turn is worth "
    parts = [f"{rollouts.value(found['all'])} units at an average decision"]
    if found["chose_yes"]["mean"] is not None:
        parts.append(f"{rollouts.value(found['chose_yes'])} where they did call")
    if found["chose_no"]["mean"] is not None:
        parts.append(f"{rollouts.value(found['chose_no'])} where they waited")
    return told + rollouts.listed(parts) + " (forked)."


def advice(document: Document) -> list[Advice]:
    """When to call, for the most frequent place at the table; else on average."""
    asks = "When should I call a draw?"
    if document["options"]["by"] != "opponents":
        return [Advice(asks, answer(document))]
    columns = figures.bands(document, "stock_left", "own_count", "opponents_open")
    told = [row for row in columns if any(band["sign"] for band in row["bands"])]
    if not told:
        return [
            Advice(asks, "Not known yet: in no part of the chart is it certain whether calling or waiting is better.")
        ]
    often = max(told, key=lambda row: row["n"])
    place = f"With {_cards(often['x'])} in the stock and {_TABLE[often['panel']]}"
    return [
        Advice(asks, f"{place}: {_when(often)}.", f"{_edge(often)} This is the most frequent place; others differ.")
    ]


_TABLE = {
    "0": "no opponent with a meld on the table",
    "1": "one opponent with a meld on the table",
    "2": "both opponents with a meld on the table",
}


def _cards(words: str) -> str:
    return f"{words.rstrip('+')} cards or more" if words.endswith("+") else f"{words} cards"


def _when(column: Row) -> str:
    """`call with a count of 33 or more; wait with 32 or less`."""
    parts: list[str] = []
    for sign, verb in ((1, "call"), (-1, "wait")):
        found = [figures.band_words(band, "own_count") for band in column["bands"] if band["sign"] == sign]
        if found:
            parts.append(
                f"{verb} with {'a count of ' if not parts and found[0] != 'any count' else ''}{' or '.join(found)}"
            )
    return "; ".join(parts)


def _edge(column: Row) -> str:
    """The values on both sides of the line between calling and waiting."""
    sure = [band for band in column["bands"] if band["sign"]]
    for low, high in itertools.pairwise(sure):
        if low["sign"] != high["sign"]:
            cells = (low["last"], high["first"])
            parts = [f"{units(c['ev_diff'], c['ci95'])} with {figures.bin_words(c, 'own_count')}" for c in cells]
            bluff = (
                " A call with a high count is a bluff: it pays as far as these opponents fold."
                if high["sign"] > 0
                else ""
            )
            return f"At the border calling brings {parts[0]}, and {parts[1]}.{bluff}"
    cell = max((band["first"] for band in sure), key=lambda cell: cell["n"])
    return f"With {figures.bin_words(cell, 'own_count')} calling brings {units(cell['ev_diff'], cell['ci95'])}."


def pocket(document: Document) -> list[Table]:
    """When to call, all places of the table, in words."""
    if document["options"]["by"] != "opponents":
        return []
    columns = figures.bands(document, "stock_left", "own_count", "opponents_open")
    rows = []
    for stock in dict.fromkeys(row["x"] for row in columns):
        mine = {row["panel"]: row for row in columns if row["x"] == stock}
        cells = [_when(mine[panel]).replace("a count of ", "") or "–" for panel in map(str, OPEN)]
        if set(cells) != {"–"}:
            rows.append([stock, *cells])
    headings = ["Cards in the stock", *(_TABLE[panel].capitalize() for panel in map(str, OPEN))]
    note = "By your count. Counts that are not named: not certain, or seen too seldom."
    return [Table("pocket", "When to call and when to wait", headings, rows, text=4, note=note)]


def sentences(document: Document) -> list[str]:
    """Against the best waiting, the thresholds, the naive difference, what is certain."""
    best = document["averages_best_wait"]["all"]
    told = [
        (
            "Against waiting and then calling by the best table found (by stock and opponents open, fitted on other "
            f"games) it is worth {rollouts.value(best)}: best inside that family of tables, against these bots, and no "
            "more."
        ),
        _thresholds(document),
        _opposite(document),
        rollouts.naive_sentence(document, "called", "did not call"),
        rollouts.resolved_sentence(document),
        rollouts.chart_sentence(document),
        rollouts.speed_sentence(document),
    ]
    return [text for text in told if text]


def _thresholds(document: Document) -> str:
    """The best thresholds in a sentence: with few and with many cards in the stock."""
    parts = []
    for number, words in OPEN.items():
        mine = [r for r in document["thresholds"] if r["opponents_open"] == number and not r["pooled"]]
        if mine:
            low, high = mine[0], mine[-1]
            ends = [f"{_count(row)} with {row['stock_left']} left" for row in (low, high)]
            parts.append(f"{words}: {' … '.join(dict.fromkeys(ends))}")
    return f"Best largest count to call with, by stock: {'; '.join(parts)}." if parts else ""


def _opposite(document: Document) -> str:
    """Where calling with a high count is worth more than with a low one: the calls are bluffs."""
    mine = [row for row in document["thresholds"] if not row["pooled"] and row["gain"] is not None]
    inner = [row for row in mine if row["call_from"] > 0 and row["gain_from"] > row["gain"] + 0.005]
    if not inner:
        return ""
    return (
        f"In {len(inner)} of {len(mine)} places of the table the opposite rule gains more: wait with a low count, call "
        "with a high one. There a call is a bluff that wins because these opponents fold, while a low count is worth "
        "more when played on; no table of largest counts can say that."
    )


def _count(row: Row) -> str:
    if row["always"]:
        return "any count"
    return "never" if row["call_at"] < 0 else f"{row['call_at']} ({row['low']} to {row['high']})"


def tables(document: Document) -> list[Table]:
    """Averages, the chart, thresholds, all cells."""
    return [*console(document), rollouts.cells_table(document, _keys(document))]


def console(document: Document) -> list[Table]:
    """Averages, the chart, thresholds."""
    grids = []
    if document["options"]["by"] == "opponents":
        grids = rollouts.grids(document, "stock_left", "own_count", "opponents_open", _TITLES, "Count \\ stock left")
    else:
        grids = [rollouts.cells_table(document, _keys(document))] if len(document["cells"]) <= _LINES else []
    return [rollouts.averages(document, "called", "did not call"), *grids, _table(document)]


def _keys(document: Document) -> dict[str, str]:
    return {key: words for key, words in _HEADINGS.items() if key in document["cells"][0]}


def _table(document: Document) -> Table:
    rows = []
    for stock in dict.fromkeys(row["stock_left"] for row in document["thresholds"]):
        mine = {row["opponents_open"]: row for row in document["thresholds"] if row["stock_left"] == stock}
        if not all(row["pooled"] for row in mine.values()):
            cells = [rollouts.threshold_words(mine[number], "call_at") for number in OPEN]
            own = {_own(mine[number]) for number in OPEN if not mine[number]["pooled"]}
            rows.append([str(stock), *cells, " / ".join(sorted(own))])
    note = (
        "In brackets: where the best threshold lies with 95 % (bootstrap). always: no count was found at which waiting "
        "is better. *: too few forks; fitted over all stock levels together."
    )
    headings = ["Stock left", *(words.capitalize() for words in OPEN.values()), "The bots call at"]
    return Table("thresholds", "Best largest count to call with", headings, rows, note=note)


def _own(row: Row) -> str:
    return "–" if row["bot_call_at"] is None else "never" if row["bot_call_at"] < 0 else f"{row['bot_call_at']}"


def findings(document: Document) -> list[Finding]:
    """The chart, and the thresholds."""
    made = []
    if document["options"]["by"] == "opponents":
        rows = figures.grid(document, "stock_left", "own_count", "opponents_open")
        titles = {str(number): words for number, words in OPEN.items()}
        strongest = rollouts.strongest(document, _where)
        text = (
            "Each box: units that calling now brings more than waiting a turn. Blue, +: call; orange, −: wait; "
            f"hatched: not certain; a dot: seen too seldom. {strongest}"
        ).strip()
        made.append(
            Finding(
                "chart",
                "Call or wait",
                text,
                lambda: figures.draw_grid(rows, "cards left in the stock", "own count", titles),
                lambda: figures.draw_panels(rows, "cards left in the stock", "own count", titles),
            )
        )
    lines = figures.call_lines(document)
    if lines:
        text = (
            f"{_thresholds(document)} Points: the best largest count to call with, with its 95 % limits (a triangle: "
            "call with any count). Dashes: what the bots do."
        )
        made.append(
            Finding(
                "thresholds",
                "Up to which count to call",
                text,
                lambda: figures.draw_lines(lines, OPEN, 80, "cards left in the stock", "call with at most"),
                lambda: figures.draw_line_panels(lines, OPEN, 80, "cards left in the stock", "call with at most"),
                detail=bool(_opposite(document)),
            )
        )
    return made


def _where(cell: Row) -> str:
    count, stock = figures.bin_words(cell, "own_count"), figures.bin_words(cell, "stock_left")
    return f"a count of {count}, {stock} cards left, {OPEN[cell['opponents_open']]}"
