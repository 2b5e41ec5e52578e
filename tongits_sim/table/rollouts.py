"""Expected values of options from weighted worlds, and their differences, paired by world.

Walks are the unit: a walk passes through several worlds, which depend on each other. With weights w, a mean is the
ratio of the sums of w x and w; its standard error is that of the linearised ratio (Owen, Monte Carlo theory, methods
and examples, section 9.2), so that the randomness of the weights is counted; the terms of a walk's worlds are added up
first. An option that was given up after some worlds is compared with the best one on the worlds that both were
played in.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from tongits_sim.rules.amounts import UNIT
from tongits_sim.run.cores import available_cores
from tongits_sim.strategy import Player
from tongits_sim.table.known_cards import Weighing
from tongits_sim.table.options import Option, candidates
from tongits_sim.table.position import Position, PositionError
from tongits_sim.table.rollout_worker import RolloutWorker
from tongits_sim.table.worlds import FLAG_BEATEN, FLAG_BURNED, FLAG_WON

Z95 = 1.959963984540054
_Z3, _Z5 = Z95 * Z95 * Z95, Z95 * Z95 * Z95 * Z95 * Z95


@dataclass(frozen=True)
class Samples:
    """Worlds that were played, in the order of their numbers.

    Attributes:
        weights: float64[worlds].
        payout: int32[worlds, options], hundredths.
        flags: uint8[worlds, options].
        played: int64[options]: the number of worlds, from the first, in which each option was played.
        candidates: the number of worlds weighed to find these.
        per_walk: worlds of one walk, which follow each other.
    """

    weights: np.ndarray
    payout: np.ndarray
    flags: np.ndarray
    played: np.ndarray
    candidates: int
    per_walk: int = 1

    @property
    def worlds(self) -> int:
        """Number of worlds."""
        return len(self.weights)

    @property
    def effective(self) -> float:
        """The number of independent worlds of equal weight that are worth as much: Kish's effective sample size,
        lowered where worlds of one walk are alike (by the value of the best option)."""
        total = float(self.weights.sum())
        if total <= 0:
            return 0.0
        kish = total * total / float((self.weights**2).sum())
        values = self.payout[:, best_option(self)] / UNIT
        apart, by_walk = (weighted_mean(values, self.weights, per_walk)[1] for per_walk in (1, self.per_walk))
        part = apart / by_walk if 0 < by_walk < float("inf") else 1.0
        return kish * min(1.0, part * part)

    @property
    def rollouts(self) -> int:
        """Games played to their end."""
        return int(self.played.sum())


@dataclass(frozen=True)
class OptionEstimate:
    """The value of an option, in units; `behind`: its value less that of the best option.

    Attributes:
        value, se: expected value and its standard error.
        behind, behind_se: the paired difference and its standard error; 0 for the best option.
        won, burned, beaten: chances to win, to be burned, to fight and lose.
        worlds: worlds it was played in.
        quantile: standard errors in half of a 95 % interval, more than 1.96 where few walks carry the weight.
    """

    value: float
    se: float
    behind: float
    behind_se: float
    won: float
    burned: float
    beaten: float
    worlds: int
    quantile: float


def by_walk(values: np.ndarray, per_walk: int) -> np.ndarray:
    """Sums over the worlds of each walk, `per_walk` in a row: float64[walks, ...]."""
    return np.add.reduceat(values, np.arange(0, len(values), per_walk)) if per_walk > 1 and len(values) else values


def weighted_mean(values: np.ndarray, weights: np.ndarray, per_walk: int = 1) -> tuple[float, float]:
    """A weighted mean and its standard error; infinite where there are fewer than two walks.

    Args:
        values: a value for each world.
        weights: the weights of the worlds.
        per_walk: values of one walk, which follow each other.
    """
    total = float(weights.sum())
    if total <= 0:
        return 0.0, float("inf")
    mean = float((weights * values).sum() / total)
    return mean, standard_error(weights * (values - mean) / total, per_walk)


def standard_error(influence: np.ndarray, per_walk: int) -> float:
    """The standard error of an estimate from what each world adds to it; infinite for fewer than two walks."""
    sums = by_walk(influence, per_walk)
    n = len(sums)
    return float(np.sqrt((sums**2).sum() * n / (n - 1))) if n > 1 else float("inf")


def t95(df: float) -> float:
    """The 97.5 % quantile of Student's t, from its expansion in 1 / df (Abramowitz and Stegun 26.7.5).

    >>> round(t95(20), 3), round(t95(1000), 3)
    (2.086, 1.962)
    """
    z, n = Z95, max(df, 3.0)
    return z + (_Z3 + z) / (4 * n) + (5 * _Z5 + 16 * _Z3 + 3 * z) / (96 * n * n)


def best_option(samples: Samples) -> int:
    """The option with the highest value among those played in all worlds."""
    means = (samples.weights[:, None] * samples.payout).sum(axis=0)
    return int(max(np.flatnonzero(samples.played == samples.worlds), key=lambda option: (means[option], -option)))


def estimates(samples: Samples) -> list[OptionEstimate]:
    """The estimate of every option. One given up early is valued by its difference to the best option."""
    best, per_walk = best_option(samples), samples.per_walk
    weights, reference = samples.weights, samples.payout[:, best] / UNIT
    level, _ = weighted_mean(reference, weights)
    total = float(weights.sum())
    of_level = weights * (reference - level) / total
    options = []
    for option, n in enumerate(samples.played.tolist()):
        some = weights[:n]
        gap = samples.payout[:n, option] / UNIT - reference[:n]
        behind, behind_se = weighted_mean(gap, some, per_walk)
        influence = of_level.copy()
        influence[:n] += some * (gap - behind) / float(some.sum())
        se = standard_error(influence, per_walk)
        of_walks = by_walk(some, per_walk)
        won, burned, beaten = (
            float((some * (samples.flags[:n, option] & int(flag) != 0)).sum() / some.sum())
            for flag in (FLAG_WON, FLAG_BURNED, FLAG_BEATEN)
        )
        options.append(
            OptionEstimate(
                value=level + behind,
                se=se,
                behind=0.0 if option == best else behind,
                behind_se=0.0 if option == best else behind_se,
                won=won,
                burned=burned,
                beaten=beaten,
                worlds=n,
                quantile=t95(float(np.square(of_walks.sum()) / np.square(of_walks).sum()) - 1.0),
            )
        )
    return options


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
        self._workers = [RolloutWorker(position, players, chosen, seed) for _ in range(count)]
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

    def _parts(self, first: int, count: int) -> list[tuple[RolloutWorker, int, int]]:
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
