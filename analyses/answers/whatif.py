"""The answer of `tongits whatif` as types: the effects of changes of the house rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from analyses.answers.shared import Bot, Stopping, Versions
from tongits_sim.run.answers import Answer, Document, Estimate, mean_of
from tongits_sim.run.within import Within

Verdict = Literal["more", "less", "inconclusive", "none"]
"""The verdict on an effect. `none`: the metric cannot differ; `inconclusive` does not mean equal."""
NO_EFFECT: Verdict = "none"
INCONCLUSIVE: Verdict = "inconclusive"
Correction = Literal["holm", "benjamini-hochberg"]


@dataclass(frozen=True)
class MetricLevel(Answer):
    """A metric under the base rules, by itself."""

    metric: str  # its name
    value: Estimate  # units a game, a share, or turns; without limits if nothing varied enough


AMOUNTS = ("dealer_edge", "payout_sd", "house_income", "skill_spread")
"""Metrics in units a game, besides the payout of each player."""


@dataclass(frozen=True)
class MetricEffect(Answer):
    """The effect of a change on one metric."""

    metric: str  # its name
    # before, after: the metric under the base and under the changed rules, without limits
    before: Estimate
    after: Estimate
    diff: Estimate  # after minus before; without limits if nothing varied enough
    p: float | None  # p-value of no difference, not corrected; None if unknown
    p_holm: float | None  # corrected by Holm's method over the family; None if the effect is not tested
    verdict: Verdict  # the verdict
    variance_reduction: float | None  # how many times more deals two separate runs would take; None if unknown
    p_bh: float | None = None  # corrected by Benjamini and Hochberg, if every knob was changed
    # the difference on the deals that rank many changes; None if the same deals rank them
    choosing: float | None = None

    @property
    def size(self) -> float:
        """The number that ranks changes: from the ranking deals, if there are any."""
        return abs(mean_of(self.diff) if self.choosing is None else self.choosing)

    @property
    def certain(self) -> bool:
        """Return True if the corrected test finds a difference."""
        return self.verdict in ("more", "less")

    @property
    def p_corrected(self) -> float | None:
        """The p-value that decided."""
        return self.p_holm if self.p_bh is None else self.p_bh

    @property
    def nothing(self) -> bool:
        """Return True if both rule sets certainly give the same in every deal."""
        return self.diff == Estimate(0.0, (0.0, 0.0))


@dataclass(frozen=True)
class RankedChange(Answer):
    """A change at its place in the ranking by one metric."""

    rank: int  # 1 for the largest effect
    change: str  # name of the change
    no_effect: str | None  # why it provably has none; None if it may have one
    effect: MetricEffect  # its effect on the metric


@dataclass(frozen=True)
class ChangeAnswer(Answer):
    """The effects of one change."""

    change: str  # its name: `call.timing=end`, `to sjs`
    rules: str  # name of the changed rules
    knobs: Mapping[str, Any]  # the knobs it sets, with their values
    no_effect: str | None  # why it provably has no effect; None if it may have one
    same_deck: bool  # both decks are equal, so deals have the same cards
    deals_played_differently: int  # number of deals in which a card or a decision differs
    deals_that_differ: int  # number of deals in which anything differs, payments included
    effects: tuple[MetricEffect, ...]  # with the same players
    deals: int | None = None  # deals that it was played on; None: all deals of the answer

    def of_take(self, metric: str, chosen: bool = False) -> tuple[float, float] | None:
        """An amount a game as a share of the winner's take, before and after the change; None for other metrics.

        A rule that multiplies every payment changes amounts but no share. With `chosen`, the amount after the change
        comes from the deals that rank the changes.
        """
        take = next((effect for effect in self.effects if effect.metric == "mean_pot"), None)
        if take is None or not (metric.startswith("payout:") or metric in AMOUNTS):
            return None
        shares = []
        for after in (False, True):
            units, of = (
                mean_of(effect.before)
                + after * (mean_of(effect.diff) if effect.choosing is None or not chosen else effect.choosing)
                for effect in (self.effect(metric), take)
            )
            shares.append(units / of if of > 0 else 0.0)
        return shares[0], shares[1]

    def size(self, metric: str) -> float:
        """The number that ranks changes: for amounts, the change of their share of the winner's take."""
        shares = self.of_take(metric, chosen=True)
        return self.effect(metric).size if shares is None else abs(shares[1] - shares[0])

    def unseen(self, metric: str) -> bool:
        """Whether no deal showed an effect on a metric although an effect is possible."""
        effect = self.effect(metric)
        return effect.diff.mean == 0 and not effect.nothing

    def effect(self, metric: str) -> MetricEffect:
        """The effect on a metric with the same players. Raises KeyError."""
        return {effect.metric: effect for effect in self.effects}[metric]


@dataclass(frozen=True)
class SkippedChange(Answer):
    """A change that cannot be played, and why."""

    change: str
    reason: str


@dataclass(frozen=True)
class Choosing(Answer):
    """The deals that rank many changes. Estimates come from other deals, so that choosing does not bias them."""

    deals: int  # how many
    seed: int  # of these deals


@dataclass(frozen=True, kw_only=True)
class WhatIfAnswer(Document):
    """The effects of changes of the house rules."""

    # command, question: "whatif"
    command: Literal["whatif"] = "whatif"
    question: Literal["whatif"] = "whatif"
    asks: str = "What does a change of the house rules do?"  # the question, a sentence
    # base, rules: name of the rules that are changed
    base: str
    rules: str
    rules_option: str  # the options that name them
    players: tuple[str, ...]  # labels of the three players
    deals: int  # deals (matches, if `match_games` is not 1) that every rule set played in every seating
    games_played: int  # games of all rule sets and seatings
    seatings: int  # in how many seatings each deal was played
    match_games: int  # games of a match
    seed: int  # 0 .. 2**64 - 1.
    stopping: Stopping  # how the run stopped
    level: float  # of the intervals
    alpha: float  # of the tests
    correction: Correction  # the method that decided over the family
    family: int  # how many tests it holds
    command_line: str  # the command that measures the changes again
    metrics: tuple[MetricLevel, ...]  # every metric under the base
    changes: tuple[ChangeAnswer, ...]  # every change
    skipped: tuple[SkippedChange, ...] = ()  # changes that cannot be played
    rank_by: str  # the metric of the ranking
    # the changes, the largest effect first, by the deals of `choosing` if there are any
    ranking: tuple[RankedChange, ...]
    choosing: Choosing | None = None  # the deals that rank many changes; None for few changes
    bots: tuple[Bot, ...] = ()  # the players, each once
    knobs: Mapping[str, Any] = field(default_factory=dict)  # the base, every knob
    versions: Versions = field(default_factory=Versions)  # of what the numbers depend on
    within: Within | None = None  # the half-width that was asked for, and the deals it took
    adapt: tuple[ChangeAnswer, ...] | None = None  # the same changes at a table of three `trained`, who adapt

    def __post_init__(self) -> None:
        """Raise ValueError unless every change has every metric, and the ranking metric is among them."""
        if not self.changes:
            raise ValueError("changes must be a list of at least one change")
        metrics = [row.metric for row in self.metrics]
        if not {self.rank_by, "dealer_edge"} <= set(metrics):
            raise ValueError(f"metrics lack the dealer's edge or {self.rank_by!r}, by which changes are ranked")
        for at, change in enumerate(self.changes):
            if [row.metric for row in change.effects] != metrics:
                raise ValueError(f"changes[{at}].effects must hold the metrics of the answer, in their order")
