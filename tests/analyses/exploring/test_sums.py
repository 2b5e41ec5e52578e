"""Sums of features: what the slow way gives, however the games are cut into blocks."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from analyses.exploring.parts import coefficients, features, parts_of, probes, split
from analyses.exploring.sums import AnswerSums, PayoutSums, numbers, triangle
from analyses.questions.challenges import binnings
from tests.designs.forks.forking import counted, forks
from tests.playing import job, play_work
from tongits_sim.designs.forks.estimates import ForkEstimates
from tongits_sim.rules import load
from tongits_sim.run.run import run_work
from tongits_sim.run.work import Block

RULES = load("sjs")
PARTS = parts_of(RULES)
SIZE = len(features(PARTS))


def test_sums_are_those_of_all_games() -> None:
    what = replace(job("sjs", games=240, match_games=5), keep_rows=True, also=probes(RULES, PARTS))
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
    plain = forks("respond", RULES, binnings=(chart,), games=1_500)
    estimates = ForkEstimates(plain, counted(plain))
    sums = AnswerSums(PARTS, chart.axes)
    play = replace(plain, keep_rows=True, also=probes(RULES, PARTS))
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
    assert play_work(replace(what, keep_rows=True, also=probes(RULES, PARTS))).totals == play_work(what).totals
