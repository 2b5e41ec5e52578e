"""The answers to changes of house rules, made of paired estimates: effects, corrected p-values, verdicts, a ranking."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from analyses.answers.whatif import (
    INCONCLUSIVE,
    NO_EFFECT,
    ChangeAnswer,
    MetricEffect,
    MetricLevel,
    RankedChange,
    Verdict,
)
from analyses.rule_changes import no_effect
from analyses.whatif_job import WhatIfJob
from tongits_sim.experiments.paired_estimates import PairedEstimates
from tongits_sim.run.answers import Estimate, finite, mean_of
from tongits_sim.stats import benjamini_hochberg, holm, verdict

ALPHA = 0.05
_WORDS: Mapping[str, Verdict] = {"better": "more", "worse": "less"}


def levels(effects: PairedEstimates) -> tuple[MetricLevel, ...]:
    """Every metric under the base rules."""
    return tuple(MetricLevel(metric, Estimate.of(effects.level(metric))) for metric in effects.metrics)


def change_answers(
    job: WhatIfJob,
    mechanical: PairedEstimates,
    choosing: PairedEstimates | None = None,
) -> tuple[tuple[ChangeAnswer, ...], int]:
    """The answer to each change, and the number of tests.

    Args:
        mechanical: estimates of the players under all rule sets.
        choosing: the same on the deals that rank the changes; None if one set of deals does both.
    """
    numbers = range(1, len(job.changes) + 1)
    return corrected([change_answer(job, mechanical, number, choosing) for number in numbers], job.all_knobs)


def change_answer(
    job: WhatIfJob, mechanical: PairedEstimates, number: int, choosing: PairedEstimates | None = None
) -> ChangeAnswer:
    """The answer to the change of a number, counted from 1, before its p-values are corrected."""
    change = job.changes[number - 1]
    play, anything = mechanical.differing(number)
    reason = no_effect(job.base, change, job.match_games) if anything == 0 else ""
    return ChangeAnswer(
        change=change.text,
        rules=change.rules.name,
        knobs={knob: change.rules.knobs().get(knob, "") for knob in change.knobs},
        no_effect=reason or None,
        same_deck=change.rules.jokers.count == job.base.jokers.count,
        deals_played_differently=play,
        deals_that_differ=anything,
        effects=_rows(mechanical, number, NO_EFFECT if reason else INCONCLUSIVE, choosing),
    )


def ranked(changes: Sequence[ChangeAnswer], metric: str) -> tuple[RankedChange, ...]:
    """The changes by the size of their effect on a metric, the largest first: see `ChangeAnswer.size`."""
    ordered = sorted(changes, key=lambda change: -change.size(metric))
    rows = [(change.change, change.no_effect, change.effect(metric)) for change in ordered]
    return tuple(RankedChange(rank, *row) for rank, row in enumerate(rows, start=1))


def _rows(
    effects: PairedEstimates, number: int, verdict: Verdict = INCONCLUSIVE, choosing: PairedEstimates | None = None
) -> tuple[MetricEffect, ...]:
    rows = [_row(effects, metric, number, verdict) for metric in effects.metrics]
    if choosing is None:
        return tuple(rows)
    return tuple(replace(row, choosing=float(choosing.effect(row.metric, number).diff.estimate)) for row in rows)


def _row(effects: PairedEstimates, metric: str, number: int, verdict: Verdict) -> MetricEffect:
    effect = effects.effect(metric, number, idle=verdict == NO_EFFECT)
    return MetricEffect(
        metric=metric,
        before=Estimate(effect.base),
        after=Estimate(effect.changed),
        diff=Estimate.of(effect.diff),
        p=effect.p if math.isfinite(effect.p) else None,
        p_holm=None,
        verdict=verdict,
        variance_reduction=effect.variance_reduction,
    )


def corrected(changes: Sequence[ChangeAnswer], map_of_all: bool) -> tuple[tuple[ChangeAnswer, ...], int]:
    """Correct all p-values as one family and give the verdicts; leave out changes that provably have no effect.

    `map_of_all`: correct by Benjamini and Hochberg, because everything is mapped; otherwise by Holm.
    """
    tests = [effect for change in changes if not change.no_effect for effect in change.effects]
    values = [math.nan if effect.p is None else effect.p for effect in tests]
    by_holm = holm(values)
    by_bh = benjamini_hochberg(values) if map_of_all else None
    decided = []
    for at, effect in enumerate(tests):
        p = finite(by_holm[at])
        corrected_of_all = None if by_bh is None else finite(by_bh[at])
        verdict = _verdict(effect, by_holm[at] if by_bh is None else by_bh[at])
        decided.append(replace(effect, p_holm=p, p_bh=corrected_of_all, verdict=verdict))
    rest = iter(decided)
    rows = []
    for change in changes:
        effects = change.effects if change.no_effect else tuple(next(rest) for _ in change.effects)
        rows.append(replace(change, effects=effects))
    return tuple(rows), len(tests)


def _verdict(effect: MetricEffect, p: float) -> Verdict:
    return NO_EFFECT if effect.nothing else _WORDS.get(verdict(mean_of(effect.diff), float(p), ALPHA), INCONCLUSIVE)
