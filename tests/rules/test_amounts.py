"""Bounds and steps of payments, held against what games really pay."""

from __future__ import annotations

import numpy as np
import pytest

from tests.playing import job, play
from tongits_sim.designs.batch.tally import HIST_ZERO
from tongits_sim.rules import load, preset_names
from tongits_sim.rules.amounts import bin_width, largest_payment, payment_step


@pytest.mark.parametrize("rules", [*preset_names(), "pagat+joker", "sjs+progressive"])
def test_payments_are_within_the_bound_and_on_the_step(rules: str) -> None:
    # Single games: a jackpot comes back, so the histogram must hold every payout in a bin of its own.
    results = play(job(rules, games=2000, match_games=1))
    width = bin_width(results.job.rules, HIST_ZERO)
    hist = results.sums.hist.sum(axis=0)
    assert hist[0] == hist[-1] == 0
    bins = (np.flatnonzero(hist) - HIST_ZERO) * width
    assert abs(bins).max() <= max(largest_payment(results.job.rules), 0)
    if width == payment_step(results.job.rules):
        assert sum(int(n) * int(b) for n, b in zip(hist[hist > 0], bins, strict=True)) == results.sums.field("payout")


def test_the_step_is_the_greatest_common_divisor() -> None:
    assert payment_step(load("pagat")) == 100
    assert payment_step(load("pagat", ["pay.fold=1.5"])) == 50
    assert payment_step(load("pagat", ["fees.winnings=0.05"])) == 1
    assert payment_step(load("rulesofcards")) == 100


def test_bins_are_wide_enough_for_the_largest_payment() -> None:
    rich = load("pagat", ["pay.tongits=5000.01"])
    assert bin_width(rich, HIST_ZERO) * HIST_ZERO >= largest_payment(rich)


def test_progressive_matches_pay_nothing() -> None:
    assert largest_payment(load("pagat+progressive")) == 0
