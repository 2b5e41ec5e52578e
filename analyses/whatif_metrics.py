"""Metrics of whatif in words, and their effects as rows of a figure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from analyses.answers.whatif import ChangeAnswer, WhatIfAnswer
from analyses.figures import Row
from tongits_sim.knobs.knob import RuleError, Value
from tongits_sim.rules import RuleSet, diff
from tongits_sim.run.answers import Estimate

MAX_BARS = 14
_OWN = "own:"


class MetricWords(NamedTuple):
    """A metric, with a clause for more and a clause for less of it."""

    name: str
    more: str
    less: str


METRICS = {
    "share_challenge": MetricWords("calls challenged", "More calls are challenged", "Fewer calls are challenged"),
    "share_draw": MetricWords("calls not challenged", "More calls go unchallenged", "Fewer calls go unchallenged"),
    "share_tongits": MetricWords("tongits", "More games end by tongits", "Fewer games end by tongits"),
    "share_stock_out": MetricWords("stock runs out", "The stock runs out more often", "The stock runs out less often"),
    "share_spread": MetricWords("all melds when dealt", "More hands are all melds", "Fewer hands are all melds"),
    "sunog_rate": MetricWords("sunog", "More players are burned", "Fewer players are burned"),
    "turns": MetricWords("turns a game", "Games last longer", "Games are shorter"),
    "mean_pot": MetricWords("winner's take", "Winners take more", "Winners take less"),
    "house_income": MetricWords("the house keeps", "The house keeps more", "The house keeps less"),
    "dealer_edge": MetricWords("dealer's edge", "The dealer's edge grows", "The dealer's edge falls"),
    "payout_sd": MetricWords("swing of a game", "One game swings more", "One game swings less"),
    "skill_spread": MetricWords(
        "best less worst", "The best and the worst are further apart", "The best and the worst are closer"
    ),
    "session_sd": MetricWords("swing of a session", "A session swings more", "A session swings less"),
    "session_ahead": MetricWords("ahead after a session", "More end a session ahead", "Fewer end a session ahead"),
    "session_ruin": MetricWords("lose the bankroll", "More lose the bankroll", "Fewer lose the bankroll"),
}
"""In the order of a screen."""
PANELS = (
    "dealer_edge",
    "house_income",
    "skill_spread",
    "sunog_rate",
    "turns",
    "share_draw",
    "payout_sd",
    "session_sd",
    "session_ahead",
    "session_ruin",
)
"""The metrics to draw."""


def metric_name(metric: str) -> str:
    """A metric in words: `dealer's edge`, `greedy earns`; the name of a user's metric."""
    if is_own(metric):
        return metric.removeprefix(_OWN).replace("_", " ")
    return METRICS[metric].name if metric in METRICS else f"{metric.removeprefix('payout:')} earns"


def unit(metric: str) -> str:
    """The unit in which a metric is shown; shares in per cent."""
    of_session = metric.startswith("session_")
    if is_own(metric):
        return "a game"
    if is_share(metric):
        return {"sunog_rate": "% of hands"}.get(metric, "% of players" if of_session else "% of games")
    if metric == "turns":
        return "turns"
    return "units a session" if of_session else "units a game"


def shown_width(metric: str, effect: Estimate) -> float | None:
    """The half-width of an effect in the unit in which its metric is shown; 0 if it is certainly nothing."""
    width = effect.half_width
    return None if width is None else width * (100.0 if is_share(metric) else 1.0)


def is_own(metric: str) -> bool:
    """Whether a metric comes from a user's file."""
    return metric.startswith(_OWN)


def is_share(metric: str) -> bool:
    """Whether a metric is a share, shown in percent."""
    return metric.startswith("share_") or metric in ("sunog_rate", "session_ahead", "session_ruin")


def effect_rows(answer: WhatIfAnswer, metric: str) -> list[Row]:
    """A row for each change that can have an effect: the largest `MAX_BARS`, by the ranking deals if there are any."""
    changes = [change for change in answer.changes if not change.no_effect]
    if len(changes) > MAX_BARS:
        changes = sorted(changes, key=lambda change: -change.size(metric))[:MAX_BARS]
    rows = []
    for change in changes:
        effect = change.effect(metric)
        row = Row.of(plain(change, answer.knobs), effect.diff, 100 if is_share(metric) else 1)
        rows.append(row._replace(sure=effect.certain))
    return rows


def plain(change: ChangeAnswer, knobs: Mapping[str, Value]) -> str:
    """A change of the rules `knobs` in words: `The mano (dealer) moves one seat to the right after every game`.

    Other rules, and a change that no sentence describes, keep their name.
    """
    if change.change.startswith("to "):
        return change.change
    try:
        before = RuleSet.from_knobs(dict(knobs))
        after = RuleSet.from_knobs({**knobs, **change.knobs})
    except RuleError:
        return change.change
    return "; ".join(line.b_sentence.rstrip(".") for line in diff(before, after)) or change.change
