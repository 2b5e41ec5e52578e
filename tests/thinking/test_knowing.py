"""The design `knowing`: its job, kernels, worker, totals and estimates."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.playing import play_work
from tests.thinking.shown import knowing
from tongits_sim.any_game.jobs import JobError
from tongits_sim.designs.batch.kernel import take_seats
from tongits_sim.designs.batch.worker import Worker as BatchWorker
from tongits_sim.game.match import begin_match
from tongits_sim.game.state import DECISIONS
from tongits_sim.run.work import Block
from tongits_sim.thinking.knowing.estimates import KnowingEstimates
from tongits_sim.thinking.knowing.job import Arm, KnowingJob
from tongits_sim.thinking.knowing.kernel import Shown, play_arm, play_plain, play_shown
from tongits_sim.thinking.knowing.worker import Worker

# ---- Means and intervals are those of the gains, deal by deal; and who is shown more gains more ------------------

GAINS = np.array([[300, 0], [-150, 600], [900, 300], [0, 0], [450, -300]])


def worth(gains: np.ndarray) -> KnowingEstimates:
    """The estimates of made-up gains, hundredths over three seats."""
    one = knowing()
    job = KnowingJob(one.rules, one.player, (Arm("hands", ("call",)), Arm("nothing", ("call",))))
    totals = job.empty()
    totals.add({"games": np.array([len(gains)]), "gain": gains.sum(axis=0), "products": gains.T @ gains})
    return KnowingEstimates(job, totals)


def test_they_are_those_of_the_deals() -> None:
    units = GAINS / 300
    for estimate, deals in (
        (worth(GAINS).gain(0), units[:, 0]),
        (worth(GAINS).gain(1), units[:, 1]),
        (worth(GAINS).more(0, 1), units[:, 0] - units[:, 1]),
    ):
        assert estimate.estimate == pytest.approx(deals.mean())
        assert estimate.se == pytest.approx(deals.std(ddof=1) / np.sqrt(len(deals)))
        assert estimate.n == len(deals)


def test_gains_that_no_deal_showed_may_yet_come() -> None:
    assert worth(0 * GAINS).gain(0).half_width == worth(0 * GAINS).more(0, 1).half_width > 0


def test_nothing_played_says_nothing() -> None:
    assert not worth(GAINS[:0]).gain(0).defined
    assert not worth(GAINS[:1]).gain(0).defined
    assert worth(GAINS).changed(0) == 0.0


@pytest.mark.slow
def test_who_is_shown_more_gains_more() -> None:
    one = knowing()
    arms = (Arm("nothing", DECISIONS), Arm("hands", DECISIONS), Arm("both", DECISIONS))
    job = KnowingJob(one.rules, one.player, arms, games=150, worlds=16)
    worth = KnowingEstimates(job, play_work(job, workers=1).totals)
    assert worth.gain(1).low > 0.2
    assert worth.more(1, 0).low > 0
    assert worth.more(2, 1).low > 0
    assert 0 < worth.changed(1) < 1


# ---- The job says what is shown to whom, and refuses what cannot be played ---------------------------------------


@pytest.mark.parametrize("wrong", [("stock", ()), ("stock", ("deal",)), ("deck", ("call",))])
def test_an_arm_that_means_nothing_is_refused(wrong: tuple[str, tuple[str, ...]]) -> None:
    with pytest.raises(JobError):
        Arm(*wrong)


def test_the_manifest_says_what_decides() -> None:
    one, other = knowing().manifest(), knowing("both").manifest()
    assert {name for name in one if one[name] != other[name]} == {"arms"}
    assert one["arms"][0][0] == "hands"


def test_blocks_are_small() -> None:
    assert {block.matches for block in knowing(games=100_000).blocks()} == {50}
    assert max(block.matches for block in knowing(games=160).blocks()) == 10


# ---- One seat that is shown hidden cards: shown and unable to use it, it plays as the others; shown more, it wins more

BLOCK = Block(0, 0, 30, 1)

NOTHING = np.zeros((1, 3), np.int64)


def test_nobody_gains_who_changes_nothing() -> None:
    worker = Worker(knowing(sure=math.inf))
    paid, gains = np.zeros((30, 3), np.int64), np.zeros(30, np.int64)
    with worker.playing():
        play_plain(worker.records, paid, worker.deals(BLOCK), worker.seating, True)
        shown = Shown(worker._thinks[0][0], paid, gains, np.zeros(1, np.int64))
        play_arm(worker.records, shown, worker.deals(BLOCK), np.repeat(worker.seating, 3, axis=0), False)
        assert worker.progress() == (29, 30 * 4)
    assert not gains.any()
    assert paid.any()
    assert worker._thinks[0]["decisions"][0] > 30


def test_the_deals_are_those_of_a_simulation() -> None:
    job = knowing()
    worker, same = Worker(job), BatchWorker(job.job)
    for number in range(10):
        paid = np.zeros((1, 3), np.int64)
        with worker.playing():
            play_plain(worker.records, paid, worker.deals(Block(0, number, 1, 1)), worker.seating, True)
        same.play(Block(0, number, 1, 1))
        assert sorted(paid[0]) == sorted(same._result["payout"][0])


def test_the_seat_that_is_shown_cards_is_the_only_one_that_thinks() -> None:
    worker = Worker(knowing("both", ("call", "respond", "draw", "lay", "sapaw", "discard")))
    think = worker._thinks[0][0]
    with worker.playing():
        records = worker.records
        take_seats(records, worker.seating, 0)
        begin_match(records.match, np.uint64(1), np.uint64(3), 1)
        assert play_shown(records, Shown(think, NOTHING, NOTHING[0], np.array([2])))
    truth = think.truth
    assert think.decisions > 0
    assert int(truth.hands[0]) | int(truth.hands[1]) | int(truth.hands[2])


# ---- A block of deals: the same digits however it is cut, and no gain for a bot that breaks the rules ------------


def test_the_products_are_those_of_the_deals() -> None:
    job = knowing(games=6)
    gains = np.array([int(job.worker().play(Block(0, number, 1, 1)).counts["gain"][0]) for number in range(6)])
    counts = job.worker().play(Block(0, 0, 6, 1)).counts
    assert counts["gain"][0] == gains.sum()
    assert counts["products"][0, 0] == (gains * gains).sum()
    assert gains.any()
