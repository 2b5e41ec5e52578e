"""How the answer of `analyze calls` is presented: the call-or-wait chart."""

from __future__ import annotations

import itertools

from analyses.answers.calls import CallsAnswer, CallThreshold
from analyses.answers.rollouts import Cell
from analyses.estimates.limits import describes_call, pooled, within
from analyses.figures import rollouts as figures
from reports.page.findings import Advice, Finding
from reports.page.tables import Table
from reports.text import rollouts, verdicts
from reports.text.numbers import units

OPEN = {0: "no opponent open", 1: "one opponent open", 2: "both opponents open"}
_TITLES = {str(number): f"Calling now minus waiting a turn, {words}" for number, words in OPEN.items()}
_HEADINGS = {
    "own_count": "Own count",
    "stock_left": "Stock left",
    "opponents_open": "Opponents open",
    "own_size": "Own cards",
    "least_size": "Fewest cards of an opponent",
    "own_open": "Own open melds",
}
_LINES = 60


def headline(answer: CallsAnswer) -> str:
    """The value of calling on average, where the bots call and where they wait."""
    if answer.against:
        return verdicts.headline(answer, verdicts.CALL)
    averages = answer.averages
    text = f"At a table of {rollouts.players(answer)}, calling now instead of waiting a turn is worth "
    parts = [f"{rollouts.value(averages.all)} units per decision on average"]
    if averages.chose_yes.mean is not None:
        parts.append(f"{rollouts.value(averages.chose_yes)} where the bots called")
    if averages.chose_no.mean is not None:
        parts.append(f"{rollouts.value(averages.chose_no)} where they waited")
    return text + rollouts.listed(parts) + " (paired rollouts)."


def advice(answer: CallsAnswer) -> list[Advice]:
    """When to call, in the most frequent situation; on average if none is resolved."""
    if answer.against:
        return verdicts.advice(answer, verdicts.CALL)
    asks = "When should I call a draw?"
    if answer.options.get("by", "opponents") != "opponents":
        return [Advice(asks, headline(answer))]
    columns = figures.bands(answer.cells, answer.min_forks, "stock_left", "own_count", "opponents_open")
    known = [column for column in columns if any(band.sign for band in column.bands)]
    if not known:
        return [
            Advice(
                asks,
                f"Inconclusive: among {rollouts.players(answer)} no cell of the chart resolves whether calling or "
                "waiting is better.",
            )
        ]
    often = max(known, key=lambda column: column.n)
    place = f"Among {rollouts.players(answer)}, with {_cards(often.x)} in the stock and {_TABLE[often.panel]}"
    return [
        Advice(asks, f"{place}: {_when(often)}.", f"{_edge(often)} This is the most frequent situation; others differ.")
    ]


_TABLE = {
    "0": "no opponent with a meld on the table",
    "1": "one opponent with a meld on the table",
    "2": "both opponents with a meld on the table",
}


def _cards(words: str) -> str:
    return f"{words.rstrip('+')} cards or more" if words.endswith("+") else f"{words} cards"


def _when(column: figures.Column) -> str:
    """`call with a count of 33 or more; wait with 32 or less`."""
    parts: list[str] = []
    for sign, verb in ((1, "call"), (-1, "wait")):
        if counts := column.counts("own_count", sign):
            parts.append(f"{verb} with {'a count of ' if not parts and counts != 'any count' else ''}{counts}")
    return "; ".join(parts)


def _edge(column: figures.Column) -> str:
    """The values on both sides of the border between calling and waiting."""
    sure = [band for band in column.bands if band.sign]
    for low, high in itertools.pairwise(sure):
        if low.sign != high.sign:
            parts = [
                f"{units(cell.ev_diff or 0.0, cell.ci95)} with {cell.words('own_count')}"
                for cell in (low.last, high.first)
            ]
            folds = " A call with a high count relies on these opponents folding." if high.sign > 0 else ""
            return f"At the border, calling gains {parts[0]} and {parts[1]}.{folds}"
    cell = max((band.first for band in sure), key=lambda cell: cell.n)
    return f"With {cell.words('own_count')}, calling gains {units(cell.ev_diff or 0.0, cell.ci95)}."


def pocket(answer: CallsAnswer) -> list[Table]:
    """When to call in every situation, in words."""
    if answer.against:
        return verdicts.pocket(answer, verdicts.CALL)
    if answer.options.get("by", "opponents") != "opponents":
        return []
    columns = figures.bands(answer.cells, answer.min_forks, "stock_left", "own_count", "opponents_open")
    rows = []
    for stock in dict.fromkeys(column.x for column in columns):
        mine = {column.panel: column for column in columns if column.x == stock}
        texts = [_when(mine[panel]) if panel in mine else "" for panel in map(str, OPEN)]
        cells = [text.replace("a count of ", "") or "–" for text in texts]
        if set(cells) != {"–"}:
            rows.append([stock, *cells])
    headings = ["Cards in the stock", *(_TABLE[panel].capitalize() for panel in map(str, OPEN))]
    note = (
        f"By your count, among {rollouts.players(answer)}. Counts that are not listed are not resolved, or have too "
        "few forks."
    )
    return [Table("pocket", "When to call and when to wait", headings, rows, text=4, note=note)]


def sentences(answer: CallsAnswer) -> list[str]:
    """The best waiting policy, the thresholds, the confounded difference, the number of resolved cells."""
    if answer.against:
        return verdicts.sentences(answer, verdicts.CALL)
    parts = [
        _best_wait(answer),
        _thresholds(answer),
        _no_limit(answer),
        rollouts.naive_sentence(answer.averages, "called", "did not call"),
        rollouts.resolved_sentence(answer, answer.cells),
        rollouts.chart_sentence(answer),
        rollouts.speed_sentence(answer),
    ]
    return [text for text in parts if text]


def _best_wait(answer: CallsAnswer) -> str:
    """Calling now compared with the best waiting policy found."""
    if answer.averages_best_wait is None:
        return ""
    return (
        "Compared with waiting and then calling by a fitted table of thresholds (by stock and open opponents, "
        f"fitted on other games), calling now is worth {rollouts.value(answer.averages_best_wait.all)} units. That "
        "table is the best of its family on the fitting games against these bots, not the best way of playing."
    )


def _thresholds(answer: CallsAnswer) -> str:
    """The thresholds with few and with many cards in the stock, where a threshold describes the answer."""
    parts = []
    for number, words in OPEN.items():
        mine = [
            row
            for row in answer.thresholds
            if row.opponents_open == number and not row.pooled and describes_call(answer, row)
        ]
        if mine:
            ends = [f"{_limit(row)} with {row.stock_left} left" for row in (mine[0], mine[-1])]
            parts.append(f"{words}: {' … '.join(dict.fromkeys(ends))}")
    return f"Best maximum count for a call, by stock: {'; '.join(parts)}." if parts else ""


def _no_limit(answer: CallsAnswer) -> str:
    """In how many situations no maximum count describes when to call."""
    mine = [row for row in answer.thresholds if not row.pooled and row.call_at is not None]
    other = [row for row in mine if not describes_call(answer, row)]
    if not other:
        return ""
    return (
        f"In {len(other)} of {len(mine)} places no maximum count describes the answer: resolved cells contradict one "
        'or "call with at least" gains more than "call with at most". For these the table lists the counts at which '
        "calling is resolved to be better."
    )


def _limit(row: CallThreshold) -> str:
    return rollouts.threshold_words(row.call_at, row.low, row.high, row.always)


def tables(answer: CallsAnswer) -> list[Table]:
    """Averages, the chart, the thresholds, all cells."""
    if answer.against:
        return verdicts.tables(answer, verdicts.CALL)
    return [*console(answer), rollouts.cells_table(answer.cells, answer.min_forks, _keys(answer))]


def console(answer: CallsAnswer) -> list[Table]:
    """Averages, the chart, the thresholds."""
    if answer.against:
        return verdicts.console(answer, verdicts.CALL)
    grids = []
    if answer.options.get("by", "opponents") == "opponents":
        grids = rollouts.grids(
            answer.cells,
            answer.min_forks,
            "stock_left",
            "own_count",
            "opponents_open",
            _TITLES,
            "Count \\ stock left",
        )
    else:
        grids = (
            [rollouts.cells_table(answer.cells, answer.min_forks, _keys(answer))] if len(answer.cells) <= _LINES else []
        )
    return [rollouts.averages(answer.averages, "called", "did not call"), *grids, _table(answer)]


def _keys(answer: CallsAnswer) -> dict[str, str]:
    return {key: words for key, words in _HEADINGS.items() if key in answer.cells[0].at}


def _table(answer: CallsAnswer) -> Table:
    rows = []
    for stock in dict.fromkeys(row.stock_left for row in answer.thresholds):
        mine = {row.opponents_open: row for row in answer.thresholds if row.stock_left == stock}
        if not all(row.pooled for row in mine.values()):
            own = {rollouts.count_words(row.bot_call_at) for row in mine.values() if not row.pooled}
            cells = [_call_with(answer, mine[number]) if number in mine else "–" for number in OPEN]
            rows.append([str(stock), *cells, " / ".join(sorted(own))])
    note = (
        f"24: call with a count of at most 24. {rollouts.RESAMPLED} Where no maximum count describes the answer, the "
        "counts at which calling is resolved to be better are listed. any count: at no count is waiting resolved to be "
        "better. *: too few forks, so fitted over all stock levels together."
    )
    headings = ["Stock left", *(words.capitalize() for words in OPEN.values()), "The bots call with"]
    return Table("thresholds", "Counts to call with", headings, rows, note=note)


def _call_with(answer: CallsAnswer, row: CallThreshold) -> str:
    """The counts to call with in one situation: a threshold if it describes the answer, else the resolved counts."""
    if row.call_at is None:
        return "–"
    if describes_call(answer, row):
        return _limit(row) + (" *" if row.pooled else "")
    here = [
        cell
        for cell in pooled(answer.cells, ("own_count", "stock_left", "opponents_open"))
        if cell.at["opponents_open"] == row.opponents_open and within(cell, "stock_left", row.stock_left)
    ]
    columns = figures.bands(here, answer.min_forks, "stock_left", "own_count", "opponents_open")
    return next((counts for column in columns if (counts := column.counts("own_count", 1))), "not resolved")


def findings(answer: CallsAnswer) -> list[Finding]:
    """The chart and the thresholds."""
    if answer.against:
        return verdicts.findings(answer, verdicts.CALL)
    every = []
    if answer.options.get("by", "opponents") == "opponents":
        rows = figures.grid(answer.cells, answer.min_forks, "stock_left", "own_count", "opponents_open")
        titles = {str(number): words for number, words in OPEN.items()}
        strongest = rollouts.strongest(answer, answer.cells, _where)
        text = (
            f"Each cell: units gained by calling now instead of waiting a turn, among {rollouts.players(answer)}. "
            f"Blue, +: call; orange, −: wait; hatched: not resolved; dot: too few forks. {strongest}"
        ).strip()
        every.append(
            Finding(
                "chart",
                "Call or wait",
                text,
                lambda: figures.draw_grid(rows, "cards left in the stock", "own count", titles),
                lambda: figures.draw_panels(rows, "cards left in the stock", "own count", titles),
            )
        )
    lines = figures.call_lines(answer)
    if lines:
        text = (
            f"{_thresholds(answer)} Points: the best maximum count for a call (triangle: any count), where one "
            "describes the answer; bars: its range over resamplings. Dashes: what the bots do."
        )
        every.append(
            Finding(
                "thresholds",
                "Maximum count for a call",
                text,
                lambda: figures.draw_lines(lines, OPEN, 80, "cards left in the stock", "call with at most"),
                lambda: figures.draw_line_panels(lines, OPEN, 80, "cards left in the stock", "call with at most"),
                detail=bool(_no_limit(answer)),
            )
        )
    return every


def _where(cell: Cell) -> str:
    opponents = OPEN[cell.whole("opponents_open")]
    return f"a count of {cell.words('own_count')}, {cell.words('stock_left')} cards left, {opponents}"
