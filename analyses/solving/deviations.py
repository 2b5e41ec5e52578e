"""Finds alternatives that are better than a player's own answers: fitted cell by cell in rounds, chosen on other games.

Nothing here knows a game. A *round* plays one seat by the scores of the round before and compares every alternative
with the own answer; what it returns is summed by cell. An alternative gets a score where its mean advantage is sure by
some standard errors. Which margin is best, and which decisions had better be left alone, is decided by playing the
candidates on games of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

ROUNDS = 4
FADE = 0.5
"""The weight of a round's sums in the next one, which is played by better scores."""
PLAYING = 2.0
"""Standard errors by which an advantage must be sure to be played in the next round."""
MARGINS = (1.0, 2.0, 3.0)

Round = Callable[[np.ndarray, int], np.ndarray]
"""Plays round so-and-so by scores (float32[cells]); returns sums by cell: alternatives, advantages and their squares,
float64[cells, 3] (`tongits_sim.designs.deviations.layout.SUMS`)."""


class Plan(NamedTuple):
    """Scores by which a player deviates.

    Attributes:
        name: margin and decisions.
        scores: float32[cells], 0 where the own answer stays.
    """

    name: str
    scores: np.ndarray


class Advantages:
    """Sums of advantages by cell, older rounds weighing less."""

    def __init__(self, cells: int) -> None:
        self.n = np.zeros(cells)
        self.total = np.zeros(cells)
        self.square = np.zeros(cells)

    def add(self, sums: np.ndarray, fade: float = FADE) -> None:
        """Multiply the sums so far by `fade`, and add a round's sums (float64[cells, 3])."""
        self.n = self.n * fade + sums[:, 0]
        self.total = self.total * fade + sums[:, 1]
        self.square = self.square * fade**2 + sums[:, 2]

    def scores(self, margin: float) -> np.ndarray:
        """Mean advantage where it is above 0 by `margin` standard errors, else 0: float32[cells]."""
        mean = self.total / np.maximum(self.n, 1.0)
        z = self.total / np.sqrt(np.maximum(self.square, 1e-12))
        return np.where((z > margin) & (self.n > 1), mean, 0.0).astype("<f4")


def fit(play: Round, cells: int, rounds: int = ROUNDS) -> Advantages:
    """Compare alternatives in rounds, each played by the scores of the rounds before; the first by none."""
    advantages = Advantages(cells)
    scores = np.zeros(cells, "<f4")
    for number in range(rounds):
        advantages.add(play(scores, number))
        scores = advantages.scores(PLAYING)
    return advantages


def candidates(advantages: Advantages, groups: Mapping[str, Sequence[slice]]) -> list[Plan]:
    """Plans to choose from: every margin with all decisions, and with those of one group alone.

    Args:
        advantages: what was fitted.
        groups: cells by the name of a group of decisions.
    """
    plans = [Plan(f"better by {margin:g} SE", advantages.scores(margin)) for margin in MARGINS]
    return plans + [
        Plan(f"better by {margin:g} SE, {name} only", only(advantages.scores(margin), cells))
        for name, cells in groups.items()
        for margin in MARGINS
    ]


def only(scores: np.ndarray, cells: Sequence[slice]) -> np.ndarray:
    """The same scores, float32[cells], in some cells, 0 in all others."""
    only_those = np.zeros_like(scores)
    for each in cells:
        only_those[each] = scores[each]
    return only_those


def best_of(plans: Sequence[Plan], gains: Sequence[float]) -> Plan:
    """The plan with the largest gain."""
    return plans[max(range(len(plans)), key=lambda number: gains[number])]
