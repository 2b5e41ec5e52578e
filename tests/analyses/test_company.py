"""What a comparison says holds whatever company the players are in, and in whatever order they are typed."""

from __future__ import annotations

import itertools

import pytest

import tongits_sim as ts
from analyses.comparison_text import company_answer
from analyses.matchups import compare
from tongits_sim.designs.batch.text import jackpot_sentence
from tongits_sim.rules import load
from tongits_sim.run.answers import Estimate
from tongits_sim.run.how import How
from tongits_sim.run.warmup import silent

HOW = How(workers=1, notice=silent)
MIDDLE, TIMID = "greedy(call_at=20, challenge_at=40)", "greedy(call_at=15, challenge_at=10)"


def test_a_better_player_who_loses_beside_two_others_is_named() -> None:
    answer = compare("pagat", [MIDDLE, TIMID], 6000, how=HOW).answer
    (pair,) = answer.pairs
    alone = next(row for row in answer.tables if row.player == pair.a and row.table.count(pair.b) == 2)
    assert alone.payout.ci95 is not None
    assert alone.payout.ci95[1] < 0 < (pair.diff.mean or 0)
    assert company_answer(answer).startswith(f"Who is better depends on the company: one {pair.a} beside two {pair.b}")
    assert company_answer(compare("pagat", ["expert", "folder"], 500, how=HOW).answer) == ""


def test_the_order_of_typing_changes_nothing_certain() -> None:
    names = ("greedy", "caller", "hunter")
    earned: dict[str, list[Estimate]] = {}
    for order in itertools.permutations(names):
        rows = ts.simulate("pagat", ",".join(order), games=12_000, notice=silent).players_summary
        for row in rows:
            earned.setdefault(row.player, []).append(row.payout)
    compared = {row.player: row.payout for row in compare("pagat", names, 2000, how=HOW).answer.ranking}
    for name, payouts in earned.items():
        for payout in (*payouts, compared[name]):
            width = (payout.half_width or 0) + (payouts[0].half_width or 0)
            assert (payout.mean or 0) == pytest.approx(payouts[0].mean, abs=1.1 * width), name


def test_single_games_say_that_the_jackpot_is_left_out() -> None:
    assert "leave out the jackpot" in jackpot_sentence(load("pagat").knobs(), 1)
    assert jackpot_sentence(load("pagat").knobs(), 10) == ""
    assert jackpot_sentence(load("pagat", ["jackpot.seed=0", "jackpot.add=0"]).knobs(), 1) == ""
