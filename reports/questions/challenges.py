"""The answer of `analyze challenges`: the challenge table with its break-even line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from analyses.figures import rollouts as figures
from reports.commands.compare import known
from reports.page.advice import Advice
from reports.page.findings import Finding
from reports.page.tables import Table
from reports.text import rollouts
from reports.text.numbers import percent, percent_known

Document = Mapping[str, Any]
Row = Mapping[str, Any]


def answer(document: Document) -> str:
    """What challenging is worth where the bots challenge, where they fold, and on average."""
    found = document["averages"]
    told = f"At a table of {rollouts.players(document)}, challenging a call instead of folding is worth "
    parts = [f"{rollouts.value(found['all'])} units at an average response"]
    if found["chose_yes"]["mean"] is not None:
        parts.append(f"{rollouts.value(found['chose_yes'])} where they did challenge")
    if found["chose_no"]["mean"] is not None:
        parts.append(f"{rollouts.value(found['chose_no'])} where they folded")
    return told + rollouts.listed(parts) + " (forked)."


def advice(document: Document) -> list[Advice]:
    """The break-even counts for a caller with few, some and many cards."""
    asks = "Somebody calls: should I challenge or fold?"
    rows = [row for row in document["thresholds"] if not row["pooled"] and row["challenge_at"] is not None]
    if not rows:
        return [Advice(asks, answer(document))]
    few = [rows[0], rows[len(rows) // 2], rows[-1]] if len(rows) > 3 else rows
    parts = [f"{_counts(row)} if he holds {_held(row)}" for row in reversed(few)]
    sure = rollouts.listed([f"{_least(row['low'])} to {_least(row['high'])}" for row in reversed(few)])
    return [
        Advice(
            asks,
            f"Challenge with a count of {rollouts.listed(parts)}.",
            f"Where the border lies, with 95 % certainty: {sure}.",
        )
    ]


def _counts(row: Row) -> str:
    return "any height" if row["always"] else "nothing" if row["challenge_at"] < 0 else f"{row['challenge_at']} or less"


def _held(row: Row) -> str:
    return f"{row['caller_cards']} card{'' if row['caller_cards'] == 1 else 's'}"


def _least(count: int) -> str:
    return "never" if count < 0 else f"{count}"


def pocket(document: Document) -> list[Table]:
    """The break-even counts."""
    made = _thresholds(document)
    return [made] if made.rows else []


def sentences(document: Document) -> list[str]:
    """The line, bluffs, the second responder, the naive difference, what is certain."""
    told = [
        _line(document),
        _bluffs(document),
        _second(document),
        rollouts.naive_sentence(document, "challenged", "folded"),
        rollouts.resolved_sentence(document),
        rollouts.chart_sentence(document),
        rollouts.speed_sentence(document),
    ]
    return [text for text in told if text]


def _line(document: Document) -> str:
    rows = [row for row in document["thresholds"] if not row["pooled"] and row["challenge_at"] is not None]
    if not rows:
        return ""
    parts = [f"{rollouts.threshold_words(row, 'challenge_at')} to a caller with {row['caller_cards']}" for row in rows]
    own = {row["bot_challenge_at"] for row in rows} - {None}
    bots = f" The bots challenge with at most {'/'.join(str(each) for each in sorted(own))}." if own else ""
    few = [parts[0], parts[len(parts) // 2], parts[-1]] if len(parts) > 3 else parts
    return f"Break-even: challenge with a count of at most {rollouts.listed(few)} cards left.{bots}"


def _bluffs(document: Document) -> str:
    row = document["bluffs"][0]
    return (
        f"The caller counted more than the responder in {percent_known(row['bluff'], row['bluff_ci95'])} of the "
        f"responses, and most of all three in {percent_known(row['highest'], row['highest_ci95'])}."
    )


def _second(document: Document) -> str:
    row = document["second"]
    if row is None:
        return (
            "Nobody knows another's answer before he gives his own (response.order), or too few did: what the second "
            "responder would gain is not asked."
        )
    first = percent(row["share_first_challenged"])
    return (
        f"The second responder sees the first answer (a challenge in {first} of the cases). He should challenge "
        f"with at most {_at(row['challenge_at_after_fold'])} after a fold and "
        f"{_at(row['challenge_at_after_challenge'])} after a challenge; not knowing, with "
        f"{_at(row['challenge_at_not_knowing'])}. Knowing is worth "
        f"{known(row['gain'], row['ci95'])} units a response."
    )


def _at(count: int) -> str:
    return "none" if count < 0 else str(count)


def tables(document: Document) -> list[Table]:
    """Everything."""
    keys = {"own_count": "Own count", "caller_cards": "Caller's cards", "stock_left": "Stock left"}
    return [*console(document), _caller(document), rollouts.cells_table(document, keys)]


def console(document: Document) -> list[Table]:
    """Averages, the table by stock, the break-even line, bluffs."""
    return [
        rollouts.averages(document, "challenged", "folded"),
        *rollouts.grids(
            document, "caller_cards", "own_count", "stock_left", _titles(document), "Count \\ caller's cards"
        ),
        _thresholds(document),
        _bluff_table(document),
    ]


def _titles(document: Document) -> dict[str, str]:
    words = dict.fromkeys(figures.bin_words(cell, "stock_left") for cell in document["cells"])
    return {each: f"Challenging less folding, {each} cards left in the stock" for each in words}


def _thresholds(document: Document) -> Table:
    rows = [
        [
            str(row["caller_cards"]),
            f"{row['n']:,}",
            rollouts.threshold_words(row, "challenge_at"),
            "–" if row["bot_challenge_at"] is None else _at(row["bot_challenge_at"]),
        ]
        for row in document["thresholds"]
        if row["n"]
    ]
    note = (
        "In brackets: where the best threshold lies with 95 % (bootstrap). *: too few forks; fitted over all callers "
        "together."
    )
    headings = ["Caller's cards", "Forks", "Challenge with at most", "The bots challenge at"]
    return Table("thresholds", "The break-even line", headings, rows, note=note)


def _bluff_table(document: Document) -> Table:
    rows = []
    for row in document["bluffs"]:
        who = "all" if row["caller_cards"] is None else figures.bin_words(row, "caller_cards")
        if row["n"]:
            cells = [percent_known(row[name], row[f"{name}_ci95"]) for name in ("bluff", "highest")]
            rows.append([who, f"{row['n']:,}", *cells])
    note = "Over responses: calls that somebody may challenge, once for each who may."
    headings = ["Caller's cards", "Responses", "Counts more than the responder", "Counts most of all"]
    return Table("bluffs", "How often a call is a bluff", headings, rows, note=note)


def _caller(document: Document) -> Table:
    sizes = list(dict.fromkeys(figures.bin_words(row, "caller_cards") for row in document["caller"]))
    rows = []
    for count in dict.fromkeys(figures.bin_words(row, "caller_count") for row in document["caller"]):
        mine = {
            figures.bin_words(r, "caller_cards"): r
            for r in document["caller"]
            if figures.bin_words(r, "caller_count") == count
        }
        if any(row["n"] for row in mine.values()):
            rows.append([count, *(percent_known(mine[size]["share"], mine[size]["ci95"]) for size in sizes)])
    note = "Shares of the responses to callers with so many cards."
    return Table("caller", "What a caller counts, by the cards he holds", ["Count \\ cards", *sizes], rows, note=note)


def findings(document: Document) -> list[Finding]:
    """The table with its line."""
    rows = figures.grid(document, "caller_cards", "own_count", "stock_left")
    lines = figures.break_even(document)
    titles = {each: f"{each} cards left" for each in _titles(document)}
    strongest = rollouts.strongest(document, _where)
    text = (
        "Each box: units that challenging brings more than folding. Blue, +: challenge; orange, −: fold; hatched: not "
        "certain; a dot: seen too seldom. The thick line is break-even, fitted on other games and drawn to the nearest "
        f"row: challenge above it. {strongest}"
    ).strip()
    return [
        Finding(
            "table",
            "Challenge or fold",
            text,
            lambda: figures.draw_grid(rows, "cards the caller holds", "own count", titles, lines),
            lambda: figures.draw_panels(
                rows,
                "cards the caller holds",
                "own count",
                {each: f"{each} cards left in the stock" for each in titles},
                lines,
            ),
        )
    ]


def _where(cell: Row) -> str:
    count, cards = figures.bin_words(cell, "own_count"), figures.bin_words(cell, "caller_cards")
    return f"a count of {count}, a caller with {cards} cards, {figures.bin_words(cell, 'stock_left')} left in the stock"
