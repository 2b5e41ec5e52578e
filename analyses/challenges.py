"""A draw was called: challenge or fold?

At every response both actions are played to the end. Besides the value of challenging: the caller's count, how often it
was higher than the responder's, the maximum count for a challenge, and what the second responder gains by knowing the
first response.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from analyses.answers.challenges import (
    BreakEven,
    CallerCounts,
    CallerShare,
    ChallengesAnswer,
    ChallengeThreshold,
    SecondResponder,
)
from analyses.answers.rollouts import ChoiceCell
from analyses.calls import (
    AGAINST,
    CHART,
    CHECK_GAMES,
    DECISIONS_TABLE,
    FIT_GAMES,
    FITTED,
    MIN_FORKS,
    OF,
    fitting_games,
)
from analyses.estimates import rollouts, verdicts
from analyses.question import Inquiry, Question, QuestionError

if TYPE_CHECKING:
    from analyses.answers.rollouts import PlayedChart
    from tongits_sim.designs.forks.estimates import ForkEstimates
    from tongits_sim.designs.forks.job import Binning

MOST_COUNT = 80
COUNTS = (0, 2, 4, 6, 8, 10, 12, 15, 18, 21, 24, 28, 32, 40, 50)
SIZES = (1, 3, 5, 7, 9)
STOCKS = (0, 4, 8, 12)
CALLER_COUNTS = (0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 35, 40, 50, 60)
KEYS = ("own_count", "caller_cards", "stock_left")


def binnings() -> tuple[Binning, ...]:
    """The maps into which responses are sorted."""
    from tongits_sim.designs.forks.job import BinnedFeature, Binning, unit_bins

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


def fit_table(inquiry: Inquiry, games: int, min_forks: int) -> tuple[rollouts.Table, ForkEstimates]:
    """The best table of challenge thresholds by stock left and the caller's cards, on the first fitting seed."""
    from strategies.chart import CALLER_CARDS
    from tongits_sim.designs.forks.job import Binning, unit_bins

    cards = unit_bins("caller_size", 0, CALLER_CARDS - 1)
    fine = Binning("fine", (unit_bins("count", 0, MOST_COUNT), unit_bins("stock", 0, 17), cards))
    forks = rollouts.play(inquiry, "respond", (*binnings(), fine), "fit-challenges", 1, games=games)
    if not forks.forks:
        return rollouts.table([], CALLER_CARDS), forks
    return rollouts.table(rollouts.fit(forks, "fine", min_forks, limits=False), CALLER_CARDS), forks


def ask(inquiry: Inquiry) -> ChallengesAnswer:
    """The answer of `analyze challenges`. Raises QuestionError where nobody is asked for a challenge."""
    options = inquiry.options
    if options["against"] is not None:
        return _against(inquiry)
    if options["chart"] is not None:
        from analyses.chart_files import check_path

        check_path(options["chart"])
    min_forks, games = options["min_forks"], fitting_games(inquiry)
    rule, fitted = fit_table(inquiry, games, min_forks)
    forks = rollouts.play(inquiry, "respond", binnings())
    _check(forks, inquiry)
    extremes = rollouts.extremes(fitted, rollouts.cells(fitted, "chart", KEYS, min_forks, ChoiceCell))
    return ChallengesAnswer(
        **inquiry.head(CHALLENGES),
        forks=forks.forks,
        cells=rollouts.cells(forks, "chart", KEYS, min_forks, ChoiceCell),
        averages=rollouts.averages(forks, naive=True),
        thresholds=tuple(_line(row) for row in rollouts.fit(fitted, "line", min_forks)),
        break_even=tuple(_even(fitted, row) for row in rollouts.fit(fitted, "even", min_forks)),
        caller=_caller(forks),
        bluffs=_bluffs(forks),
        second=second(fitted, forks, min_forks),
        extremes={"cells": extremes},
        min_forks=min_forks,
        method=rollouts.method(forks, [fitted], min_forks, fitted),
        chart=None if options["chart"] is None else _write(inquiry, options["chart"], rule, games, min_forks),
        elapsed_s=forks.elapsed + fitted.elapsed,
        branches=sum(int(each.totals["branches"][0]) for each in (forks, fitted)),
    )


def _against(inquiry: Inquiry) -> ChallengesAnswer:
    """The answer against one player on all seats: what to do in each cell, and no thresholds. Raises QuestionError."""
    asked = verdicts.against(inquiry, FITTED)
    forks = rollouts.play(asked, "respond", binnings())
    _check(forks, asked)
    min_forks = inquiry.options["min_forks"]
    cells, same = verdicts.judged(forks, "chart", KEYS, min_forks, ChoiceCell, ("challenge", "fold"))
    return ChallengesAnswer(
        **asked.head(CHALLENGES),
        forks=forks.forks,
        cells=cells,
        averages=rollouts.averages(forks),
        caller=_caller(forks),
        bluffs=_bluffs(forks),
        min_forks=min_forks,
        method=rollouts.method(forks, [], min_forks, naive=False) | {"verdicts": verdicts.METHOD},
        elapsed_s=forks.elapsed,
        branches=int(forks.totals["branches"][0]),
        against=asked.players[0].label,
        same=same,
    )


def _check(forks: ForkEstimates, inquiry: Inquiry) -> None:
    """Refuse an answer where nobody was asked. Raises QuestionError."""
    if not forks.forks:
        raise QuestionError(
            f"nobody was asked for a challenge in {inquiry.games:,} games under {inquiry.rules.name}: no challenge is "
            "a choice there, or these bots never call"
        )


def _write(inquiry: Inquiry, path: Path, rule: rollouts.Table, games: int, min_forks: int) -> PlayedChart:
    """Write the chart, with calls fitted as well, and play it against the bots it was fitted on."""
    from analyses.calls import fit_rule
    from analyses.chart_files import Chart, write_and_check

    calls, _, _ = fit_rule(inquiry, games, 2, min_forks)
    return write_and_check(inquiry, path, Chart(calls, rule))


def _line(row: rollouts.Fitted) -> ChallengeThreshold:
    """A point of the break-even line."""
    return ChallengeThreshold(
        caller_cards=row.at[0] + 1,
        challenge_at=row.best,
        low=row.low,
        high=row.high,
        n=row.n,
        pooled=row.pooled,
        always=row.always,
        bot_challenge_at=row.bot,
        gain=row.gain,
        challenge_from=row.least,
        gain_from=row.gain_least,
    )


def _even(fitted: ForkEstimates, row: rollouts.Fitted) -> BreakEven:
    """The break-even count in a column of the chart."""
    return BreakEven(
        at=rollouts.coordinates(fitted.binning("even").axes[1:], KEYS[1:], row.at),
        challenge_at=row.best,
        low=row.low,
        high=row.high,
        n=row.n,
        pooled=row.pooled,
        always=row.always,
        gain=row.gain,
        gain_from=row.gain_least,
    )


def _caller(forks: ForkEstimates) -> tuple[CallerShare, ...]:
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
            at = rollouts.coordinates(shape.axes, ("caller_cards", "caller_count"), (size, place))
            share, ends = rollouts.number(shares.estimate[place]), rollouts.limits(shares, place)
            shares_by_cell.append(CallerShare(at=at, n=int(counts[size, place]), share=share, ci95=ends))
    return tuple(shares_by_cell)


def _bluffs(forks: ForkEstimates) -> tuple[CallerCounts, ...]:
    """How often the caller's count is higher than the responder's, or the highest, overall and by cards in hand."""
    shape, counts = forks.binning("sizes"), forks.counts("sizes")
    every = {name: rollouts.mean(forks.group("all", name)) for name in ("bluff", "highest")}
    rows = [
        CallerCounts(
            at={"caller_cards": None, "caller_cards_to": None},
            n=forks.forks,
            bluff=every["bluff"].mean,
            bluff_ci95=every["bluff"].ci95,
            highest=every["highest"].mean,
            highest_ci95=every["highest"].ci95,
        )
    ]
    bluff, highest = forks.cells("sizes", "bluff"), forks.cells("sizes", "highest")
    rows += [
        CallerCounts(
            at=rollouts.coordinates(shape.axes, ("caller_cards",), (place,)),
            n=int(counts[place]),
            bluff=rollouts.number(bluff.estimate[place]),
            bluff_ci95=rollouts.limits(bluff, place),
            highest=rollouts.number(highest.estimate[place]),
            highest_ci95=rollouts.limits(highest, place),
        )
        for place in range(counts.shape[0])
    ]
    return tuple(rows)


def second(fitted: ForkEstimates, forks: ForkEstimates, min_forks: int) -> SecondResponder | None:
    """What the second responder gains by knowing the first answer: the best threshold for each answer against the best
    one for both, fitted on other games; None if no responder knows the first answer.
    """
    import numpy as np

    from tongits_sim.stats import Interval, weighted_sum

    counts = forks.counts("second")[:, 0, :]
    if counts[:, 0].sum() < min_forks or counts[:, 1].sum() < min_forks:
        return None
    apart = rollouts.fit(fitted, "second", 1, limits=False)
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
        gain=rollouts.number(gain.estimate),
        ci95=rollouts.limits(gain),
    )


def _both(fitted: ForkEstimates) -> int:
    """The best threshold of a second responder who does not know the first answer."""
    import numpy as np

    from analyses.estimates.rollouts import pool, threshold_of

    counts = fitted.counts("second")[:, 0, :].astype(float)
    differences, chose = fitted.cells("second"), fitted.cells("second", "chose")
    diff, se, own = (np.asarray(part)[:, 0, :] for part in (differences.estimate, differences.se, chose.estimate))
    best = threshold_of(*pool(counts, np.nan_to_num(diff), se, counts * np.nan_to_num(own)), limits=False).best
    return -1 if best is None else best


CHALLENGES = Question(
    name="challenges",
    asks="A draw was called: challenge or fold?",
    games=2_000_000,
    ask=ask,
    answer=ChallengesAnswer,
    options=(AGAINST, OF, MIN_FORKS, FIT_GAMES, CHART, CHECK_GAMES, DECISIONS_TABLE),
    players="greedy,greedy,greedy",
    example="--rules pagat --games 10M --report challenges.html",
)
