import numpy as np
import pytest

from tongits_sim.run.estimates import LEVEL, Moments
from tongits_sim.stats import ratio_interval

MATCHES = 40


def moments_of(games: np.ndarray, payouts: np.ndarray) -> Moments:
    """The moments of matches: games int64[MATCHES], payouts int64[MATCHES, 3]."""
    columns = (payouts.sum(0), (payouts * games[:, None]).sum(0), (payouts**2).sum(0))
    cross = [int(payouts[:, a] @ payouts[:, b]) for a, b in ((0, 1), (0, 2), (1, 2))]
    return Moments((MATCHES, int(games.sum()), int(games @ games)), columns, cross)


@pytest.mark.parametrize(
    ("weights", "seats"),
    [
        ({0: 1}, 1),
        ({0: 1, 1: 1}, 2),
        ({0: 2, 1: -1, 2: -1}, 2),
        ({0: -1, 1: -1, 2: -1}, 1),
    ],
)
def test_a_sum_of_players_is_estimated_as_one_column_of_the_matches(weights: dict[int, int], seats: int) -> None:
    chance = np.random.default_rng(5)
    games = chance.integers(1, 9, MATCHES)
    payouts = chance.integers(-900, 1000, (MATCHES, 3))
    column = payouts @ np.array([weights.get(slot, 0) for slot in range(3)])
    games_of_players = seats * games
    sums = (column.sum(), games_of_players @ games_of_players, games_of_players @ column, column @ column)
    expected = ratio_interval(MATCHES, int(games_of_players.sum()), *map(int, sums), level=LEVEL)
    assert moments_of(games, payouts).payout(weights, seats) == expected


def test_the_lead_is_that_of_the_best_over_the_second() -> None:
    chance = np.random.default_rng(6)
    games = chance.integers(1, 9, MATCHES)
    payouts = chance.integers(-100, 100, (MATCHES, 3)) + np.array([0, 300, 100])
    leading = moments_of(games, payouts).leading({"a": (0,), "b": (1,), "c": (2,)})
    assert leading is not None
    assert leading[:2] == ("b", "c")
    assert leading[2].estimate == pytest.approx((payouts[:, 1] - payouts[:, 2]).sum() / games.sum())
