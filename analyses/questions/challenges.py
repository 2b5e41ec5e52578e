"""A draw was called: challenge or fold?

At every response both actions are played to the end. Besides the value of challenging: the caller's count, how often it
was higher than the responder's, the maximum count for a challenge, and what the second responder gains by knowing the
first response.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
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
    Question,
)
from analyses.rollouts import cells as cells_of
from analyses.rollouts import estimates, figures, verdicts
from analyses.rollouts import words as wording
from analyses.rollouts.cells import Cell, ChoiceCell, ChoicesAnswer, CountLimit, Placed
from analyses.rollouts.charts import check_path, fit_challenges, written
from analyses.rollouts.estimates import describes, pool, threshold_of
from analyses.words import Advice, Finding, Table, listed, players, value
from tongits_sim.run.answers import Answer, Estimate
from tongits_sim.run.numbers import percent, percent_known, units

if TYPE_CHECKING:
    from tongits_sim.experiments.forks import Binning, ForkEstimates


# --- the answer ---


@dataclass(frozen=True, kw_only=True)
class CallerShare(Placed):
    """How often a caller with so many cards has such a count: responses `n`, share with its interval."""

    n: int
    share: Estimate


@dataclass(frozen=True, kw_only=True)
class CallerCounts(Placed):
    """How often the caller counts more than the responder (`bluff`), and most of all three (`highest`).

    `caller_cards` is None for all callers together.
    """

    n: int
    bluff: Estimate
    highest: Estimate


@dataclass(frozen=True, kw_only=True)
class SecondResponder(Answer):
    """The second responder's gain from knowing the first answer.

    Attributes:
        n: responses.
        share_first_challenged: how often the first challenged.
        challenge_at_not_knowing, challenge_at_after_fold, challenge_at_after_challenge: best largest counts; -1: never.
        gain: units a response.
    """

    n: int
    share_first_challenged: float
    challenge_at_not_knowing: int
    challenge_at_after_fold: int
    challenge_at_after_challenge: int
    gain: Estimate


@dataclass(frozen=True, kw_only=True)
class ChallengesAnswer(ChoicesAnswer):
    """Whether to challenge.

    Attributes:
        cells: the chart.
        averages: over responses.
        thresholds, break_even: best largest counts by the caller's cards, and by column of the chart.
        caller: the distribution of the caller's count.
        bluffs: how often the caller counts more than the responder: first over all, then by the caller's cards.
        second: the second responder; None where nobody knows the first answer.
    """

    thresholds: tuple[CountLimit, ...] = ()
    break_even: tuple[CountLimit, ...] = ()
    caller: tuple[CallerShare, ...] = ()
    bluffs: tuple[CallerCounts, ...]
    second: SecondResponder | None = None


# --- the games ---

MOST_COUNT = 80
COUNTS = (0, 2, 4, 6, 8, 10, 12, 15, 18, 21, 24, 28, 32, 40, 50)
SIZES = (1, 3, 5, 7, 9)
DISCARDS = (1, 5, 9)
STOCKS = (0, 4, 8, 12)
CALLER_COUNTS = (0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 35, 40, 50, 60)
KEYS = ("own_count", "caller_cards", "stock_left")
NOBODY = (
    "nobody was asked for a challenge in {games} games under {rules}: no challenge is a choice there, or these bots "
    "never call"
)


def binnings() -> tuple[Binning, ...]:
    """The maps into which responses are sorted."""
    from tongits_sim.experiments.forks import BinnedFeature, Binning, unit_bins

    fine = unit_bins("count", 0, MOST_COUNT)
    return (
        Binning(
            "chart",
            (BinnedFeature("count", COUNTS), BinnedFeature("caller_size", SIZES), BinnedFeature("stock", STOCKS)),
        ),
        Binning("caller", (BinnedFeature("caller_size", SIZES), BinnedFeature("caller_count", CALLER_COUNTS))),
        Binning("sizes", (BinnedFeature("caller_size", SIZES),)),
        Binning("line", (fine, unit_bins("caller_size", 1, 12))),
        Binning("even", (fine, BinnedFeature("caller_size", SIZES), BinnedFeature("stock", STOCKS))),
        Binning("second", (fine, BinnedFeature("order", (1,)), unit_bins("answered", 1, 2))),
    )


def ask(inquiry: Inquiry) -> ChallengesAnswer:
    """The answer of `analyze challenges`. Raises QuestionError where nobody is asked for a challenge."""
    options = inquiry.options
    if options["against"] is not None:
        return _against(verdicts.against(inquiry, FITTED))
    check_path(options["chart"])
    min_forks, games = options["min_forks"], estimates.fitting_games(inquiry)
    table, fitted = fit_challenges(inquiry, games, min_forks, binnings())
    forks = estimates.play(inquiry, "respond", binnings(), nobody=NOBODY)
    extremes = estimates.extremes(fitted, estimates.cells(fitted, "chart", KEYS, min_forks, ChoiceCell))
    return ChallengesAnswer(
        **inquiry.head(CHALLENGES),
        **estimates.played(forks, [fitted], min_forks, fitted),
        cells=estimates.cells(forks, "chart", KEYS, min_forks, ChoiceCell),
        averages=estimates.averages(forks, naive=True),
        thresholds=estimates.fit(fitted, "line", KEYS[1:2], min_forks),
        break_even=estimates.fit(fitted, "even", KEYS[1:], min_forks),
        caller=_caller_shares(forks),
        bluffs=_caller_counts(forks),
        second=second(fitted, forks, min_forks),
        extremes={"cells": extremes},
        chart=written(inquiry, games, min_forks, challenges=table),
    )


def _against(at_table: Inquiry) -> ChallengesAnswer:
    """The answer against one player on all seats: what to do in each cell, and no thresholds. Raises QuestionError."""
    forks = estimates.play(at_table, "respond", binnings(), nobody=NOBODY)
    fields = verdicts.charted(at_table, forks, KEYS, ChoiceCell, ("challenge", "fold"))
    return ChallengesAnswer(
        **at_table.head(CHALLENGES),
        **fields,
        caller=_caller_shares(forks),
        bluffs=_caller_counts(forks),
    )


def _caller_shares(forks: ForkEstimates) -> tuple[CallerShare, ...]:
    """The distribution of the caller's count, by cards in hand.

    Both responders to a call count, hence at most twice the variance of independent responses.
    """
    from tongits_sim.stats import wilson_interval

    shape, counts = forks.binning("caller"), forks.counts("caller")
    shares_by_cell = []
    for size in range(counts.shape[0]):
        total = int(counts[size].sum())
        shares = wilson_interval(counts[size], total, design_effect=2.0)
        for place in range(counts.shape[1]):
            at = estimates.coordinates(shape.axes, ("caller_cards", "caller_count"), (size, place))
            share = cells_of.mean(shares, (place,))
            shares_by_cell.append(CallerShare(at=at, n=int(counts[size, place]), share=share))
    return tuple(shares_by_cell)


def _caller_counts(forks: ForkEstimates) -> tuple[CallerCounts, ...]:
    """How often the caller's count is higher than the responder's, or the highest, overall and by cards in hand."""
    shape, counts = forks.binning("sizes"), forks.counts("sizes")
    every = {name: cells_of.mean(forks.group("all", name)) for name in ("bluff", "highest")}
    rows = [
        CallerCounts(
            at={"caller_cards": None, "caller_cards_to": None},
            n=forks.forks,
            bluff=every["bluff"],
            highest=every["highest"],
        )
    ]
    bluff, highest = forks.cells("sizes", "bluff"), forks.cells("sizes", "highest")
    rows += [
        CallerCounts(
            at=estimates.coordinates(shape.axes, ("caller_cards",), (place,)),
            n=int(counts[place]),
            bluff=cells_of.mean(bluff, (place,)),
            highest=cells_of.mean(highest, (place,)),
        )
        for place in range(counts.shape[0])
    ]
    return tuple(rows)


def second(fitted: ForkEstimates, forks: ForkEstimates, min_forks: int) -> SecondResponder | None:
    """The second responder's gain by knowing the first answer: the best threshold for each answer against the best one
    for both, fitted on other games; None if no responder knows the first answer.
    """
    import numpy as np

    from tongits_sim.stats import Interval, weighted_sum

    counts = forks.counts("second")[:, 0, :]
    if counts[:, 0].sum() < min_forks or counts[:, 1].sum() < min_forks:
        return None
    apart = estimates.fit(fitted, "second", ("order", "answered"), 1, limits=False)
    by_answer = [row.count if row.count is not None else -1 for row in apart]
    both = _both(fitted)
    cells = forks.cells("second")
    ns = counts.astype(float)
    row = np.arange(counts.shape[0])[:, None]
    weights = ((row <= np.array(by_answer)).astype(float) - (row <= both)) * ns / ns.sum()
    est, se = (np.asarray(part)[:, 0, :] for part in (cells.estimate, cells.se))
    known = np.isfinite(est) & np.isfinite(se)
    weights = np.where(known, weights, 0.0)
    parts = Interval(np.where(known, est, 0.0).ravel(), np.nan, np.nan, np.where(known, se, 0.0).ravel(), ns.ravel())
    gain = weighted_sum(weights.ravel(), parts)
    return SecondResponder(
        n=int(counts.sum()),
        share_first_challenged=float(counts[:, 1].sum() / counts.sum()),
        challenge_at_not_knowing=both,
        challenge_at_after_fold=by_answer[0],
        challenge_at_after_challenge=by_answer[1],
        gain=cells_of.mean(gain),
    )


def _both(fitted: ForkEstimates) -> int:
    """The best threshold of a second responder who does not know the first answer."""
    import numpy as np

    counts = fitted.counts("second")[:, 0, :].astype(float)
    differences, chose = fitted.cells("second"), fitted.cells("second", "chose")
    diff, se, own = (np.asarray(part)[:, 0, :] for part in (differences.estimate, differences.se, chose.estimate))
    best = threshold_of(*pool(counts, np.nan_to_num(diff), se, counts * np.nan_to_num(own)), limits=False).count
    return -1 if best is None else best


# --- words and tables ---

WORDS = verdicts.Words(
    "Somebody calls: should I challenge or fold?",
    "challenge",
    "fold",
    ("challenging", "folding"),
    "caller_cards",
    "stock_left",
    "Count \\ caller's cards",
    "cards in the caller's hand",
    {"own_count": "Own count", "caller_cards": "Caller's cards", "stock_left": "Stock left"},
    "against a caller with {across} cards, with {panel}",
    key="table",
)


_ACTION = "challenging a call instead of folding"


def headline(answer: ChallengesAnswer) -> str:
    """The value of challenging on average, where the bots challenge and where they fold."""
    return wording.headline(answer, _ACTION, "response", "challenged", "folded")


def advice(answer: ChallengesAnswer) -> list[Advice]:
    """The break-even counts against callers with few, some and many cards, where a threshold describes the answer."""
    asks = WORDS.asks
    rows = _limits(answer)
    if not rows:
        return [Advice(asks, headline(answer))]
    few = [rows[0], rows[len(rows) // 2], rows[-1]] if len(rows) > 3 else rows
    parts = [f"{_counts(row)} against a caller with {_cards(row)}" for row in reversed(few)]
    ranges = [f"{wording.count_words(row.low)} to {wording.count_words(row.high)}" for row in reversed(few)]
    return [
        Advice(
            asks,
            f"Among {players(answer)}, challenge with {listed(parts)}.",
            f"{_average(answer)}Over resamplings of the same games these limits range from {listed(ranges)}; "
            "these are not confidence intervals.",
        )
    ]


def _average(answer: ChallengesAnswer) -> str:
    """The value of challenging over all responses."""
    average = answer.averages.all
    if average.mean is None:
        return ""
    return f"Over all responses, challenging instead of folding is worth {units(average.mean, average.ci95)}. "


def _limits(answer: ChallengesAnswer) -> list[CountLimit]:
    """The thresholds that describe the answer, by the number of cards in the caller's hand."""
    return [row for row in answer.thresholds if not row.pooled and describes(row, answer.cells)]


def _counts(row: CountLimit) -> str:
    if row.always:
        return "any count"
    return "no count" if row.count is None or row.count < 0 else f"a count of {row.count} or less"


def _cards(row: CountLimit) -> str:
    return f"{row.at['caller_cards']} card{'' if row.at['caller_cards'] == 1 else 's'}"


def pocket(answer: ChallengesAnswer) -> list[Table]:
    """The break-even counts."""
    table = _thresholds(answer)
    return [table] if table.rows else []


def sentences(answer: ChallengesAnswer) -> list[str]:
    """The break-even line, the caller's count, the second responder, the confounded difference, resolved cells."""
    parts = [
        _line(answer),
        _bluffs(answer),
        _second(answer),
        wording.naive_sentence(answer.averages, "challenged", "folded"),
        *wording.closing(answer, answer.cells),
    ]
    return [text for text in parts if text]


def _line(answer: ChallengesAnswer) -> str:
    rows = _limits(answer)
    if not rows:
        return ""
    parts = [f"{wording.threshold_words(row)} against {row.at['caller_cards']}" for row in rows]
    own = sorted({row.bot for row in rows if row.bot is not None and row.bot >= 0})
    bots = f" The bots challenge with at most {'/'.join(map(str, own))}." if own else " The bots never challenge."
    few = [parts[0], parts[len(parts) // 2], parts[-1]] if len(parts) > 3 else parts
    return (
        f"Break-even among {players(answer)}: challenge with a count of at most {listed(few)} cards "
        f"in the caller's hand.{bots}"
    )


def _bluffs(answer: ChallengesAnswer) -> str:
    row = answer.bluffs[0]
    return (
        f"The caller's count was higher than the responder's in {percent_known(row.bluff.mean, row.bluff.ci95)} of the "
        f"responses, and the highest of all three in {percent_known(row.highest.mean, row.highest.ci95)}."
    )


def _second(answer: ChallengesAnswer) -> str:
    row = answer.second
    if row is None:
        return (
            "The second responder's gain is not estimated: no player sees another's response before responding "
            "(response.order), or too few did."
        )
    first = percent(row.share_first_challenged)
    return (
        f"The second responder sees the first response (a challenge in {first} of the cases). The best maximum counts "
        f"for a second challenge on the fitting games were {_at(row.challenge_at_after_fold)} after a fold, "
        f"{_at(row.challenge_at_after_challenge)} after a challenge and {_at(row.challenge_at_not_knowing)} without "
        f"knowing the first response. Knowing it is worth {value(row.gain)} units per response."
    )


def _at(count: int) -> str:
    return "none" if count < 0 else str(count)


def tables(answer: ChallengesAnswer) -> list[Table]:
    """All tables."""
    return [
        *console(answer),
        _caller(answer),
        wording.cells_table(answer.cells, answer.min_forks, WORDS.names),
    ]


def tables_against(answer: ChallengesAnswer) -> list[Table]:
    """The caller's count, which the verdicts do not show."""
    return [_bluff_table(answer), _caller(answer)]


def console(answer: ChallengesAnswer) -> list[Table]:
    """Averages, the chart by stock, the break-even line, the caller's count."""
    coordinates = ("caller_cards", "own_count", "stock_left")
    return [
        wording.averages(answer.averages, "challenged", "folded"),
        *wording.grids(answer.cells, answer.min_forks, *coordinates, _titles(answer), "Count \\ caller's cards"),
        _thresholds(answer),
        _bluff_table(answer),
    ]


def _titles(answer: ChallengesAnswer) -> dict[str, str]:
    words = dict.fromkeys(cell.words("stock_left") for cell in answer.cells)
    return {each: f"Challenging minus folding, {each} cards left in the stock" for each in words}


def _thresholds(answer: ChallengesAnswer) -> Table:
    rows = [
        [
            row.words("caller_cards"),
            f"{row.n:,}",
            wording.counts_with(row, answer.cells, answer.min_forks, "caller_cards", "caller_cards"),
            wording.count_words(row.bot),
        ]
        for row in answer.thresholds
        if row.n
    ]
    note = (
        f"24: challenge with a count of at most 24. {wording.RESAMPLED} Where no maximum count describes the answer, "
        "the counts at which challenging is resolved to be better are listed. *: too few forks, so fitted over all "
        "callers together."
    )
    headings = ["Caller's cards", "Forks", "Challenge with", "The bots challenge with"]
    return Table("thresholds", "The break-even line", headings, rows, note=note)


def _bluff_table(answer: ChallengesAnswer) -> Table:
    rows = []
    for row in answer.bluffs:
        who = "all" if row.at["caller_cards"] is None else row.words("caller_cards")
        if row.n:
            shares = (row.bluff, row.highest)
            rows.append([who, f"{row.n:,}", *(percent_known(share.mean, share.ci95) for share in shares)])
    note = (
        "Over responses: each call counts once for every player who may challenge it. What the caller "
        "intended is not estimated."
    )
    headings = ["Caller's cards", "Responses", "Higher than responder's", "Highest of three"]
    return Table("bluffs", "How often the caller's count is higher", headings, rows, note=note)


def _caller(answer: ChallengesAnswer) -> Table:
    sizes = list(dict.fromkeys(row.words("caller_cards") for row in answer.caller))
    rows = []
    for count in dict.fromkeys(row.words("caller_count") for row in answer.caller):
        mine = {row.words("caller_cards"): row for row in answer.caller if row.words("caller_count") == count}
        if any(row.n for row in mine.values()):
            rows.append([count, *(percent_known(mine[size].share.mean, mine[size].share.ci95) for size in sizes)])
    note = "Shares of the responses to callers with that many cards."
    return Table("caller", "Caller's count, by cards in the caller's hand", ["Count \\ cards", *sizes], rows, note=note)


def findings(answer: ChallengesAnswer) -> list[Finding]:
    """The chart with its break-even line."""
    rows = figures.grid(answer.cells, answer.min_forks, "caller_cards", "own_count", "stock_left")
    lines = break_even(answer)
    line = (
        " Thick line: break-even where a maximum count describes the answer, fitted on other games and drawn to the "
        "nearest row; challenge above it."
    )
    action, note = "challenging instead of folding", line if lines else ""
    text = wording.map_text(answer, answer.cells, action, ("challenge", "fold"), _where, note)
    titles = {each: f"{each} cards left in the stock" for each in _titles(answer)}
    axes = (WORDS.columns, "own count")
    return [wording.drawn_map("table", "Challenge or fold", text, rows, axes, titles, lines)]


def break_even(answer: ChallengesAnswer) -> list[figures.Row]:
    """Panel (stock), x (caller's cards) and `y`: how many rows of the grid lie below the break-even count, in rows and
    parts of rows; only where that count describes what the cells say.
    """
    edges = list(dict.fromkeys((cell.whole("own_count"), cell.last("own_count")) for cell in answer.cells))
    points = []
    for row in answer.break_even:
        if row.pooled or row.count is None or not describes(row, answer.cells):
            continue
        y = 0.0
        for low, high in edges:
            size = (high if high is not None else low + 10) - low + 1
            y += min(max(row.count + 1 - low, 0), size) / size
        points.append({"panel": row.words("stock_left"), "x": row.words("caller_cards"), "y": y})
    return points


def _where(cell: Cell) -> str:
    count, cards, stock = (cell.words(key) for key in ("own_count", "caller_cards", "stock_left"))
    return f"a count of {count}, a caller with {cards} cards, {stock} left in the stock"


CHALLENGES = Question(
    name="challenges",
    asks="A draw was called: challenge or fold?",
    games=2_000_000,
    ask=ask,
    answer=ChallengesAnswer,
    options=(AGAINST, OF, MIN_FORKS, FIT_GAMES, CHART, CHECK_GAMES, DECISIONS_TABLE),
    players=STRONGEST,
    example="--rules pagat --games 10M --report challenges.html",
    presenter=verdicts.presenter(sys.modules[__name__], WORDS),
    about=__doc__ or "",
    reader="player",
    place=20,
    on_page=OnPage(200_000, players="usual"),
)
