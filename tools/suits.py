"""The gain of a loose card as a discard from one suit to the next (clubs, diamonds, hearts, spades), over several
seeds.

    python -m tools.suits BOT GAMES SEED...

The rules prefer no suit. Unless the engine does, a slope comes from the habits of the bots.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from analyses.question import inquiry
from analyses.questions.discards import DISCARDS, binnings
from analyses.rollouts import fork_questions

Cells = tuple[NDArray[np.float64], NDArray[np.float64]]


def cells(bot: str, games: int, seeds: Sequence[int]) -> Cells:
    """Mean difference to the bot's own discard in units, and its weight (1 / variance): [13, 4] by rank and suit."""
    total = np.zeros((13, 4))
    weight = np.zeros((13, 4))
    for seed in seeds:
        asked = inquiry(DISCARDS, players=",".join([bot] * 3), games=games, seed=seed)
        of_seed = fork_questions.play(asked, "discard", binnings()).cells("suits")
        own = np.asarray(of_seed.se) ** -2.0
        total = total + own * np.asarray(of_seed.estimate)
        weight = weight + own
    return total / weight, weight


def slope(costs: Cells, first_rank: int = 0) -> tuple[float, float]:
    """Units a suit and the standard error, over the ranks from `first_rank` on."""
    mean, weight = (column[first_rank:] for column in costs)
    steps = np.arange(4) - (weight * np.arange(4)).sum(axis=1, keepdims=True) / weight.sum(axis=1, keepdims=True)
    bits = (weight * steps * steps).sum()
    return float((weight * steps * mean).sum() / bits), float(bits**-0.5)


def chi_square(costs: Cells) -> float:
    """Chi-square of the cells around the mean of their rank: 39 degrees of freedom."""
    mean, weight = costs
    centre = (weight * mean).sum(axis=1, keepdims=True) / weight.sum(axis=1, keepdims=True)
    return float((weight * np.square(mean - centre)).sum())


def main() -> None:
    bot, games, *seeds = sys.argv[1:]
    costs = cells(bot, int(games), [int(seed) for seed in seeds])
    gained, se = slope(costs)
    print(f"{bot}: {gained:+.4f} ± {1.96 * se:.4f} units a suit, chi-square {chi_square(costs):.1f} on 39 df")


if __name__ == "__main__":
    main()
