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
    QuestionError,
)
from analyses.rollouts import cells as cells_of
from analyses.rollouts import estimates, figures, verdicts
from analyses.rollouts import words as wording
from analyses.rollouts.cells import Cell, ChoiceCell, ChoicesAnswer, CountLimit, Placed
from analyses.rollouts.charts import Chart, check_path, fit_calls, fit_challenges, write_and_check
from analyses.rollouts.estimates import describes, pool, pooled, threshold_of, within
from analyses.words import Advice, Finding, Table, listed, players, value
from tongits_sim.run.answers import Answer, Estimate
from tongits_sim.run.numbers import percent, percent_known, units

if TYPE_CHECKING:
    from tongits_sim.experiments.forks import Binning, ForkEstimates


# --- the answer ---


@dataclass(frozen=True, kw_only=True)
class ChallengeLimit(CountLimit):
    """The best largest count to challenge with; the other fields as of `CountLimit`.

    Attributes:
        challenge_at: the count; -1: never; None where there is no fork.
    """

    challenge_at: int | None

    @property
    def count(self) -> int | None:
        """The count."""
        return self.challenge_at


@dataclass(frozen=True, kw_only=True)
class ChallengeThreshold(ChallengeLimit):
    """The best largest count to challenge with, by the caller's cards.

    Attributes:
        caller_cards: cards in the caller's hand.
        bot_challenge_at: the largest count that describes the bot best.
        challenge_from: the best smallest count to challenge with.
    """

    caller_cards: int
    bot_challenge_at: int | None = None
    challenge_from: int | None = None


@dataclass(frozen=True, kw_only=True)
class BreakEven(Placed, ChallengeLimit):
    """The best largest count to challenge with in a column of the chart."""


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

    thresholds: tuple[ChallengeThreshold, ...] = ()
    break_even: tuple[BreakEven, ...] = ()
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
    if options["chart"] is not None:
        check_path(options["chart"])
    min_forks, games = options["min_forks"], estimates.fitting_games(inquiry)
    table, fitted = fit_challenges(inquiry, games, min_forks, binnings())
    forks = _play(inquiry)
    extremes = estimates.extremes(fitted, estimates.cells(fitted, "chart", KEYS, min_forks, ChoiceCell))
    written = None
    if options["chart"] is not None:
        calls, _, _ = fit_calls(inquiry, games, min_forks)
        written = write_and_check(inquiry, options["chart"], Chart(calls, table))
    return ChallengesAnswer(
        **inquiry.head(CHALLENGES),
        **estimates.played(forks, [fitted], min_forks, fitted),
        cells=estimates.cells(forks, "chart", KEYS, min_forks, ChoiceCell),
        averages=estimates.averages(forks, naive=True),
        thresholds=tuple(_threshold(row) for row in estimates.fit(fitted, "line", min_forks)),
        break_even=tuple(_even(fitted, row) for row in estimates.fit(fitted, "even", min_forks)),
        caller=_caller_shares(forks),
        bluffs=_caller_counts(forks),
        second=second(fitted, forks, min_forks),
        extremes={"cells": extremes},
        chart=written,
    )


def _against(at_table: Inquiry) -> ChallengesAnswer:
    """The answer against one player on all seats: what to do in each cell, and no thresholds. Raises QuestionError."""
    forks = _play(at_table)
    fields = verdicts.charted(at_table, forks, KEYS, ChoiceCell, ("challenge", "fold"))
    return ChallengesAnswer(
        **at_table.head(CHALLENGES),
        **fields,
        caller=_caller_shares(forks),
        bluffs=_caller_counts(forks),
    )


def _play(inquiry: Inquiry, *more: Binning) -> ForkEstimates:
    """The forks of responses, sorted into more maps too. Raises QuestionError where there is none."""
    forks = estimates.play(inquiry, "respond", (*binnings(), *more))
    if not forks.forks:
        raise QuestionError(
            f"nobody was asked for a challenge in {inquiry.games:,} games under {inquiry.rules.name}: no challenge is "
            "a choice there, or these bots never call"
        )
    return forks


def _threshold(row: estimates.Fitted) -> ChallengeThreshold:
    """A point of the break-even line."""
    return ChallengeThreshold(
        caller_cards=row.at[0] + 1,
        challenge_at=row.best,
        bot_challenge_at=row.bot,
        challenge_from=row.least,
        **row.limit(),
    )


def _even(fitted: ForkEstimates, row: estimates.Fitted) -> BreakEven:
    """The break-even count in a column of the chart."""
    at = estimates.coordinates(fitted.binning("even").axes[1:], KEYS[1:], row.at)
    return BreakEven(at=at, challenge_at=row.best, **row.limit())


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
    apart = estimates.fit(fitted, "second", 1, limits=False)
    by_answer = [row.best if row.best is not None else -1 for row in apart]
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
    best = threshold_of(*pool(counts, np.nan_to_num(diff), se, counts * np.nan_to_num(own)), limits=False).best
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


def _limits(answer: ChallengesAnswer) -> list[ChallengeThreshold]:
    """The thresholds that describe the answer, by the number of cards in the caller's hand."""
    return [row for row in answer.thresholds if not row.pooled and describes_line(answer, row)]


def describes_line(answer: ChallengesAnswer, row: ChallengeThreshold) -> bool:
    """Whether "challenge with at most `challenge_at`" is the answer to a caller with so many cards, over all stocks."""
    return describes(row, _to_a_caller(answer, row))


def _to_a_caller(answer: ChallengesAnswer, row: ChallengeThreshold) -> list[Cell]:
    """The cells against a caller with so many cards, added up over all stocks."""
    return [
        cell
        for cell in pooled(answer.cells, ("own_count", "caller_cards"))
        if within(cell, "caller_cards", row.caller_cards)
    ]


def describes_column(answer: ChallengesAnswer, row: BreakEven) -> bool:
    """Whether "challenge with at most `challenge_at`" is the answer in a column of the chart."""
    keys = ("caller_cards", "stock_left")
    return describes(row, [cell for cell in answer.cells if all(cell.at[key] == row.at[key] for key in keys)])


def _counts(row: ChallengeThreshold) -> str:
    if row.always:
        return "any count"
    return "no count" if row.challenge_at is None or row.challenge_at < 0 else f"a count of {row.challenge_at} or less"


def _cards(row: ChallengeThreshold) -> str:
    return f"{row.caller_cards} card{'' if row.caller_cards == 1 else 's'}"


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
        wording.resolved_sentence(answer, answer.cells),
        wording.chart_sentence(answer),
        wording.speed_sentence(answer),
    ]
    return [text for text in parts if text]


def _line(answer: ChallengesAnswer) -> str:
    rows = _limits(answer)
    if not rows:
        return ""
    parts = [f"{wording.threshold_words(row)} against {row.caller_cards}" for row in rows]
    own = sorted(
        {row.bot_challenge_at for row in rows if row.bot_challenge_at is not None and row.bot_challenge_at >= 0}
    )
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
            str(row.caller_cards),
            f"{row.n:,}",
            _challenge_with(answer, row),
            wording.count_words(row.bot_challenge_at),
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


def _challenge_with(answer: ChallengesAnswer, row: ChallengeThreshold) -> str:
    """The counts to challenge a caller with."""
    return wording.counts_with(row, _to_a_caller(answer, row), answer.min_forks, "caller_cards", "caller_cards")


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
        if row.pooled or row.challenge_at is None or not describes_column(answer, row):
            continue
        y = 0.0
        for low, high in edges:
            size = (high if high is not None else low + 10) - low + 1
            y += min(max(row.challenge_at + 1 - low, 0), size) / size
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
