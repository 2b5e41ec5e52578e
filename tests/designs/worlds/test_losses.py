"""Losses: what selects does not measure, the chosen option is found, and a planted mistake costs what it must."""

from __future__ import annotations

from concurrent.futures import CancelledError
from dataclasses import replace
from typing import cast

import numpy as np
import pytest

from strategies import load_player
from tests.positions.games import games, house
from tests.positions.test_position import TYPED
from tongits_sim.designs.worlds.losses import (
    MEASURING,
    Choosing,
    Effort,
    chosen_of,
    loss_of,
    measured_again,
    position_seed,
)
from tongits_sim.designs.worlds.options import Option, candidates
from tongits_sim.designs.worlds.worker import Worker, Workers
from tongits_sim.game.state import DECISION_DISCARD
from tongits_sim.positions.position import PositionError
from tongits_sim.positions.recorded import RecordedChoice, choices_of
from tongits_sim.positions.typed import read_position
from tongits_sim.rules.amounts import UNIT

FIELD = [load_player("greedy")] * 3
FEW = Effort(rounds=(16, 16), kept=(3, 1), least=32, most=32)


def open_tongits(card: int) -> RecordedChoice:
    """A hand that is out once it discards Ks, with another card discarded."""
    table = "me: Qc Qd Qh, 6c 6d 6h, 2c 2d 2h; right: 7s 8s 9s"
    typed = replace(TYPED, hand="3h 4h 5h Ks", table=table, discards="4c Tc", stock=9, sizes="9,12")
    position = read_position(house("pagat"), typed)
    return RecordedChoice(1, position, int(DECISION_DISCARD), 1 << card)


def test_a_planted_mistake_is_measured() -> None:
    loss = loss_of(open_tongits(32 + 2), FIELD, 1, FEW)
    assert loss is not None
    assert loss.real
    assert loss.best != loss.chosen
    assert loss.mean - loss.half > 1.0
    assert loss.worlds == 32
    mean, half = measured_again(open_tongits(32 + 2), loss, FIELD, 2, 64)
    assert mean - half > 1.0


def test_the_best_choice_loses_nothing() -> None:
    loss = loss_of(open_tongits(48 + 12), FIELD, 1, FEW)
    assert loss is not None
    assert (loss.mean, loss.worlds) == (0.0, 0) or loss.mean - loss.half <= 0


def test_every_recorded_choice_is_an_option() -> None:
    for record in games("pagat")[:3]:
        for choice in choices_of(record):
            assert chosen_of(candidates(choice.position), choice) >= 0


def test_a_choice_that_is_no_option_is_refused() -> None:
    choice = replace(open_tongits(0), word=1 << 1)
    with pytest.raises(PositionError, match="no option"):
        loss_of(choice, FIELD)


def test_measuring_worlds_are_others_than_selection_worlds() -> None:
    choosing = Choosing(open_tongits(32 + 2), FIELD)
    assert max(Effort().times(1000).rounds) * len(Effort().rounds) < MEASURING
    options = range(len(choosing.options))
    _, first = choosing.gaps(0, 16, options)
    _, other = choosing.gaps(MEASURING, 16, options)
    assert not np.array_equal(first, other)
    assert not first[:, choosing.chosen].any()


def test_nothing_is_played_that_nobody_wants() -> None:
    workers = Workers()
    choosing = Choosing(open_tongits(32 + 2), FIELD, workers=workers)
    choosing.gaps(0, 4, [0])
    workers.ended.set()
    with pytest.raises(CancelledError):
        choosing.gaps(4, 4, [0])


def test_worlds_do_not_depend_on_how_they_are_cut() -> None:
    choosing = Choosing(open_tongits(32 + 2), FIELD, orders=2)
    options = range(len(choosing.options))
    whole = choosing.gaps(0, 40, options)
    parts = [choosing.gaps(first, 20, options) for first in (0, 20)]
    for at in (0, 1):
        assert np.array_equal(whole[at], np.concatenate([part[at] for part in parts]))


def test_seeds_differ_by_choice() -> None:
    assert len({position_seed(1, game, move) for game in range(20) for move in range(50)}) == 1000


def test_times() -> None:
    assert Effort().times(2).rounds == tuple(2 * each for each in Effort().rounds)
    assert Effort().times(4).measuring(1.0, 3.0) == pytest.approx(4 * Effort().measuring(1.0, 3.0), abs=4)


def test_more_worlds_measure_what_may_be_large_and_is_noisy() -> None:
    plan = Effort()
    assert plan.measuring(plan.large_from, 100.0) == plan.least
    assert plan.measuring(1.0, 0.0) == plan.least
    assert plan.measuring(1.0, 100.0) == plan.most
    assert plan.least < plan.measuring(1.0, 3.0) < plan.most


class CoinFlips:
    """A worker in whose worlds every option pays the same on average: nothing can be lost."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def play_orders(self, numbers: np.ndarray, wanted: np.ndarray, _: int) -> tuple[np.ndarray, np.ndarray]:
        rows = [np.random.default_rng([self.seed, int(number)]).normal(0, 3 * UNIT, len(wanted)) for number in numbers]
        return np.ones(len(numbers)), np.array(rows) * wanted


def coin_flips(seed: int, options: int = 10) -> Choosing:
    """A choice among options that are equally good."""
    choosing = Choosing.__new__(Choosing)
    choosing.worker = cast("Worker", CoinFlips(seed))
    choosing.options = [Option("discard", int(DECISION_DISCARD), 1 << card) for card in range(options)]
    choosing.chosen, choosing.orders = 0, 1
    return choosing


def test_nothing_is_lost_where_all_options_are_equally_good() -> None:
    """The best of noisy values, priced on the worlds that chose it, is too high; the loss that is measured is not."""
    choices, plan = 400, Effort()
    losses = [coin_flips(seed).loss(plan) for seed in range(choices)]
    lost = np.array([each.mean for each in losses])
    assert abs(lost.mean()) < 3.3 * lost.std(ddof=1) / np.sqrt(choices)
    worlds = sum(plan.rounds)
    naive = np.array([coin_flips(seed).gaps(0, worlds, range(10))[1].mean(0).max() for seed in range(choices)])
    assert naive.mean() > 10 * naive.std(ddof=1) / np.sqrt(choices)
    assert np.mean([each.best != each.chosen for each in losses]) > 0.5
    measured = [each for each in losses if each.best != each.chosen]
    inside = np.mean([abs(each.mean) <= each.half for each in measured])
    assert 0.91 < inside < 0.98  # 95 % intervals
