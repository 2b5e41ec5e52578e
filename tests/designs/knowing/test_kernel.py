"""One seat that is shown hidden cards: shown and unable to use it, it plays as the others; shown more, it wins more."""

from __future__ import annotations

import math

import numpy as np

from tests.designs.knowing.shown import knowing
from tongits_sim.designs.batch.kernel import take_seats
from tongits_sim.designs.batch.worker import Worker as BatchWorker
from tongits_sim.designs.knowing.kernel import Shown, play_arm, play_plain, play_shown
from tongits_sim.designs.knowing.worker import Worker
from tongits_sim.game.match import begin_match
from tongits_sim.run.work import Block

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
