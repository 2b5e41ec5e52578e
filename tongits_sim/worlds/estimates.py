"""Expected values of options from weighted worlds, and their differences, paired by world.

Walks are the unit: a walk passes through several worlds, which depend on each other. With weights w, a mean is the
ratio of the sums of w x and w; its standard error is that of the linearised ratio (Owen, Monte Carlo theory, methods
and examples, section 9.2), so that the randomness of the weights is counted; the terms of a walk's worlds are added up
first. An option that was given up after some worlds is compared with the best one on the worlds that both were
played in.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tongits_sim.rules.amounts import UNIT
from tongits_sim.worlds.layout import FLAG_BEATEN, FLAG_BURNED, FLAG_WON

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
