"""A bankroll: the approximation against exact walks."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tongits_sim.stats import brownian_ruin


def exact_ruin(up: float, bankroll: int, games: int) -> float:
    """Probability that a walk of steps +1 and -1 falls by ``bankroll`` within ``games`` steps, step by step."""
    where, ruined = np.zeros(bankroll + games + 2), 0.0
    where[bankroll] = 1.0
    for _ in range(games):
        moved = np.zeros_like(where)
        moved[1:] += up * where[:-1]
        moved[:-1] += (1 - up) * where[1:]
        ruined += moved[0]
        moved[0] = 0.0
        where = moved
    return float(ruined)


@pytest.mark.parametrize(("up", "bankroll", "games"), [(0.5, 30, 900), (0.52, 25, 2000), (0.47, 40, 400)])
def test_brownian_ruin_is_near_the_walk(up: float, bankroll: int, games: int) -> None:
    edge = 2 * up - 1
    ruin = brownian_ruin(edge, math.sqrt(1 - edge**2), bankroll, games)
    assert ruin == pytest.approx(exact_ruin(up, bankroll, games), abs=0.012)


def test_brownian_ruin_for_ever() -> None:
    assert brownian_ruin(0.0, 1.0, 100) == 1
    assert brownian_ruin(-0.1, 1.0, 100, 10**9) == pytest.approx(1)
    assert brownian_ruin(0.04, 1.0, 25) == pytest.approx(brownian_ruin(0.04, 1.0, 25, 10**7))
    assert brownian_ruin(0.04, 1.0, 25) == pytest.approx(math.exp(-2))
    with pytest.raises(ValueError, match="positive"):
        brownian_ruin(0.1, 0.0, 10)
