"""Parts of payouts: under any amounts they add up to what the engine pays, game by game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from analyses.exploring.parts import (
    ADD,
    MELDS,
    POINTS,
    SEED,
    ExploreError,
    coefficients,
    features,
    left_out,
    parts_of,
    paying,
    probes,
    split,
)
from tests.playing import job
from tongits_sim.designs.batch.job import Job
from tongits_sim.rules import RuleSet, load
from tongits_sim.run.work import Block

DOUBLE = ("call.zero_count_fight=pays_double", "tongits.hand_melds=false")
RULES: list[tuple[str, list[str], int]] = [
    ("pagat", [], 1),
    ("sjs", [], 5),
    ("casino_x", ["jackpot.streak=3", "jackpot.second_hit_extra=2"], 6),
    ("pagat", ["secrets.sagasa=pay", "pay.sagasa=1", "pay.per_point=1", *DOUBLE], 2),
    ("pagat", ["pay.mode=deadwood_diff", "pot.ante=1"], 1),
    ("wars", ["bonus.secret_set=2", "bonus.secret_run=1", "bonus.long_run=1", "bonus.secret_once=true"], 1),
]


def rows(what: Job, games: int) -> Any:
    return replace(what, keep_rows=True).worker().play(Block(0, 0, games // what.match_games, what.match_games)).rows


def payouts(played: Any) -> np.ndarray:
    return np.stack([played[f"payout_{seat}"] for seat in range(3)], axis=1)


@pytest.mark.parametrize(("name", "settings", "match_games"), RULES, ids=range(len(RULES)))
def test_parts_add_up_to_what_is_paid(name: str, settings: list[str], match_games: int) -> None:
    rules = load(name, settings)
    parts = parts_of(rules)
    what = job("pagat", games=300, match_games=match_games, seed=11)
    base = replace(what, rules=rules, also=probes(rules, parts))
    counts = coefficients(parts, rows(base, 300))
    chance = np.random.default_rng(3)
    for turn in range(8):
        amounts = {part.name: part.amount if turn == 0 else float(chance.integers(0, 6)) for part in parts}
        amounts |= {part.name: 1.0 for part in parts if not part.movable}
        amounts[SEED] = max(amounts[SEED], 1.0)
        antes, winnings = (0.0, 0.0) if turn < 2 else (0.1, 0.05)
        knobs = {knob: each * amounts[part.name] for part in parts for knob, each in part.knobs.items()}
        knobs |= {"fees.antes": antes, "fees.winnings": winnings}
        other = RuleSet.from_knobs({**rules.knobs(), **knobs}, name="other")
        expected = payouts(rows(replace(what, rules=other), 300))
        after_fee = {"winnings": 1 - winnings, "antes": 1 - 1.5 * antes, "": 1.0}
        weights = [
            100
            * parts[each.part].unit
            * amounts[parts[each.part].name]
            * (after_fee[parts[each.part].fee] if each.side == "won" else 1)
            for each in features(parts)
        ]
        assert np.abs(split(parts, counts) @ weights - expected).max() < 1e-6


def test_a_jackpot_that_nobody_seeds_stays_empty() -> None:
    rules = load("pagat", ["jackpot.seed=0", "jackpot.add=3"])
    played = rows(replace(job("pagat", games=300, match_games=10), rules=rules), 300)
    assert not any(played[f"jackpot_{seat}"].any() for seat in range(3))
    assert parts_of(rules)[[part.name for part in parts_of(rules)].index(ADD)].amount == 3


def test_which_parts_there_are() -> None:
    pagat = {part.name: part for part in parts_of(load("pagat"))}
    assert (pagat["pay.fold"].amount, pagat["pay.fold"].booked, pagat["pay.fold"].fee) == (1, "base", "winnings")
    assert MELDS not in pagat or pagat[MELDS].amount == 1
    points = {part.name: part for part in parts_of(load("pagat", ["pay.mode=deadwood_total"]))}
    assert POINTS in points
    assert not points[POINTS].movable
    assert "pay.fold" not in points
    assert any("pay by points" in text for text in left_out(load("pagat", ["pay.mode=deadwood_total"])))
    assert any("move together" in text for text in left_out(load("wars", ["bonus.secret_set=2", "bonus.secret_run=1"])))
    assert any("sagasa" in text for text in left_out(load("pagat", ["secrets.sagasa=pay", "pay.sagasa=0"])))


def test_rules_that_cannot_be_explored() -> None:
    with pytest.raises(ExploreError, match="for a score"):
        parts_of(load("pagat+progressive"))
    with pytest.raises(ExploreError, match="cannot be told apart"):
        parts_of(load("pagat", ["pay.mode=deadwood_total", "secrets.sagasa=pay", "pay.sagasa=1"]))


def test_payments_alone() -> None:
    rules = paying(load("casino_x"), {"pay.fold": 1.0})
    assert (rules.pay.fold, rules.pay.tongits, rules.fees.winnings, rules.bonus.ace) == (1, 0, 0, 0)
    assert rules.call == load("casino_x").call
