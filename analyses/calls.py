"""When to call a draw: call now, or wait?

At every decision to call, both actions are played to the end. There are two policies of waiting: wait one turn and then
do as the bot does, or wait and then call by a table of thresholds (maximum count, by stock left and opponents with an
open meld) fitted on other games.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from analyses.answers.calls import CallCell, CallsAnswer, CallThreshold
from analyses.answers.rollouts import ChoiceCell
from analyses.estimates import rollouts, verdicts
from analyses.question import Inquiry, Option, Question, QuestionError

if TYPE_CHECKING:
    from analyses.answers.rollouts import PlayedChart
    from tongits_sim.designs.forks.estimates import ForkEstimates
    from tongits_sim.designs.forks.job import BinnedFeature, Binning, Rule
    from tongits_sim.rules import RuleSet

MOST_COUNT = 80
MOST_FITTING = 2_000_000
COUNTS = (0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 40, 44, 48, 54, 60, 70, 80)
STOCKS = (0, 3, 6, 9, 12)
SIZES = (1, 4, 7, 10)
BY = ("opponents", "hands", "exposed")


def chart_axes(by: str) -> tuple[list[str], list[BinnedFeature]]:
    """Names and axes of the chart."""
    from tongits_sim.designs.forks.job import BinnedFeature, unit_bins

    keys = ["own_count", "stock_left", "opponents_open"]
    axes = [BinnedFeature("count", COUNTS), BinnedFeature("stock", STOCKS), unit_bins("opponents_open", 0, 2)]
    if by == "hands":
        keys += ["own_size", "least_size"]
        axes += [BinnedFeature("own_size", SIZES), BinnedFeature("least_size", SIZES)]
    elif by == "exposed":
        keys, axes = [*keys, "own_open"], [*axes, unit_bins("own_open", 0, 3)]
    return keys, axes


def timed(rules: RuleSet, timing: str | None) -> RuleSet:
    """The rules with calls at the start or the end of a turn. Raises RuleError."""
    from tongits_sim.rules import RuleSet
    from tongits_sim.rules.loading import parse_override

    if timing is None:
        return rules
    knob, value = parse_override(f"call.timing={timing}")
    if rules.knobs()[knob] == value:
        return rules
    return RuleSet.from_knobs(rules.knobs() | {knob: value}, name=f"{rules.name} with {knob}={timing}")


def fitting_games(inquiry: Inquiry) -> int:
    """Games per round of fitting: `--fit-games`, else half of `--games`, at most two million."""
    return int(inquiry.options["fit_games"] or max(1, min(inquiry.games // 2, MOST_FITTING)))


def fit_rule(
    inquiry: Inquiry, games: int, rounds: int, min_forks: int, binnings: Sequence[Binning] = ()
) -> tuple[Rule, list[rollouts.Fitted], list[ForkEstimates]]:
    """The best table of call thresholds: fitted against the bot's own later calls, then against itself.

    Args:
        inquiry: rules, players, seed; every round is played on a seed of its own.
        games: games per round.
        rounds: number of rounds, at least 1.
        min_forks: cells with fewer forks are fitted together with others.
        binnings: further binnings by which the forks are sorted.

    Returns:
        The table, the thresholds it consists of, and the forks of every round.
    """
    from tongits_sim.designs.forks.job import Binning, unit_bins

    fine = Binning(
        "fine",
        (
            unit_bins("count", 0, MOST_COUNT),
            unit_bins("stock", 0, 17),
            unit_bins("opponents_open", 0, 2),
        ),
    )
    rule: Rule | None = None
    fitted: list[rollouts.Fitted] = []
    played: list[ForkEstimates] = []
    for turn in range(1, rounds + 1):
        forks = rollouts.play(inquiry, "call", (fine, *binnings), f"fit-{turn}", turn, games=games, rule=rule)
        fitted = rollouts.fit(forks, "fine", min_forks, "payout" if rule is None else "rule", limits=turn == rounds)
        rule = rollouts.table(fitted, 3)
        played.append(forks)
    assert rule is not None
    return rule, fitted, played


def ask(inquiry: Inquiry) -> CallsAnswer:
    """The answer of `analyze calls`. Raises QuestionError where nobody is asked for a call."""
    from tongits_sim.designs.forks.job import Binning, unit_bins

    options = inquiry.options
    if options["against"] is not None:
        return _against(inquiry)
    timed_inquiry = replace(inquiry, rules=timed(inquiry.rules, options["timing"]))
    if options["chart"] is not None:
        from analyses.chart_files import check_path

        check_path(options["chart"])
    min_forks, games = options["min_forks"], fitting_games(inquiry)
    keys, axes = chart_axes(options["by"])
    chart, opponents = Binning("chart", tuple(axes)), Binning("opponents", (unit_bins("opponents_open", 0, 2),))
    rule, fitted, fits = fit_rule(timed_inquiry, games, options["rounds"], min_forks, (chart,))
    forks = rollouts.play(timed_inquiry, "call", (chart, opponents), rule=rule)
    if not forks.forks:
        raise QuestionError(
            f"nobody was asked for a call in {inquiry.games:,} games under {timed_inquiry.rules.name}: no call is "
            "legal there, or these bots never get to one"
        )
    extremes = rollouts.extremes(fits[0], rollouts.cells(fits[0], "chart", keys, min_forks, ChoiceCell))
    return CallsAnswer(
        **timed_inquiry.head(CALLS),
        forks=forks.forks,
        cells=_cells(forks, keys, min_forks),
        averages=rollouts.averages(forks, naive=True),
        averages_best_wait=rollouts.averages(forks, "rule"),
        opponents=rollouts.cells(forks, "opponents", ("opponents_open",), 1, ChoiceCell),
        thresholds=tuple(_threshold(row) for row in fitted),
        extremes={"cells": extremes},
        min_forks=min_forks,
        method=rollouts.method(forks, fits, min_forks, fits[0]),
        chart=None if options["chart"] is None else _write(timed_inquiry, options["chart"], rule, games, min_forks),
        elapsed_s=forks.elapsed + sum(each.elapsed for each in fits),
        branches=sum(int(each.totals["branches"][0]) for each in (forks, *fits)),
    )


def _against(inquiry: Inquiry) -> CallsAnswer:
    """The answer against one player on all seats: what to do in each cell, and no thresholds. Raises QuestionError."""
    from tongits_sim.designs.forks.job import Binning

    at_table = verdicts.against(replace(inquiry, rules=timed(inquiry.rules, inquiry.options["timing"])), FITTED)
    keys, axes = chart_axes(inquiry.options["by"])
    forks = rollouts.play(at_table, "call", (Binning("chart", tuple(axes)),))
    if not forks.forks:
        raise QuestionError(
            f"nobody was asked for a call in {inquiry.games:,} games under {at_table.rules.name}: no call is legal "
            "there, or this player never gets to one"
        )
    min_forks = inquiry.options["min_forks"]
    cells, same = verdicts.judged(forks, "chart", keys, min_forks, CallCell, ("call", "wait"))
    return CallsAnswer(
        **at_table.head(CALLS),
        forks=forks.forks,
        cells=verdicts.with_bluffs(forks, "chart", cells),
        averages=rollouts.averages(forks),
        min_forks=min_forks,
        method=rollouts.method(forks, [], min_forks, naive=False) | {"verdicts": verdicts.METHOD},
        elapsed_s=forks.elapsed,
        branches=int(forks.totals["branches"][0]),
        against=at_table.players[0].label,
        same=same,
    )


def _cells(forks: ForkEstimates, keys: Sequence[str], min_forks: int) -> tuple[CallCell, ...]:
    """The chart against waiting a turn, with the difference against the fitted waiting policy."""
    mine = rollouts.cells(forks, "chart", keys, min_forks, CallCell)
    best = rollouts.cells(forks, "chart", keys, min_forks, ChoiceCell, "rule")
    return tuple(
        replace(
            cell,
            ev_diff_best_wait=other.ev_diff,
            resolved_best_wait=other.resolved,
            ev_diff_best_wait_ci95=other.ci95,
        )
        for cell, other in zip(mine, best, strict=True)
    )


def _threshold(row: rollouts.Fitted) -> CallThreshold:
    stock, opponents = row.at
    return CallThreshold(
        stock_left=stock,
        opponents_open=opponents,
        call_at=row.best,
        low=row.low,
        high=row.high,
        n=row.n,
        pooled=row.pooled,
        always=row.always,
        bot_call_at=row.bot,
        gain=row.gain,
        call_from=row.least,
        gain_from=row.gain_least,
    )


def _write(inquiry: Inquiry, path: Path, rule: Rule, games: int, min_forks: int) -> PlayedChart:
    """Write the chart, with challenges fitted as well, and play it against the bots it was fitted on."""
    from analyses.challenges import fit_table
    from analyses.chart_files import Chart, write_and_check

    challenges, _ = fit_table(inquiry, games, min_forks)
    return write_and_check(inquiry, path, Chart(rule, challenges))


TIMING = Option(
    "timing",
    "Call at the start or the end of a turn, overriding the rules.",
    "choice",
    None,
    choices=("start", "end"),
)
OF = Option("of", "Count only the decisions of this player.", "text")
MIN_FORKS = Option("min_forks", "Cells with fewer forks are shown as unresolved.", default=200, low=2, high=10**9)
FIT_GAMES = Option(
    "fit_games", "Games per round of fitting thresholds; by default half of --games, at most 2 million.", low=1
)
CHART = Option(
    "chart", "Write the result as a chart (.toml), which chart(file=...) plays, and test it against its source.", "file"
)
DECISIONS_TABLE = Option(
    "decisions_table",
    "Write a row for each decision into a .parquet file: its features and the payouts of both actions.",
    "file",
)
AGAINST = Option(
    "against",
    "Charts against one player in all three seats (instead of --players), such as solved: what to do in each cell, and "
    "no thresholds.",
    "text",
)
FITTED = ("chart", "fit_games", "of")
"""Options that mean nothing with `AGAINST`."""
CHECK_GAMES = Option("check_games", "Deals for the test of that chart.", default=100_000, low=100, high=10**9)

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
    players="greedy,greedy,greedy",
    example="--rules pagat --games 10M --report calls.html",
)
