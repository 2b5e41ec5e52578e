"""Exploring payments: parts, variants, answers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import strategies
from analyses.answers.explore import Variant
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
from analyses.exploring.solved import solved_answers
from analyses.exploring.sums import AnswerSums, PayoutSums, numbers, triangle
from analyses.questions.challenges import binnings
from tests.designs.forks.forking import counted, forks
from tests.playing import job, play_work, sure
from tongits_sim.designs.batch.job import Job
from tongits_sim.designs.forks.estimates import ForkEstimates
from tongits_sim.profiles.profile import ProfileError, read_profile
from tongits_sim.rules import RuleSet, load
from tongits_sim.run.run import run_work
from tongits_sim.run.work import Block

# ---- Parts of payouts: under any amounts they add up to what the engine pays, game by game -----------------------

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
    by_points = load("pagat", ["pay.mode=deadwood_total"])
    points = {part.name: part for part in parts_of(by_points)}
    assert not points[POINTS].movable
    assert "pay.fold" not in points
    for rules, word in (
        (by_points, "pay by points"),
        (load("wars", ["bonus.secret_set=2", "bonus.secret_run=1"]), "move together"),
        (load("pagat", ["secrets.sagasa=pay", "pay.sagasa=0"]), "sagasa"),
    ):
        assert any(word in text for text in left_out(rules)), word


def test_rules_that_cannot_be_explored() -> None:
    with pytest.raises(ExploreError, match="for a score"):
        parts_of(load("pagat+progressive"))
    with pytest.raises(ExploreError, match="cannot be told apart"):
        parts_of(load("pagat", ["pay.mode=deadwood_total", "secrets.sagasa=pay", "pay.sagasa=1"]))


def test_payments_alone() -> None:
    rules = paying(load("casino_x"), {"pay.fold": 1.0})
    assert (rules.pay.fold, rules.pay.tongits, rules.fees.winnings, rules.bonus.ace) == (1, 0, 0, 0)
    assert rules.call == load("casino_x").call


# ---- Solved profiles on a page: for the rules that it can be moved to, averaged over what it has no slider for ----

PAGAT = Path(strategies.__file__).parent / "profiles" / "pagat.profile"


def variant(**settings: str) -> Variant:
    own: dict[str, Any] = dict.fromkeys(("games", "matches", "games_sq", "critical", "seat_critical", "turns"), 1)
    return Variant(settings=settings, sums={}, players=(), endings={}, grids=(), rules_option="", **own)


def amounts_of(*changes: str, **settings: str) -> list[tuple[str, dict[str, float]]]:
    rules = load("pagat", changes)
    answers = solved_answers(rules.knobs(), parts_of(rules), [variant(**settings)], ())
    return [(each.rules, dict(each.amounts)) for each in answers]


def test_a_profile_is_found_from_other_payments_and_switches() -> None:
    ((name, amounts),) = amounts_of()
    assert (name, amounts["pay.fold"]) == ("pagat", 1)
    assert amounts_of("pay.fold=5", "fees.winnings=0.1", "bonus.secret_set=6") == [
        ("pagat", amounts | {"bonus.melds": 0.5})
    ]
    assert amounts_of("call.timing=end") == []
    assert len(amounts_of("call.timing=end", **{"call.timing": "start"})) == 1
    assert amounts_of("bonus.secret_run=2") == []  # bonuses that do not move together


def test_cells_are_averages_by_weight() -> None:
    rules = load("pagat")
    (answer,) = solved_answers(rules.knobs(), parts_of(rules), [variant()], ())
    profile = read_profile(str(PAGAT))
    for grid in answer.grids:
        mine = sure(profile.grid("call" if grid.question == "calls" else "respond"))
        names = [name for name, _ in mine.axes]
        axes = [
            names.index(name) for name in ("count", "stock", names[0] if grid.question == "calls" else "caller_cards")
        ]
        weight, yes = (mine.array(name).astype(float) for name in ("weight", "yes"))
        total, weights = np.zeros((2, *(weight.shape[axis] for axis in axes)))
        for where in np.argwhere(weight > 0):
            place, own = tuple(where[axes]), weight[tuple(where)]
            weights[place] += own
            total[place] += own * yes[tuple(where)]
        total, weights = total.ravel(), weights.ravel()
        assert len(weights) == np.prod([len(edges) for edges in grid.axes])
        assert total.sum() == pytest.approx((weight * np.nan_to_num(yes)).sum())
        cells = list(grid.cells)
        assert np.abs(np.array(grid.yes) - 1000 * total[cells] / weights[cells]).max() <= 0.51
    assert answer.gain == pytest.approx(profile.solved["gain"]["ci95"][1])


def test_a_file_that_is_no_profile(tmp_path: Path) -> None:
    (tmp_path / "a.profile").write_text("no")
    rules = load("pagat")
    with pytest.raises(ProfileError):
        solved_answers(rules.knobs(), parts_of(rules), [variant()], [tmp_path / "a.profile"])
    twice = solved_answers(rules.knobs(), parts_of(rules), [variant()], [PAGAT])
    assert [each.rules for each in twice] == ["pagat", "pagat"]


# ---- Sums of features: what the slow way gives, however the games are cut into blocks ----------------------------

SUMS_RULES = load("sjs")

PARTS = parts_of(SUMS_RULES)

SIZE = len(features(PARTS))


def test_sums_are_those_of_all_games() -> None:
    what = replace(job("sjs", games=240, match_games=5), keep_rows=True, also=probes(SUMS_RULES, PARTS))
    sums = PayoutSums(PARTS)
    run_work(what, table=sums, block_size=7)
    rows = what.worker().play(Block(0, 0, 48, 5)).rows
    assert rows is not None
    by_seat = split(PARTS, coefficients(PARTS, rows))
    slots = np.stack([rows[f"slot_{seat}"] for seat in range(3)], axis=1)
    by_slot = np.zeros_like(by_seat)
    for game in range(240):
        for seat in range(3):
            by_slot[game, slots[game, seat]] = by_seat[game, seat]
    matches = by_slot.reshape(48, 5, 3 * SIZE).sum(1)
    assert (sums.matches, sums.games, sums.games_sq, sums.rows) == (48, 240, 48 * 25, 240)
    assert (sums.sums["slots_x"][0] == matches.sum(0)).all()
    assert (sums.sums["slots_nx"][0] == 5 * matches.sum(0)).all()
    assert (sums.sums["slots_xx"][0] == matches.T @ matches).all()
    assert (sums.sums["each_slot"][1] == by_slot[:, 1].T @ by_slot[:, 1]).all()
    assert (sums.sums["seats_xx"][2] == (s := by_seat[:, 2].reshape(48, 5, SIZE).sum(1)).T @ s).all()
    dealt = by_seat[np.arange(240), rows["dealer"]]
    assert (sums.sums["each_dealer"][0] == dealt.T @ dealt).all()
    assert (sums.sums["seated"] == [[(slots[:, seat] == slot).sum() for seat in range(3)] for slot in range(3)]).all()
    assert (sums.sums["seated_x"][0, 1] == by_seat[slots[:, 1] == 0, 1].sum(0)).all()


def test_answers_are_those_that_forks_count() -> None:
    chart = binnings()[0]
    plain = forks("respond", SUMS_RULES, binnings=(chart,), games=1_500)
    estimates = ForkEstimates(plain, counted(plain))
    sums = AnswerSums(PARTS, chart.axes)
    play = replace(plain, keep_rows=True, also=probes(SUMS_RULES, PARTS))
    run_work(play, table=sums, block_size=100)
    weights = np.array([parts.amount * parts.unit for parts in (PARTS[each.part] for each in features(PARTS))])
    assert (sums.forks.reshape(sums.shape) == estimates.counts("chart")).all()
    moments = estimates.moments("chart").reshape(len(sums.forks), -1)
    assert (sums.squares == moments[:, 1]).all()
    assert np.allclose((sums.yes - sums.no) @ weights * 100, moments[:, 2].astype(float))
    assert np.allclose(sums.nd @ weights * 100, moments[:, 3].astype(float))
    assert np.allclose(np.einsum("i,cij,j->c", weights, sums.dd, weights) * 1e4, moments[:, 4].astype(float))


def test_matrices_as_lists() -> None:
    assert triangle(np.array([[1, 2], [2, 3]])) == [1, 2, 3]
    assert numbers(np.array([[1, 2], [3, 4]])) == [1, 2, 3, 4]


def test_rows_change_no_count() -> None:
    what = job("sjs", games=120)
    assert play_work(replace(what, keep_rows=True, also=probes(SUMS_RULES, PARTS))).totals == play_work(what).totals
