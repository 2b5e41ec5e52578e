"""Estimates of a player's frequencies, which lean on the players of a population that it resembles.

The model of one kind of decision: the player is like one of the population, and in each situation its own frequency
comes from a beta distribution around that player's, which counts for `k` decisions. Which player, and which `k`, is
weighed by the likelihood of the observed decisions (empirical Bayes, beta-binomial). Few games give the
frequencies of the players it resembles; many give its own, and a player unlike all of them soon weighs more itself.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tongits_sim.stats._numbers import dot, known, special

STRENGTHS = (2.0, 8.0, 32.0, 128.0)
"""Decisions that a player of the population may count for in a situation."""
DRAWS = 4000
_FLOOR = 0.002
"""Probabilities of the population stay this far from 0 and 1: bots have thresholds, people do not."""
_OUTWARD = 0.005
"""An interval that comes so close to 0 or 1 ends there."""


@dataclass(frozen=True)
class Posterior:
    """The estimate of a player's frequencies of one kind of decision.

    Attributes:
        weights: how much each player of the population weighs; sums to 1.
        strength: mean number of decisions that the population counts for in a situation.
        mean: the expected frequency in each situation, float64[situations].
        draws: draws from the posterior distribution, float64[draws, situations].
    """

    weights: np.ndarray
    strength: float
    mean: np.ndarray
    draws: np.ndarray

    def interval(self, weights: np.ndarray | None = None) -> np.ndarray:
        """95 % intervals, float64[2, situations]; or of the mean of the situations by these weights, float64[2]."""
        values = self.draws
        if weights is not None:
            values = np.array([dot(draw, weights) for draw in self.draws]) / weights.sum()
        low, high = known(np.quantile(values, (0.025, 0.975), axis=0))
        return np.array([np.where(low < _OUTWARD, 0.0, low), np.where(high > 1 - _OUTWARD, 1.0, high)])


def posterior(asked: np.ndarray, yes: np.ndarray, population: np.ndarray, seed: int = 1) -> Posterior:
    """Estimate the frequencies of a player from its decisions in each situation.

    Args:
        asked: how often it was asked, [situations].
        yes: how often it said yes.
        population: probabilities of yes of the players it may resemble, float64[players, situations].
        seed: of the draws; the same seed gives the same digits.
    """
    betaln = special().betaln
    centres = np.clip(population, _FLOOR, 1 - _FLOOR)[:, None, :]
    counts = np.array(STRENGTHS)[None, :, None]
    a, b = centres * counts, (1 - centres) * counts
    likelihood = (betaln(a + yes, b + asked - yes) - betaln(a, b)).sum(axis=2)  # [players, strengths]
    weights = known(np.exp(likelihood - likelihood.max()))
    weights /= weights.sum()
    means = (a + yes) / (counts + asked)
    rng = np.random.default_rng(seed)
    chosen = rng.choice(weights.size, size=DRAWS, p=weights.reshape(-1))
    players, strengths = np.unravel_index(chosen, weights.shape)
    draws = rng.beta((a + yes)[players, strengths], (b + asked - yes)[players, strengths])
    return Posterior(
        weights=weights.sum(axis=1),
        strength=float((weights.sum(axis=0) * np.array(STRENGTHS)).sum()),
        mean=(weights[:, :, None] * means).sum(axis=(0, 1)),
        draws=draws,
    )
