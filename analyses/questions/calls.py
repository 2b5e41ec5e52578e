"""When to call a draw: call now, or wait?

At every decision to call, both actions are played to the end. There are two policies of waiting: wait one turn and then
do as the bot does, or wait and then call by a table of thresholds (maximum count, by stock left and opponents with an
open meld) fitted on other games.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from analyses.question import (
    AGAINST,
    CHART,
    CHECK_GAMES,
    DECISIONS_TABLE,
    FIT_GAMES,
    FITTED,
    MIN_FORKS,
    OF,
    STRONGEST,
    Inquiry,
    OnPage,
    Option,
    Question,
)
from analyses.rollouts import cells as cells_of
from analyses.rollouts import estimates, figures, verdicts
from analyses.rollouts import words as wording
from analyses.rollouts.cells import DEPENDS, UNRESOLVED, Averages, Cell, ChoiceCell, ChoicesAnswer, CountLimit
from analyses.rollouts.charts import check_path, fit_calls, written
from analyses.rollouts.estimates import describes
from analyses.words import Advice, Finding, Table, players, value
from tongits_sim.rules import RuleSet
from tongits_sim.rules.library import parse_override
from tongits_sim.run.answers import UNKNOWN, Estimate, finite
from tongits_sim.run.numbers import units

if TYPE_CHECKING:
    from tongits_sim.experiments.forks import BinnedFeature, Binning, ForkEstimates


# --- the answer ---


@dataclass(frozen=True, kw_only=True)
class CallCell(ChoiceCell):
    """Calling less waiting a turn; `..._best_wait`: less waiting and then calling by the best table."""

    ev_diff_best_wait: Estimate = UNKNOWN
    resolved_best_wait: bool = False


@dataclass(frozen=True, kw_only=True)
class CallsAnswer(ChoicesAnswer):
    """When to call.

    Attributes:
        cells: the chart.
        averages, averages_best_wait: against waiting a turn, and against the best waiting found (None where none was
            looked for).
        opponents: by opponents with an open meld.
        thresholds: best largest counts, fitted on other games.
    """

    cells: tuple[CallCell, ...]
    averages_best_wait: Averages | None = None
    opponents: tuple[ChoiceCell, ...] = ()
    thresholds: tuple[CountLimit, ...] = ()


# --- the games ---

COUNTS = (0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 40, 44, 48, 54, 60, 70, 80)
STOCKS = (0, 3, 6, 9, 12)
SIZES = (1, 4, 7, 10)
DISCARDS = (1, 5, 9)
BY = ("opponents", "hands", "exposed", "discards")
NOBODY = (
    "nobody was asked for a call in {games} games under {rules}: no call is legal there, or these bots never get to one"
)


def chart_axes(by: str) -> tuple[list[str], list[BinnedFeature]]:
    """Names and axes of the chart."""
    from tongits_sim.experiments.forks import BinnedFeature, unit_bins

    keys = ["own_count", "stock_left", "opponents_open"]
    axes = [BinnedFeature("count", COUNTS), BinnedFeature("stock", STOCKS), unit_bins("opponents_open", 0, 2)]
    if by == "hands":
        keys += ["own_size", "least_size"]
        axes += [BinnedFeature("own_size", SIZES), BinnedFeature("least_size", SIZES)]
    elif by == "exposed":
        keys, axes = [*keys, "own_open"], [*axes, unit_bins("own_open", 0, 3)]
    elif by == "discards":
        keys, axes = [*keys, "least_discard"], [*axes, BinnedFeature("least_discard", DISCARDS)]
    return keys, axes


def timed(rules: RuleSet, timing: str | None) -> RuleSet:
    """The rules with calls at the start or the end of a turn. Raises RuleError."""
    if timing is None:
        return rules
    knob, value = parse_override(f"call.timing={timing}")
    if rules.knobs()[knob] == value:
        return rules
    return RuleSet.from_knobs(rules.knobs() | {knob: value}, name=f"{rules.name} with {knob}={timing}")


def ask(inquiry: Inquiry) -> CallsAnswer:
    """The answer of `analyze calls`. Raises QuestionError where nobody is asked for a call."""
    from tongits_sim.experiments.forks import Binning, unit_bins

    options = inquiry.options
    at_table = replace(inquiry, rules=timed(inquiry.rules, options["timing"]))
    keys, axes = chart_axes(options["by"])
    chart = Binning("chart", tuple(axes))
    if options["against"] is not None:
        return _against(verdicts.against(at_table, FITTED), keys, chart)
    check_path(options["chart"])
    min_forks, games = options["min_forks"], estimates.fitting_games(inquiry)
    table, fitted, fits = fit_calls(at_table, games, min_forks, options["rounds"], (chart,))
    opponents = Binning("opponents", (unit_bins("opponents_open", 0, 2),))
    forks = estimates.play(at_table, "call", (chart, opponents), nobody=NOBODY, rule=table)
    extremes = estimates.extremes(fits[0], estimates.cells(fits[0], "chart", keys, min_forks, ChoiceCell))
    return CallsAnswer(
        **at_table.head(CALLS),
        **estimates.played(forks, fits, min_forks, fits[0]),
        cells=_cells(forks, keys, min_forks),
        averages=estimates.averages(forks, naive=True),
        averages_best_wait=estimates.averages(forks, "rule"),
        opponents=estimates.cells(forks, "opponents", ("opponents_open",), 1, ChoiceCell),
        thresholds=fitted,
        extremes={"cells": extremes},
        chart=written(at_table, games, min_forks, calls=table),
    )


def _against(at_table: Inquiry, keys: Sequence[str], chart: Binning) -> CallsAnswer:
    """The answer against one player on all seats: what to do in each cell, and no thresholds. Raises QuestionError."""
    forks = estimates.play(at_table, "call", [chart], nobody=NOBODY)
    fields = verdicts.charted(at_table, forks, keys, CallCell, ("call", "wait"))
    cells = with_bluffs(forks, "chart", fields.pop("cells"))
    return CallsAnswer(**at_table.head(CALLS), **fields, cells=cells)


def _cells(forks: ForkEstimates, keys: Sequence[str], min_forks: int) -> tuple[CallCell, ...]:
    """The chart against waiting a turn, with the difference against the fitted waiting policy."""
    mine = estimates.cells(forks, "chart", keys, min_forks, CallCell)
    best = estimates.cells(forks, "chart", keys, min_forks, ChoiceCell, "rule")
    return tuple(
        replace(
            cell,
            ev_diff_best_wait=other.ev_diff,
            resolved_best_wait=other.resolved,
        )
        for cell, other in zip(mine, best, strict=True)
    )


TIMING = Option(
    "timing",
    "Call at the start or the end of a turn, overriding the rules.",
    "choice",
    None,
    choices=("start", "end"),
)


def with_bluffs(forks: ForkEstimates, name: str, cells: Sequence[CallCell]) -> tuple[CallCell, ...]:
    """Cells of calls with the share that is challenged, the value of a challenged call, and whether it is a bluff.

    Args:
        forks: the paired rollouts.
        name: name of the grid.
        cells: its cells in their order, with verdicts.
    """
    import numpy as np

    fights, payouts = forks.cells(name, "fights"), forks.cells(name, "fights_payout")
    shares, means = np.ravel(np.asarray(fights.estimate)), np.ravel(np.asarray(payouts.estimate))
    rows: list[CallCell] = []
    for place, cell in zip(np.ndindex(*forks.binning(name).shape), cells, strict=True):
        share, mean = shares[len(rows)], means[len(rows)]
        lost = cells_of.limits(payouts, place)
        sound = cell.verdict not in (None, UNRESOLVED, DEPENDS) and (cell.ev_diff.mean or 0.0) > 0
        rows.append(
            replace(
                cell,
                fought=estimates.or_none(cells_of.mean(fights, place)),
                ev_fought=finite(mean / share) if share > 0 else None,
                bluff=sound and lost is not None and lost[1] < 0,
            )
        )
    return tuple(rows)


# --- words and tables ---

OPEN = {0: "no opponent open", 1: "one opponent open", 2: "both opponents open"}
_ACTION = "calling now instead of waiting a turn"
_TITLES = {str(number): f"Calling now minus waiting a turn, {words}" for number, words in OPEN.items()}
_HEADINGS = {
    "own_count": "Own count",
    "stock_left": "Stock left",
    "opponents_open": "Opponents open",
    "own_size": "Own cards",
    "least_size": "Fewest cards of an opponent",
    "own_open": "Own open melds",
    "least_discard": "Points of the opponents' lower last discard",
}
_LINES = 60
_TABLE = {
    "0": "no opponent with a meld on the table",
    "1": "one opponent with a meld on the table",
    "2": "both opponents with a meld on the table",
}
WORDS = verdicts.Words(
    "When should I call a draw?",
    "call",
    "wait",
    ("calling", "waiting a turn"),
    "stock_left",
    "opponents_open",
    "Count \\ stock left",
    "cards left in the stock",
    {"own_count": "Own count", "stock_left": "Stock left", "opponents_open": "Opponents open"},
    "with {across} cards in the stock and {panel}",
    panels=_TABLE,
    bluffs=True,
)


def headline(answer: CallsAnswer) -> str:
    """The value of calling on average, where the bots call and where they wait."""
    return wording.headline(answer, _ACTION, "decision", "called", "waited")


def advice(answer: CallsAnswer) -> list[Advice]:
    """When to call, in the most frequent situation; on average if none is resolved."""
    asks = WORDS.asks
    if answer.options.get("by", "opponents") != "opponents":
        return [Advice(asks, headline(answer))]
    columns = figures.bands(answer.cells, answer.min_forks, "stock_left", "own_count", "opponents_open")
    known = [column for column in columns if any(band.sign for band in column.bands)]
    if not known:
        return [
            Advice(
                asks,
                f"Inconclusive: among {players(answer)} no cell of the chart resolves whether calling or "
                "waiting is better.",
            )
        ]
    often = max(known, key=lambda column: column.n)
    place = f"Among {players(answer)}, with {_cards(often.x)} in the stock and {_TABLE[often.panel]}"
    return [
        Advice(asks, f"{place}: {_when(often)}.", f"{_edge(often)} This is the most frequent situation; others differ.")
    ]


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
                f"{units(cell.ev_diff.mean or 0.0, cell.ev_diff.ci95)} with {cell.words('own_count')}"
                for cell in (low.last, high.first)
            ]
            folds = " A call with a high count relies on these opponents folding." if high.sign > 0 else ""
            return f"At the border, calling gains {parts[0]} and {parts[1]}.{folds}"
    cell = max((band.first for band in sure), key=lambda cell: cell.n)
    return f"With {cell.words('own_count')}, calling gains {units(cell.ev_diff.mean or 0.0, cell.ev_diff.ci95)}."


def pocket(answer: CallsAnswer) -> list[Table]:
    """When to call in every situation, in words."""
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
        f"By your count, among {players(answer)}. Counts that are not listed are not resolved, or have too few forks."
    )
    return [Table("pocket", "When to call and when to wait", headings, rows, text=4, note=note)]


def sentences(answer: CallsAnswer) -> list[str]:
    """The best waiting policy, the thresholds, the confounded difference, the number of resolved cells."""
    parts = [
        _best_wait(answer),
        _thresholds(answer),
        _no_limit(answer),
        wording.naive_sentence(answer.averages, "called", "did not call"),
        *wording.closing(answer, answer.cells),
    ]
    return [text for text in parts if text]


def _best_wait(answer: CallsAnswer) -> str:
    """Calling now compared with the best waiting policy found."""
    if answer.averages_best_wait is None:
        return ""
    return (
        "Compared with waiting and then calling by a fitted table of thresholds (by stock and open opponents, "
        f"fitted on other games), calling now is worth {value(answer.averages_best_wait.all)} units. That "
        "table is the best of its family on the fitting games against these bots, not the best way of playing."
    )


def _thresholds(answer: CallsAnswer) -> str:
    """The thresholds with few and with many cards in the stock, where a threshold describes the answer."""
    parts = []
    for number, words in OPEN.items():
        mine = [
            row
            for row in answer.thresholds
            if row.at["opponents_open"] == number and not row.pooled and describes(row, answer.cells)
        ]
        if mine:
            ends = [f"{wording.threshold_words(row)} with {row.at['stock_left']} left" for row in (mine[0], mine[-1])]
            parts.append(f"{words}: {' … '.join(dict.fromkeys(ends))}")
    return f"Best maximum count for a call, by stock: {'; '.join(parts)}." if parts else ""


def _no_limit(answer: CallsAnswer) -> str:
    """In how many situations no maximum count describes when to call."""
    mine = [row for row in answer.thresholds if not row.pooled and row.count is not None]
    other = [row for row in mine if not describes(row, answer.cells)]
    if not other:
        return ""
    return (
        f"In {len(other)} of {len(mine)} places no maximum count describes the answer: resolved cells contradict one "
        'or "call with at least" gains more than "call with at most". For these the table lists the counts at which '
        "calling is resolved to be better."
    )


def tables(answer: CallsAnswer) -> list[Table]:
    """Averages, the chart, the thresholds, all cells."""
    return [*console(answer), wording.cells_table(answer.cells, answer.min_forks, _keys(answer))]


def console(answer: CallsAnswer) -> list[Table]:
    """Averages, the chart, the thresholds."""
    if answer.options.get("by", "opponents") == "opponents":
        grids = wording.grids(
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
            [wording.cells_table(answer.cells, answer.min_forks, _keys(answer))] if len(answer.cells) <= _LINES else []
        )
    return [wording.averages(answer.averages, "called", "did not call"), *grids, _table(answer)]


def _keys(answer: CallsAnswer) -> dict[str, str]:
    return {key: words for key, words in _HEADINGS.items() if key in answer.cells[0].at}


def _table(answer: CallsAnswer) -> Table:
    rows = []
    for stock in dict.fromkeys(row.whole("stock_left") for row in answer.thresholds):
        mine = {row.whole("opponents_open"): row for row in answer.thresholds if row.at["stock_left"] == stock}
        if not all(row.pooled for row in mine.values()):
            own = {wording.count_words(row.bot) for row in mine.values() if not row.pooled}
            where = answer.cells, answer.min_forks, "stock_left", "opponents_open"
            cells = [wording.counts_with(mine[number], *where) if number in mine else "–" for number in OPEN]
            rows.append([str(stock), *cells, " / ".join(sorted(own))])
    note = (
        f"24: call with a count of at most 24. {wording.RESAMPLED} Where no maximum count describes the answer, the "
        "counts at which calling is resolved to be better are listed. any count: at no count is waiting resolved to be "
        "better. *: too few forks, so fitted over all stock levels together."
    )
    headings = ["Stock left", *(words.capitalize() for words in OPEN.values()), "The bots call with"]
    return Table("thresholds", "Counts to call with", headings, rows, note=note)


def findings(answer: CallsAnswer) -> list[Finding]:
    """The chart and the thresholds."""
    every = []
    if answer.options.get("by", "opponents") == "opponents":
        rows = figures.grid(answer.cells, answer.min_forks, "stock_left", "own_count", "opponents_open")
        titles = {str(number): words for number, words in OPEN.items()}
        text = wording.map_text(answer, answer.cells, _ACTION, ("call", "wait"), _where)
        every.append(wording.drawn_map("chart", "Call or wait", text, rows, (WORDS.columns, "own count"), titles))
    lines = call_lines(answer)
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
                detail=bool(_no_limit(answer)),
            )
        )
    return every


def call_lines(answer: CallsAnswer) -> list[figures.Row]:
    """Opponents open, stock left, best threshold with its range and the bot's own, where a threshold describes what the
    cells say; pooled ones are left out.
    """
    return [
        {
            "group": row.at["opponents_open"],
            "x": row.at["stock_left"],
            "best": row.count,
            "low": row.low,
            "high": row.high,
            "always": row.always,
            "bot": row.bot,
        }
        for row in answer.thresholds
        if not row.pooled and describes(row, answer.cells)
    ]


def _where(cell: Cell) -> str:
    opponents = OPEN[cell.whole("opponents_open")]
    return f"a count of {cell.words('own_count')}, {cell.words('stock_left')} cards left, {opponents}"


CALLS = Question(
    name="calls",
    asks="When to call a draw: now, or wait?",
    games=2_000_000,
    ask=ask,
    answer=CallsAnswer,
    options=(
        Option(
            "by",
            "Features that split the cells further, besides count, stock and open opponents.",
            "choice",
            BY[0],
            choices=BY,
        ),
        TIMING,
        AGAINST,
        OF,
        MIN_FORKS,
        FIT_GAMES,
        Option(
            "rounds",
            "Rounds of fitting the waiting table: against the bot, then against itself.",
            default=2,
            low=1,
            high=9,
        ),
        CHART,
        CHECK_GAMES,
        DECISIONS_TABLE,
    ),
    players=STRONGEST,
    example="--rules pagat --games 10M --report calls.html",
    presenter=verdicts.presenter(sys.modules[__name__], WORDS),
    about=__doc__ or "",
    reader="player",
    place=10,
    on_page=OnPage(150_000, players="usual"),
)
