"""Means and paired differences against the plain formulas."""

from __future__ import annotations

import numpy as np
import pytest

from mahjong_sim.bots.registry import load_players
from mahjong_sim.designs.batch.tally import COLUMNS
from mahjong_sim.designs.paired.estimates import PairedEstimates, adjusted, largest_payment, scale_of, verdict
from mahjong_sim.designs.paired.job import Arm, PairedJob
from mahjong_sim.designs.paired.totals import PairedTotals
from mahjong_sim.rules import KNOBS, load
from tongits_sim.run.answers import Estimate
from tongits_sim.stats import paired_difference, unseen_share

IDLE = "jai_alai.markers=6"  # there is no pot
CHANCE = np.random.default_rng(5)
ONE = CHANCE.integers(-400, 400, 50)
PLAYERS = load_players("random,greedy,random,greedy")
OTHER = ONE + CHANCE.integers(-30, 60, 50)


def job(change: str) -> PairedJob:
    """The rules and a change of them, the same players in both: every deal in four rotations."""
    arms = ((name, load("visayan", settings)) for name, settings in (("as it is", []), (change, [change])))
    return PairedJob(tuple(Arm(name, rules, PLAYERS) for name, rules in arms), 20)


@pytest.fixture
def moments() -> PairedEstimates:
    totals = PairedTotals(2)
    x = np.zeros((2, len(COLUMNS)), np.int64)
    differ = np.full_like(x, 50)
    xx, first = x.copy(), x.copy()
    x[:, 0] = ONE.sum(), OTHER.sum()
    xx[:, 0] = (ONE**2).sum(), (OTHER**2).sum()
    first[:, 0] = (ONE**2).sum(), (ONE * OTHER).sum()
    pairs = np.array([[(a * b).sum() for b in (ONE, OTHER)] for a in (ONE, OTHER)])
    totals.add({"games": np.array([50]), "x": x, "xx": xx, "first": first, "pairs": pairs, "differ": differ})
    totals.add({"apart": np.array([[0, 50], [50, 0]])})
    return PairedEstimates(job("pay.discarder=3"), totals)


def test_differences_are_those_of_the_deals(moments: PairedEstimates) -> None:
    mean = (OTHER - ONE).mean() / 400
    half = 2.0095752 * (OTHER - ONE).std(ddof=1) / 50**0.5 / 400  # t with 49 degrees of freedom
    for diff, p in (moments.change(1, "payout_0"), moments.lead(1, 0)):
        assert diff.mean == pytest.approx(mean)
        assert diff.half_width == pytest.approx(half, rel=1e-4)
        assert p is not None
        assert (p < 0.05) == (abs(mean) > half)
    assert moments.mean(0, "payout_0").mean == pytest.approx(ONE.mean() / 400)


def test_what_no_deal_showed_may_yet_come() -> None:
    rare = PairedTotals(2)
    rare.add({"games": np.array([200])})
    play, paid, idle = (PairedEstimates(job(change), rare) for change in ("win.several=all", "hand.flush=9", IDLE))
    diff, p = play.change(1, "void")
    assert diff.ci95 == pytest.approx((-unseen_share(200), unseen_share(200)))
    assert p == 1
    money = 2 * largest_payment(load("visayan", ["hand.flush=9"])) * unseen_share(200)
    assert paid.change(1, "payout_0")[0].half_width == paid.lead(0, 1)[0].half_width == pytest.approx(money)
    for sure, column in ((paid, "void"), (paid, "discards"), (idle, "moved"), (idle, "void")):
        assert sure.change(1, column)[0].ci95 == (0, 0), column
    rare["differ"][1, COLUMNS.index("discards")] = 1
    assert paid.change(1, "void")[0].half_width  # a bot that looks at payments has played otherwise
    assert play.mean(1, "void").half_width
    assert play.mean(1, "wins_0").half_width


def test_few_deals_that_differ_leave_room_for_others() -> None:
    few = PairedTotals(2)
    changed = np.zeros((2, len(COLUMNS)), np.int64)
    changed[1, COLUMNS.index("discards")] = 4
    few.add({"games": np.array([300]), "x": changed, "xx": changed, "differ": changed})
    diff, p = PairedEstimates(job("win.several=all"), few).change(1, "discards")
    plain = paired_difference(300, 0, 4, 0, 0, 4).scaled(1 / 4)
    assert diff.mean == plain.estimate
    assert diff.half_width == pytest.approx(plain.half_width * (1 + 1.959964**2 * (1 / 4 - 1 / 300)))
    assert p is not None
    assert p > 0.05


def test_no_payment_is_larger_than_the_largest() -> None:
    knobs = [f"{name}=3" for name in KNOBS if name.startswith(("hand.", "instant.")) and not name.endswith("_from")]
    rules = load("visayan", [*knobs, "doubles.play=true", "jai_alai.share=5", "instant.many_flowers_from=1"])
    work = PairedJob((Arm("a", rules, PLAYERS), Arm("b", rules, PLAYERS)), 1)
    worker, most = work.worker(), 0
    for first in range(60):
        counts = worker.play(next(work.blocks())._replace(first=first)).counts
        most = max(most, *(abs(int(each)) for each in counts["x"][0, :4]))
    assert 0 < most / 400 < largest_payment(rules)


def test_money_is_in_units_and_shares_are_not() -> None:
    assert scale_of("mano", 4) == pytest.approx(1 / 400)
    assert scale_of("mano_wins", 4) == 0.25
    assert scale_of("void", 1) == 1


def test_families_are_adjusted() -> None:
    assert adjusted([0.01, None, 0.04]) == [0.02, None, 0.04]
    assert [verdict(Estimate(mean), p) for mean, p in ((1, 0.01), (-1, 0.01), (1, 0.2), (1, None))] == [
        *("better", "worse", "undecided", "undecided")
    ]
