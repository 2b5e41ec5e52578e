"""Words and tables that the questions asked by forking share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from analyses.figures.rollouts import bin_words
from reports.commands.compare import digits_of, known
from reports.page.tables import Table
from reports.text.numbers import amount, between, percent, seconds

Document = Mapping[str, Any]
Row = Mapping[str, Any]


def players(document: Document) -> str:
    """Who played, in words: `three greedy`, or the names."""
    names = document["players"]
    return f"three {names[0]}" if len(set(names)) == 1 else ", ".join(names)


def value(found: Row) -> str:
    """A mean with half its interval."""
    return known(found["mean"], found["ci95"])


def averages(document: Document, yes: str, no: str) -> Table:
    """The three averages, and the naive difference."""
    rows = [
        [words, f"{row['n']:,}", value(row)]
        for words, row in (
            ("all decisions", document["averages"]["all"]),
            (f"where the bot {yes}", document["averages"]["chose_yes"]),
            (f"where the bot {no}", document["averages"]["chose_no"]),
        )
        if row["mean"] is not None
    ]
    naive = document["averages"].get("naive")
    if naive and naive["mean"] is not None:
        rows.append(["misleading: games with it less games without", "", value(naive)])
    note = (
        "Units a decision; ± is half a 95 % interval whose unit is the game. The last line is no effect of the answer."
    )
    return Table(
        "averages", "What the answer is worth on average", ["Decisions", "Forks", "Difference"], rows, note=note
    )


def naive_sentence(document: Document, yes: str, no: str) -> str:
    """The naive difference beside the fork where the bot said yes."""
    naive, forked = document["averages"]["naive"], document["averages"]["chose_yes"]
    if naive["mean"] is None or forked["mean"] is None:
        return ""
    wrong = naive["mean"] * forked["mean"] < 0
    told = (
        f"Do not compare games in which the bot {yes} with games in which it {no}: they differ by {value(naive)} "
        f"units, because better hands say yes; forcing both answers from the same position gives {value(forked)} "
        "where it said yes"
    )
    return f"{told}: the naive sign is wrong." if wrong else f"{told}."


def resolved_sentence(document: Document) -> str:
    """How many cells are certain."""
    cells = document["cells"]
    few = sum(cell["n"] < document["min_forks"] for cell in cells)
    sure = sum(cell["resolved"] for cell in cells)
    return (
        f"Of {len(cells)} cells the sign is resolved in {sure} (Benjamini-Hochberg, 5 %); {len(cells) - sure - few} "
        f"are inconclusive, and {few} have fewer than {document['min_forks']:,} forks."
    )


def speed_sentence(document: Document) -> str:
    """Forks and time."""
    rate = document["branches"] / document["elapsed_s"] if document["elapsed_s"] else 0
    return (
        f"{document['forks']:,} forks; with those that fitted thresholds {document['branches']:,} branches in "
        f"{seconds(document['elapsed_s'])}: {rate / 1e6:.2f} million branches/s."
    )


def chart_sentence(document: Document) -> str:
    """What playing the chart found is worth."""
    chart = document["chart"]
    if not chart:
        return ""
    return (
        f"The chart was written to {chart['file']}. Played as chart(file=...) on {chart['deals']:,} fresh deals in "
        f"every seating, it earns {known(chart['diff'], chart['ci95'])} units a game more than {chart['source']}: "
        f"{chart['verdict']}."
    )


def cell_words(cell: Row, few: int) -> str:
    """The value of a cell: in brackets where its sign is not certain, a dot where there are too few forks."""
    if cell["n"] < few or cell["ev_diff"] is None:
        return "·"
    text = amount(cell["ev_diff"], min(2, digits_of(cell["ci95"])))
    return text if cell["resolved"] else f"({text})"


def grids(
    document: Document, across: str, down: str, panel: str, titles: Mapping[str, str], heading: str
) -> list[Table]:
    """A table for every panel of a map of three coordinates; rows without any fork are left out."""
    cells = document["cells"]
    made = []
    for name, title in titles.items():
        mine = [cell for cell in cells if bin_words(cell, panel) == name]
        columns = list(dict.fromkeys(bin_words(cell, across) for cell in mine))
        rows = []
        for words in dict.fromkeys(bin_words(cell, down) for cell in mine):
            line = [cell for cell in mine if bin_words(cell, down) == words]
            told = [cell_words(cell, document["min_forks"]) for cell in line]
            if any(text != "·" for text in told):
                rows.append([words, *told])
        if rows:
            made.append(Table(f"cells-{name}", title, [heading, *columns], rows))
    if made:
        made[-1].note = (
            "Units. In brackets: the sign is not certain (Benjamini-Hochberg over the map); "
            f"·: fewer than {document['min_forks']:,} forks."
        )
    return made


def cells_table(document: Document, keys: Mapping[str, str]) -> Table:
    """All cells with forks, one a row; `keys` maps coordinates to headings."""
    rows = [
        [
            *(bin_words(cell, key) for key in keys),
            f"{cell['n']:,}",
            known(cell["ev_diff"], cell["ci95"]),
            "" if cell["share_yes"] is None else percent(cell["share_yes"]),
            "yes" if cell["resolved"] else "no",
        ]
        for cell in document["cells"]
        if cell["n"] >= document["min_forks"]
    ]
    headings = [*keys.values(), "Forks", "Difference", "Bot says yes", "Resolved"]
    note = f"Cells with fewer than {document['min_forks']:,} forks are left out; the JSON holds all."
    return Table("cells", "Every cell", headings, rows, text=len(keys), note=note)


def threshold_words(row: Row, name: str) -> str:
    """A threshold with its limits: `24 (22 to 25)`, `always`, `never`."""
    if row[name] is None:
        return "–"
    found = "always" if row["always"] else "never" if row[name] < 0 else f"{row[name]}"
    low, high = ("never" if each < 0 else f"{each}" for each in (row["low"], row["high"]))
    limits = "" if row["low"] == row["high"] else f" ({low} to {high})"
    return f"{found}{limits}" + (" *" if row["pooled"] else "")


def listed(parts: Sequence[str]) -> str:
    """Parts of a sentence."""
    return ", ".join(parts[:-1]) + f" and {parts[-1]}" if len(parts) > 1 else "".join(parts)


def strongest(document: Document, words: Callable[[Row], str]) -> str:
    """The resolved cells with the largest gain and the largest loss, in words."""
    sure = [cell for cell in document["cells"] if cell["resolved"]]
    if not sure:
        return ""
    best, worst = max(sure, key=lambda cell: cell["ev_diff"]), min(sure, key=lambda cell: cell["ev_diff"])
    parts = []
    for cell, right, most in ((best, best["ev_diff"] > 0, "in favour"), (worst, worst["ev_diff"] < 0, "against")):
        if right:
            digits = min(2, digits_of(cell["ci95"]))
            told = f"{amount(cell['ev_diff'], digits)} units (95 % interval {between(cell['ci95'], digits)})"
            parts.append(f"Most {most}: {words(cell)}, {told}.")
    return " ".join(parts)
