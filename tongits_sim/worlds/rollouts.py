"""Rollouts of a position's options: worlds, divided among threads, until one option is clearly best.

No digit depends on how many threads play: a world is known by its number, and whether an option is given up is decided
after fixed numbers of worlds (`checkpoints`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from tongits_sim.positions.position import Position, PositionError
from tongits_sim.rules.amounts import UNIT
from tongits_sim.run.cores import available_cores
from tongits_sim.strategy import Player
from tongits_sim.worlds.estimates import Samples, best_option, weighted_mean
from tongits_sim.worlds.options import Option, candidates
from tongits_sim.worlds.weighing import Weighing
from tongits_sim.worlds.worker import Worker

FIRST = 256
"""Worlds after which options may first be given up."""
STEP = 1024
GIVE_UP = 3.5
"""Standard errors behind the best option at which an option is given up."""
DECIDED = 4.0
"""Standard errors by which the best option must lead each other one, unless they are close, to end the rollouts."""
CLOSE = 0.02
"""Units: an option this close to the best one is as good."""
LEAST_DECIDED = 1024
LEAST = 512
"""Worlds that are played however short the time is: with fewer, the advice would change from time to time."""
PIECE = 0.1
"""Seconds between two looks at the clock."""
SHOWN = 0.3
"""Seconds between two calls of `look`, where checkpoints are farther apart."""

Look = Callable[[Samples], None]


@dataclass(frozen=True)
class Limits:
    """When to stop.

    Attributes:
        worlds: exactly this many worlds; None: until one option is clearly best, or the time is over.
        seconds: the time.
        most: never more worlds than this.
        every_option: give up none.
    """

    worlds: int | None = None
    seconds: float = 1.0
    most: int = 200_000
    every_option: bool = False


def checkpoints(most: int) -> Iterator[int]:
    """The numbers of worlds after which the samples are examined: 256, 512, 1024, 2048, 3072 ... `most`."""
    at = FIRST
    while at < most:
        yield at
        at = 2 * at if at < STEP else at + STEP
    yield most


class Rollouts:
    """The worlds of one position.

    Attributes:
        options: the legal options.
    """

    def __init__(
        self,
        position: Position,
        players: Sequence[Player],
        seed: int = 1,
        weighing: Weighing | None = None,
        workers: int | None = None,
    ) -> None:
        """Find the legal options.

        Args:
            position: the position.
            players: who plays on, by seat; those of the other seats also made the moves before.
            seed: the seed of the worlds.
            weighing: how worlds are weighed.
            workers: threads; None: one for each core.

        Raises:
            PositionError: the position is impossible.
            BotFault: a bot breaks the rules or fails.
        """
        self.position = position
        count = max(1, workers or available_cores())
        chosen = weighing or Weighing()
        self._workers = [Worker(position, players, chosen, seed) for _ in range(count)]
        self._pool = ThreadPoolExecutor(count) if count > 1 else None
        self._per_walk = chosen.worlds_of_a_walk(position)
        self._steps, self._gap = (chosen.steps, chosen.gap) if position.past.rows else (0, 0)
        self.options = self._legal(candidates(position))

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    def play(self, limits: Limits | None = None, look: Look | None = None) -> Samples:
        """Play worlds until a limit is reached.

        Args:
            limits: when to stop.
            look: called with the samples at every checkpoint, and between them where they are far apart in time.

        Raises:
            BotFault: a bot breaks the rules or fails.
            PositionError: no world fits what was seen.
        """
        until = limits or Limits()
        deadline = None if until.worlds is not None else time.perf_counter() + until.seconds
        options = len(self.options)
        wanted = np.ones(options, np.int64)
        payout, flags = np.zeros((0, options), np.int32), np.zeros((0, options), "u1")
        samples = Samples(np.zeros(0), payout, flags, np.zeros(options, np.int64), 0, self._per_walk)
        for at in checkpoints(until.worlds or until.most):
            samples = self._play_to(samples, at, wanted, deadline, look)
            if not samples.weights.any():
                raise PositionError("the hidden cards cannot be dealt so that this position arises")
            if look is not None:
                look(samples)
            gaps = paired_gaps(samples, wanted)
            if deadline is not None and samples.worlds >= LEAST_DECIDED and decided(gaps):
                break
            if deadline is not None and samples.worlds >= LEAST and time.perf_counter() >= deadline:
                break
            for option, (behind, se) in gaps.items():
                if behind < -GIVE_UP * se and not until.every_option:
                    wanted[option] = 0
        return samples

    def _parts(self, first: int, count: int) -> list[tuple[Worker, int, int]]:
        """Parts of a range of numbers, one for each worker, cut between walks."""
        size = -(-count // (len(self._workers) * self._per_walk)) * self._per_walk
        parts = [(worker, first + at * size) for at, worker in enumerate(self._workers)]
        return [(worker, start, min(size, first + count - start)) for worker, start in parts if start < first + count]

    def _tries(self, worlds: int) -> int:
        """Steps of the walks through `worlds` worlds."""
        walks = -(-worlds // self._per_walk)
        return walks * self._steps + (worlds - walks) * self._gap

    def _legal(self, options: list[Option]) -> list[Option]:
        """The legal ones among some options, which all workers then play."""
        legal = self._workers[0].legal_of(options)
        if not legal:
            raise PositionError("nothing can be done here")
        for each in self._workers:
            each.set_options(legal)
        return legal

    def _play_to(
        self, samples: Samples, at: int, wanted: np.ndarray, deadline: float | None, look: Look | None
    ) -> Samples:
        """The samples with worlds up to number `at`, or fewer where the time is over before."""
        if deadline is None:
            return self._extend(samples, at, wanted)
        workers = len(self._workers) * self._per_walk
        size, shown = workers, time.perf_counter()
        while samples.worlds < at:
            began, before = time.perf_counter(), samples.worlds
            samples = self._extend(samples, min(at, before + size), wanted)
            now = time.perf_counter()
            if now >= deadline and samples.worlds >= LEAST and samples.weights.any():
                break
            ahead = PIECE if samples.worlds < LEAST else min(PIECE, max(deadline - now, 0.0))
            size = workers * max(1, int((samples.worlds - before) / max(now - began, 1e-9) * ahead / workers))
            if look is not None and now - shown >= SHOWN and samples.worlds < at and samples.weights.any():
                look(samples)
                shown = time.perf_counter()
        return samples

    def _extend(self, samples: Samples, at: int, wanted: np.ndarray) -> Samples:
        """The samples extended to `at` worlds."""
        parts = self._parts(samples.worlds, at - samples.worlds)
        numbers = [np.arange(start, start + size) for _, start, size in parts]
        if self._pool is None or len(parts) == 1:
            played = [worker.play(some, wanted) for (worker, _, _), some in zip(parts, numbers, strict=True)]
        else:
            pool = self._pool
            jobs = [pool.submit(worker.play, some, wanted) for (worker, _, _), some in zip(parts, numbers, strict=True)]
            played = [job.result() for job in jobs]
        return Samples(
            weights=np.concatenate([samples.weights, *(weights for weights, _, _ in played)]),
            payout=np.concatenate([samples.payout, *(payout for _, payout, _ in played)]),
            flags=np.concatenate([samples.flags, *(flags for _, _, flags in played)]),
            played=np.where(wanted > 0, at, samples.played),
            candidates=at + self._tries(at),
            per_walk=self._per_walk,
        )


def paired_gaps(samples: Samples, wanted: np.ndarray) -> dict[int, tuple[float, float]]:
    """By option still played, without the best: its gap to the best (negative), and the standard error; units."""
    best = best_option(samples)
    gaps = {}
    for option in np.flatnonzero(wanted).tolist():
        if option != best:
            gap = (samples.payout[:, option] - samples.payout[:, best]) / UNIT
            gaps[option] = weighted_mean(gap, samples.weights, samples.per_walk)
    return gaps


def decided(gaps: dict[int, tuple[float, float]]) -> bool:
    """Whether every option is clearly behind the best one, or as good as it."""
    return all(behind < -DECIDED * se or abs(behind) + 2 * se < CLOSE for behind, se in gaps.values())
