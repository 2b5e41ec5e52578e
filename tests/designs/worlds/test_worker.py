"""A thread's records: rollouts with the true cards, and bots that fail."""

from __future__ import annotations

import numpy as np
import pytest

from strategies import load_player
from tests.designs.worlds.scenes import some, worker
from tongits_sim.designs.worlds.options import Option, candidates
from tongits_sim.designs.worlds.weighing import Weighing
from tongits_sim.designs.worlds.worker import Worker, Workers
from tongits_sim.game.state import DECISION_DISCARD
from tongits_sim.positions.position import Position, PositionError
from tongits_sim.run.faults import BotFault

PLAIN = ("discard", "draw", "call", "fold", "challenge")
"""Kinds of options that are always legal where they are listed."""


def test_options_not_wanted_are_left_alone() -> None:
    position, _ = some("pagat", 20)
    one = worker(position)
    options = [each for each in candidates(position) if each.kind in PLAIN]
    one.set_options(options)
    numbers = np.arange(8)
    wanted = np.zeros(len(options), np.int64)
    wanted[0] = 1
    weights, payout, flags = one.play(numbers, wanted)
    assert weights.tolist() == [1.0] * 8
    assert payout.shape == flags.shape == (len(numbers), len(options))
    assert payout[:, 0].any()
    assert not payout[:, 1:].any()


def test_the_same_worlds_bring_the_same() -> None:
    position, _ = some("pagat", 20)
    played = []
    for _ in range(2):
        one = worker(position)
        one.set_options([each for each in candidates(position) if each.kind in PLAIN][:2])
        numbers = np.arange(8)
        played.append(one.play(numbers, np.ones(2, np.int64))[1])
    assert np.array_equal(played[0], played[1])


def test_orders_of_the_stock_begin_with_the_worlds_own() -> None:
    position, _ = some("pagat", 20)
    one = worker(position, weighing=Weighing(per_walk=1))
    one.set_options([each for each in candidates(position) if each.kind in PLAIN][:2])
    numbers, wanted = np.arange(120), np.ones(2, np.int64)
    weights, payout, _ = one.play(numbers, wanted)
    again, mean = one.play_orders(numbers, wanted, 1)
    assert np.array_equal(weights, again)
    assert np.array_equal(payout, mean)
    _, of_many = one.play_orders(numbers, wanted, 8)
    assert of_many.std() < 0.9 * payout.std()


def test_the_true_order_is_played_first() -> None:
    position, board = some("pagat", 20)
    one = worker(position)
    one.set_options([each for each in candidates(position) if each.kind in PLAIN][:2])
    single, _ = one.play_true(board)
    several, _ = one.play_true(board, 12)
    assert single.shape == (1, 2)
    assert several.shape == (12, 2)
    assert np.array_equal(several[0], single[0])
    assert len(np.unique(several, axis=0)) > 1


def test_a_worker_taken_up_again_says_the_same_as_a_new_one() -> None:
    first, second = some("pagat", 20)[0], some("pagat", 24)[0]
    players, workers = [load_player("expert")] * 3, Workers()

    def played(one: Worker, position: Position) -> np.ndarray:
        one.set_options([each for each in candidates(position) if each.kind in PLAIN][:2])
        return one.play(np.arange(8), np.ones(2, np.int64))[1]

    fresh = [played(Worker(each, players, Weighing(), 5), each) for each in (first, second, first)]
    taken = [played(workers.take(each, players, Weighing(), 5), each) for each in (first, second, first)]
    assert workers.take(first, players, Weighing(), 5) is workers.take(second, players, Weighing(), 6)
    for one, other in zip(fresh, taken, strict=True):
        assert np.array_equal(one, other)


def test_too_many_options_are_refused() -> None:
    position, _ = some("pagat", 20)
    with pytest.raises(PositionError, match="there are 999 things to do here"):
        worker(position).set_options([Option("discard", int(DECISION_DISCARD), 1)] * 999)


def test_a_bot_that_fails_is_named() -> None:
    position, _ = some("pagat", 20)
    bad = "tests/bots/bad_bots.py:meddles"
    one = worker(position, ",".join([bad] * 3))
    with pytest.raises(BotFault, match="meddles"):
        one.weigh(0, 200)
