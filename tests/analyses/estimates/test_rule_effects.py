"""Effects of changes: tests, correction over the family, verdicts and ranking."""

from __future__ import annotations

import functools
import math
from dataclasses import replace

import numpy as np
import pytest

from analyses.answers.whatif import ChangeAnswer, MetricEffect
from analyses.estimates.rule_effects import change_answers, levels, ranked
from analyses.whatif_job import WhatIfJob, changes_of
from strategies import load_players
from tests.designs.paired.pairings import play
from tongits_sim.designs.paired.estimates import PairedEstimates
from tongits_sim.rules import load
from tongits_sim.stats import benjamini_hochberg, holm


@functools.cache
def played() -> tuple[WhatIfJob, PairedEstimates]:
    """Three changes on some deals, one of them to the value that the base has."""
    asked, _ = changes_of(load("pagat"), ["pay.fold=1", "call.timing=end", "pay.tongits=6"], (), all_knobs=False)
    job = WhatIfJob(load("pagat"), tuple(load_players("greedy,caller,hunter")), asked, deals=150)
    pairing = job.pairing()
    return job, PairedEstimates(pairing, play(pairing), job.labels)


def answers() -> tuple[tuple[ChangeAnswer, ...], int]:
    """What is said of them."""
    job, effects = played()
    return change_answers(job, effects, None, ())


def test_a_change_that_provably_has_no_effect_is_no_test() -> None:
    (same, *others), family = answers()
    assert same.no_effect == "the base has this value already"
    assert {(row.verdict, row.p_holm) for row in same.effects} == {("none", None)}
    assert family == sum(len(each.effects) for each in others)


def test_p_values_are_corrected_as_one_family() -> None:
    (_, *others), _ = answers()
    rows = [row for each in others for row in each.effects]
    values = [row.p for row in rows]
    assert None not in values
    assert [row.p_holm for row in rows] == pytest.approx(holm(values).tolist())  # type: ignore[arg-type]
    assert {row.p_bh for row in rows} == {None}


def test_a_map_is_decided_by_benjamini_hochberg() -> None:
    job, effects = played()
    changes, _ = change_answers(replace(job, all_knobs=True), effects, None, ())
    rows = [row for each in changes[1:] for row in each.effects]
    assert [row.p_bh for row in rows] == pytest.approx(benjamini_hochberg([row.p for row in rows]).tolist())  # type: ignore[arg-type]
    assert all(row.certain == (row.p_bh is not None and row.p_bh <= 0.05) for row in rows)


def test_adapted_effects_belong_to_the_family() -> None:
    job, effects = played()
    _, once = answers()
    changes, family = change_answers(job, effects, effects, ())
    assert family == once + 3 * len(effects.metrics)
    assert [row.diff for row in changes[1].adapted] == [row.diff for row in changes[1].effects]


def test_ranks_by_size() -> None:
    changes, _ = answers()
    rows = ranked(changes, "turns")
    assert [row.rank for row in rows] == [1, 2, 3]
    assert rows[0].change == "call.timing=end"
    assert [abs(row.effect.diff) for row in rows] == sorted((abs(row.effect.diff) for row in rows), reverse=True)


def test_levels_are_those_of_the_base() -> None:
    _, effects = played()
    changes, _ = answers()
    for level in levels(effects):
        assert level.value == pytest.approx(changes[1].effect(level.metric).base)


MANY = (
    "call.timing=end",
    "pay.tongits=4",
    "pay.fold=2",
    "deal.next_dealer=rotate",
    "sapaw.targets=opponents",
    "melds.max_voluntary=1",
    "deal.dealer_may_lay_first=false",
    "pay.sunog_extra=2",
)


def ranking_job(deals: int, seed: int) -> WhatIfJob:
    """More changes than are described one by one."""
    asked, _ = changes_of(load("pagat"), MANY, (), all_knobs=False)
    return WhatIfJob(load("pagat"), tuple(load_players("greedy,caller,hunter")), asked, deals=deals, seed=seed)


def ranked_answers(deals: int, seed: int) -> tuple[ChangeAnswer, ...]:
    """The changes as other deals rank them."""
    job = ranking_job(deals, seed)
    one, other = job.pairing(), job.pairing(choosing=job.choosing)
    mechanical, choosing = (PairedEstimates(pairing, play(pairing), job.labels) for pairing in (one, other))
    return change_answers(job, mechanical, None, (), choosing)[0]


def test_other_deals_rank_many_changes() -> None:
    job = ranking_job(40, 3)
    assert job.choosing is not None
    assert (job.choosing.deals, job.choosing.seed) == (20, 2_000_006)
    assert replace(job, changes=job.changes[:6]).choosing is None
    changes = ranked_answers(40, 3)
    sizes = [abs(row.effect.choosing or 0.0) for row in ranked(changes, "turns")]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes != sorted((abs(row.effect.diff) for row in ranked(changes, "turns")), reverse=True)


def drawn(diff: float, choosing: float | None, se: float) -> ChangeAnswer:
    """A change with one effect, as if it had been estimated."""
    row = MetricEffect("turns", 0.0, diff, diff, (diff - 1.96 * se, diff + 1.96 * se), None, None, "inconclusive", None)
    effects = (replace(row, choosing=choosing),)
    return ChangeAnswer(f"{diff}", "", {}, None, True, 1, 1, effects)


def test_the_largest_effect_is_not_exaggerated_by_the_choice() -> None:
    """Of 30 small effects the interval of the first in the ranking holds the truth as often as it says, where other
    deals rank; ranked by the estimates themselves it would not.
    """
    random, runs = np.random.default_rng(5), 2000
    held = {True: 0, False: 0}
    for _ in range(runs):
        truth, noise, other = random.normal(0, 0.5, 30), random.normal(0, 1, 30), random.normal(0, 1.4, 30)
        for apart in held:
            changes = [
                drawn(float(t + n), float(t + o) if apart else None, 1.0)
                for t, n, o in zip(truth, noise, other, strict=True)
            ]
            first = ranked(changes, "turns")[0]
            number = next(at for at, change in enumerate(changes) if change.change == first.change)
            low, high = first.effect.ci95 or (0.0, 0.0)
            held[apart] += bool(low <= truth[number] <= high)
    assert abs(held[True] / runs - 0.95) < 3 * math.sqrt(0.95 * 0.05 / runs)
    assert held[False] / runs < 0.9
