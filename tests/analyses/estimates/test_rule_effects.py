"""Effects of changes: tests, correction over the family, verdicts and ranking."""

from __future__ import annotations

import functools
from dataclasses import replace

import pytest

from analyses.answers.whatif import ChangeAnswer
from analyses.estimates.rule_effects import change_answers, levels, ranked
from analyses.whatif_job import WhatIfJob, changes_of
from strategies import load_players
from tests.designs.paired.pairings import play
from tongits_sim.designs.paired.estimates import Effects
from tongits_sim.rules import load
from tongits_sim.stats import benjamini_hochberg, holm


@functools.cache
def played() -> tuple[WhatIfJob, Effects]:
    """Three changes on some deals, one of them to the value that the base has."""
    asked, _ = changes_of(load("pagat"), ["pay.fold=1", "call.timing=end", "pay.tongits=6"], (), all_knobs=False)
    job = WhatIfJob(load("pagat"), tuple(load_players("greedy,caller,hunter")), asked, deals=150)
    pairing = job.pairing()
    return job, Effects(pairing, play(pairing), job.labels)


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
