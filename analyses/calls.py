"""When to call a draw: call now, or wait?

At every decision to call, both answers are played on. Waiting is a policy, and there are two: wait one turn and then do
as the bot does, or wait and then call by the best table of thresholds (largest count, by stock left and opponents with
an open meld), which was fitted on other games.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyses.estimates import rollouts
from analyses.question import Document, Inquiry, Option, Question, QuestionError

if TYPE_CHECKING:
    from tongits_sim.designs.forks.estimates import Forks
    from tongits_sim.designs.forks.job import Axis, Rule
    from tongits_sim.rules import RuleSet

MOST_COUNT = 80
MOST_FITTING = 2_000_000
COUNTS = (0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 40, 44, 48, 54, 60, 70, 80)
STOCKS = (0, 3, 6, 9, 12)
SIZES = (1, 4, 7, 10)
BY = ("opponents", "hands", "exposed")


def chart_axes(by: str) -> tuple[list[str], list[Axis]]:
    """Names and axes of the chart."""
    from tongits_sim.designs.forks.job import Axis, each

    keys = ["own_count", "stock_left", "opponents_open"]
    axes = [Axis("count", COUNTS), Axis("stock", STOCKS), each("opponents_open", 0, 2)]
    if by == "hands":
        keys += ["own_size", "least_size"]
        axes += [Axis("own_size", SIZES), Axis("least_size", SIZES)]
    elif by == "exposed":
        keys, axes = [*keys, "own_open"], [*axes, each("own_open", 0, 3)]
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
    """Games of a round of fitting. Thresholds stand on two million as firmly as the bots they are played against."""
    return int(inquiry.options["fit_games"] or max(1, min(inquiry.games // 2, MOST_FITTING)))


def fit_rule(inquiry: Inquiry, games: int, rounds: int, min_forks: int) -> tuple[Rule, list[rollouts.Row], list[Forks]]:
    """The best table of call thresholds: fitted against the bot's own later calls, then against itself.

    Every round is played on a seed of its own.
    """
    from tongits_sim.designs.forks.job import Map, each

    fine = Map("fine", (each("count", 0, MOST_COUNT), each("stock", 0, 17), each("opponents_open", 0, 2)))
    rule, fitted, played = None, [], []
    for turn in range(1, rounds + 1):
        forks = rollouts.play(inquiry, "call", (fine,), f"fit-{turn}", turn, games=games, rule=rule)
        fitted = rollouts.fit(forks, "fine", min_forks, "payout" if rule is None else "rule")
        rule = rollouts.table(fitted, 3)
        played.append(forks)
    assert rule is not None
    return rule, fitted, played


def ask(inquiry: Inquiry) -> Document:
    """The document of `analyze calls`."""
    from tongits_sim.designs.forks.job import Map, each

    options = inquiry.options
    asked = replace(inquiry, rules=timed(inquiry.rules, options["timing"]))
    if options["chart"] is not None:
        from analyses.chart_files import check_path

        check_path(options["chart"])
    min_forks, games = options["min_forks"], fitting_games(inquiry)
    keys, axes = chart_axes(options["by"])
    rule, fitted, fits = fit_rule(asked, games, options["rounds"], min_forks)
    opponents = Map("opponents", (each("opponents_open", 0, 2),))
    forks = rollouts.play(asked, "call", (Map("chart", tuple(axes)), opponents), rule=rule)
    if not forks.forks:
        raise QuestionError(
            f"nobody was asked for a call in {inquiry.games:,} games under {asked.rules.name}: no call is legal there, "
            "or these bots never get to one"
        )
    cells = rollouts.rows(forks, "chart", keys, min_forks)
    for cell, other in zip(cells, rollouts.rows(forks, "chart", keys, min_forks, "rule"), strict=True):
        cell |= {f"{name}_best_wait": other[name] for name in ("ev_diff", "resolved")}
        cell["ev_diff_best_wait_ci95"] = other["ci95"]
    document = asked.head(CALLS) | {
        "forks": forks.forks,
        "cells": cells,
        "averages": rollouts.averages(forks) | {"naive": rollouts.mean(forks.naive()) | {"note": rollouts.NAIVE}},
        "averages_best_wait": rollouts.averages(forks, "rule"),
        "opponents": rollouts.rows(forks, "opponents", ("opponents_open",), 1),
        "thresholds": [_threshold(row) for row in fitted],
        "min_forks": min_forks,
        "method": rollouts.method(forks, fits, min_forks),
        "chart": None,
        "elapsed_s": forks.elapsed + sum(each.elapsed for each in fits),
        "branches": sum(int(each.totals["branches"][0]) for each in (forks, *fits)),
    }
    if options["chart"] is not None:
        document["chart"] = _write(asked, options["chart"], rule, games, min_forks)
    return document


def _threshold(row: rollouts.Row) -> rollouts.Row:
    stock, opponents = row["at"]
    named = {"stock_left": stock, "opponents_open": opponents, "call_at": row["best"]}
    named |= {name: row[name] for name in ("low", "high", "n", "pooled", "always")} | {"bot_call_at": row["bot"]}
    return named | {"gain": row["gain"], "call_from": row["least"], "gain_from": row["gain_least"]}


def _write(inquiry: Inquiry, path: Path, rule: Rule, games: int, min_forks: int) -> dict[str, Any]:
    """Write the chart, with challenges fitted beside the calls, and play it against the bots it came from."""
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
    "fit_games", "Games per round of fitting thresholds.  [default: half of --games, at most 2 million]", low=1
)
CHART = Option(
    "chart", "Write the result as a chart (.toml), which chart(file=...) plays, and test it against its source.", "file"
)
CHECK_GAMES = Option("check_games", "Deals for the test of that chart.", default=100_000, low=100, high=10**9)

CALLS = Question(
    name="calls",
    asks="When to call a draw: now, or wait?",
    games=2_000_000,
    ask=ask,
    options=(
        Option(
            "by",
            "Features that split the cells further, besides count, stock and open opponents.",
            "choice",
            BY[0],
            choices=BY,
        ),
        TIMING,
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
    ),
    players="greedy,greedy,greedy",
    example="--rules pagat --games 10M --report calls.html",
)
