"""Rollouts: the same digits however many threads play and whyever they stopped."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from strategies import load_player
from tests.designs.worlds.scenes import positions, some, true_payouts
from tests.positions.games import house
from tests.positions.test_position import TYPED
from tongits_sim.designs.worlds.estimates import Samples
from tongits_sim.designs.worlds.rollouts import LEAST, Limits, Rollouts, checkpoints, decided, paired_gaps
from tongits_sim.designs.worlds.worker import Worker
from tongits_sim.positions.position import Position
from tongits_sim.positions.typed import read_position


def played(position: Position, limits: Limits, workers: int = 1, bot: str = "expert") -> tuple[Rollouts, Samples]:
    """Rollouts and what they brought."""
    rollouts = Rollouts(position, [load_player(bot)] * 3, seed=3, workers=workers)
    try:
        return rollouts, rollouts.play(limits)
    finally:
        rollouts.close()


def same(one: Samples, other: Samples) -> bool:
    """Whether two samples are equal to the last digit."""
    return (
        np.array_equal(one.payout, other.payout)
        and np.array_equal(one.weights, other.weights)
        and np.array_equal(one.played, other.played)
        and one.candidates == other.candidates
    )


def test_checkpoints() -> None:
    assert list(checkpoints(100)) == [100]
    assert list(checkpoints(5000)) == [256, 512, 1024, 2048, 3072, 4096, 5000]
    assert list(islice(checkpoints(10**6), 7))[-1] == 5120


def test_workers_change_no_digit() -> None:
    position, _ = some("pagat", 20)
    assert same(played(position, Limits(700), 1)[1], played(position, Limits(700), 3)[1])


def test_a_run_ended_by_time_can_be_played_again() -> None:
    position, _ = some("pagat", 20)
    _, timed = played(position, Limits(seconds=0.05), 2)
    assert timed.worlds >= 1
    assert same(timed, played(position, Limits(timed.worlds))[1])


class Clock:
    """A clock that goes on only while worlds are played."""

    def __init__(self) -> None:
        self.now = 0.0

    def perf_counter(self) -> float:
        """Seconds."""
        return self.now


@pytest.mark.parametrize("seconds", [0.0, 0.4])
def test_a_short_time_holds_where_worlds_take_long(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """A world takes ten milliseconds here."""
    clock = Clock()

    class Slow(Worker):
        def play(self, numbers: np.ndarray, wanted: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
            """Play, slowly."""
            clock.now += 0.01 * len(numbers)
            return super().play(numbers, wanted)

    monkeypatch.setattr("tongits_sim.designs.worlds.rollouts.Worker", Slow)
    monkeypatch.setattr("tongits_sim.designs.worlds.rollouts.time", clock)
    position, _ = some("pagat", 20)
    rollouts = Rollouts(position, [load_player("expert")] * 3, seed=3, workers=1)
    looks: list[int] = []
    one = rollouts.play(Limits(seconds=seconds), lambda so: looks.append(so.worlds))
    rollouts.close()
    assert LEAST <= one.worlds < 256  # not even the first checkpoint
    assert clock.now <= max(seconds, 0.01 * LEAST) + 0.01 * one.per_walk  # the shortest piece is a walk
    assert looks[-1] == one.worlds
    assert len(looks) == (2 if seconds else 1)  # shown improving, and at the end
    monkeypatch.undo()
    assert same(one, played(position, Limits(one.worlds))[1])


def test_stops_when_it_is_decided() -> None:
    position = read_position(house("pagat"), TYPED)
    _, one = played(position, Limits(seconds=3600.0, most=4096))
    wanted = (one.played == one.worlds).astype(np.int64)
    assert one.worlds == 4096 or decided(paired_gaps(one, wanted))
    assert one.played.min() < one.worlds  # hopeless discards were given up
    _, every = played(position, Limits(1000, every_option=True))
    assert every.played.min() == 1000


def test_a_field_that_would_play_otherwise_still_has_worlds() -> None:
    """Random players do what no expert would: worlds weigh little, and are found all the same."""
    checked = 0
    for position, _ in list(positions("pagat", "random,random,random", 3))[10::10]:
        _, one = played(position, Limits(64))
        assert one.worlds == 64
        assert one.weights.sum() == 64
        assert one.effective > 8  # as many as there are walks
        checked += 1
    assert checked > 3


def test_true_payouts_are_those_of_single_games() -> None:
    position, board = some("pagat", 20)
    rollouts, _ = played(position, Limits(16))
    truth = true_payouts(rollouts, board)
    assert truth.shape == (len(rollouts.options),)
    assert np.abs(truth).max() > 0


@pytest.mark.parametrize("gap", [-1.0, -0.001])
def test_decided_is_far_behind_or_close(gap: float) -> None:
    assert decided({1: (gap, 0.001)})
    assert not decided({1: (gap, 1.0)})
