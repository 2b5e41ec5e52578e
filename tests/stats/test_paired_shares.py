"""Differences of rare shares: coverage on simulated deals of six games, both ends, and tests that agree with them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tongits_sim.stats import Flow, Interval, clustered_share, paired_share_difference, paired_share_p, unseen_share
from tongits_sim.stats.intervals import critical_value

GAMES = 6
RUNS = 20_000


def together(base: float, changed: float, alike: float) -> Any:
    """Probabilities of event counts (0 .. 6 of the base, 0 .. 6 of the changed arm) in a deal that is prone to it.

    `base`, `changed`: the chance of a game in each arm; `alike`: how often both arms draw the same luck.
    """
    both = alike * min(base, changed) + (1 - alike) * base * changed
    game = np.array([[1 - base - changed + both, changed - both], [base - both, both]])
    table = np.ones((1, 1))
    for _ in range(GAMES):
        grown = np.zeros((len(table) + 1, len(table) + 1))
        for (x, y), chance in np.ndenumerate(game):
            grown[x : x + len(table), y : y + len(table)] += chance * table
        table = grown
    return table


def deals(share: float, chance: float, kinds: tuple[float, float, float], alike: float) -> Any:
    """Probabilities of event counts in a deal. `share`: of games in the base; `chance`: of a game in a prone deal;
    `kinds`: how many deals, for each that is prone in the base, are prone in both arms, only the base, only the change.
    """
    prone = share / chance
    both, only, new = (prone * each for each in kinds)
    table = both * together(chance, chance, alike) + only * together(chance, 0, 0) + new * together(0, chance, 0)
    table[0, 0] += 1 - both - only - new
    return np.maximum(table, 0) / table.sum()


class Played:
    """Many runs of `n` deals each: the sums that a pairing keeps."""

    def __init__(self, chances: Any, n: int, seed: int) -> None:
        self.n, counts = n, np.random.default_rng(seed).multinomial(n, chances.ravel(), RUNS)
        self._counts = counts
        x = np.indices(chances.shape)[0]
        y = x.T
        self.truth = float((chances * (y - x)).sum() / GAMES)
        self.base = float((chances * x).sum() / GAMES)
        self.gained, self.lost = self._flow(np.maximum(y - x, 0)), self._flow(np.maximum(x - y, 0))
        self.events, self.squares = self._sum(x), self._sum(x * x)

    def _sum(self, values: Any) -> Any:
        return self._counts @ values.ravel()

    def _flow(self, values: Any) -> Flow:
        return Flow(self._sum(values), self._sum(values * values))

    def difference(self) -> Interval:
        """The intervals of the difference."""
        return paired_share_difference(self.n, GAMES, self.gained, self.lost)

    def level(self) -> Interval:
        """The intervals of the base's share."""
        trials = self.n * GAMES
        return clustered_share(self.n, trials, self.events, trials * GAMES, self.events * GAMES, self.squares)


def normal(interval: Interval) -> Interval:
    """The normal interval with the same standard error."""
    radius = critical_value(0.95) * interval.se
    return interval._replace(low=interval.estimate - radius, high=interval.estimate + radius)


def missed(interval: Interval, truth: float) -> tuple[float, float]:
    """How often the truth lies below, above."""
    return float((truth < interval.low).mean()), float((truth > interval.high).mean())


@pytest.mark.parametrize(("share", "n"), [(0.01, 1000), (0.01, 4000), (0.002, 4000)])
@pytest.mark.parametrize(
    ("chance", "kinds", "alike"),
    [
        (0.5, (0.5, 0.5, 0.5), 0.7),
        (0.5, (0.1, 0.9, 0.3), 0.5),
        (0.5, (0.0, 1.0, 0.0), 0.0),
        (0.17, (0.5, 0.5, 0.0), 1.0),
        (0.17, (1.0, 0.0, 0.0), 0.5),
    ],
)
def test_holds_its_level_where_the_event_is_rare(share: float, n: int, chance: float, kinds: Any, alike: float) -> None:
    played = Played(deals(share, chance, kinds, alike), n, seed=7)
    below, above = missed(played.difference(), played.truth)
    assert 0.935 <= 1 - below - above <= 0.975
    assert max(below, above) < 0.04


@pytest.mark.parametrize(("share", "n"), [(0.01, 1000), (0.01, 4000), (0.002, 4000)])
def test_a_share_by_itself_holds_its_level(share: float, n: int) -> None:
    played = Played(deals(share, 0.5, (1.0, 0.0, 0.0), 0.5), n, seed=8)
    below, above = missed(played.level(), played.base)
    assert 0.94 <= 1 - below - above <= 0.96
    assert max(below, above) < 0.04


def test_a_normal_interval_would_miss_on_one_side() -> None:
    played = Played(deals(0.01, 0.5, (0.5, 0.5, 0.0), 1.0), 1000, seed=9)
    assert 1 - sum(missed(normal(played.difference()), played.truth)) < 0.93
    below, above = missed(normal(played.difference()), played.truth)
    assert below > 10 * above
    below, above = missed(played.difference(), played.truth)
    assert 0.94 <= 1 - below - above <= 0.975


def test_where_much_differs_it_is_the_normal_interval() -> None:
    difference = Played(deals(0.3, 0.5, (0.5, 0.5, 0.4), 0.7), 4000, seed=10).difference()
    assert np.allclose(difference.low, normal(difference).low, atol=0.03 * difference.half_width.max())
    assert np.allclose(difference.high, normal(difference).high, atol=0.03 * difference.half_width.max())


@pytest.mark.parametrize(("share", "n"), [(0.01, 1000), (0.01, 4000), (0.002, 4000), (0.3, 1000)])
def test_finds_a_difference_by_chance_as_often_as_it_says(share: float, n: int) -> None:
    played = Played(deals(share, 0.5, (0.5, 0.5, 0.5), 0.7), n, seed=11)
    p = paired_share_p(n, GAMES, played.gained, played.lost)
    assert 0.04 <= float((p <= 0.05).mean()) <= 0.06
    assert float((p <= 0.005).mean()) <= 0.01


def test_the_test_and_the_interval_agree() -> None:
    played = Played(deals(0.01, 0.5, (0.5, 0.5, 0.3), 0.7), 1000, seed=12)
    difference = played.difference()
    p = paired_share_p(played.n, GAMES, played.gained, played.lost)
    assert ((p < 0.05) == ((difference.low > 0) | (difference.high < 0))).all()
    assert (p < 0.05).any()
    assert (p > 0.05).any()


def test_turns_round_with_the_arms() -> None:
    one, other = Flow(12, 20), Flow(3, 5)
    there, back = (paired_share_difference(500, 6, *each) for each in ((one, other), (other, one)))
    assert (there.estimate, there.low, there.high) == pytest.approx((-back.estimate, -back.high, -back.low))
    assert there.se == pytest.approx(back.se)
    assert there.estimate == pytest.approx(9 / 3000)
    assert paired_share_p(500, 6, one, other) == paired_share_p(500, 6, other, one)


def test_no_cluster_that_differs_leaves_room_for_some_that_do() -> None:
    nothing = Flow(0, 0)
    difference = paired_share_difference(100, 6, nothing, nothing)
    assert (difference.estimate, difference.se) == (0, 0)
    assert (-difference.low, difference.high) == pytest.approx([unseen_share(100)] * 2)
    assert paired_share_p(100, 6, nothing, nothing) == 1


def test_few_or_no_clusters_say_nothing() -> None:
    nothing = Flow(0, 0)
    assert not paired_share_difference(0, 6, nothing, nothing).defined
    assert np.isnan(paired_share_p(1, 6, Flow(1, 1), nothing))


def test_the_standard_error_is_that_of_the_paired_difference() -> None:
    rng = np.random.default_rng(2)
    d = rng.integers(-2, 4, 50)
    flows = [Flow(int(part.sum()), int((part**2).sum())) for part in (np.maximum(d, 0), np.maximum(-d, 0))]
    assert paired_share_difference(50, 6, *flows).se == pytest.approx(d.std(ddof=1) / np.sqrt(50) / 6)


def test_refuses_what_is_no_sum_of_a_sample() -> None:
    with pytest.raises(ValueError, match="not sums of one sample"):
        paired_share_difference(2, 6, Flow(8, 3), Flow(0, 0))
    with pytest.raises(TypeError, match="integers"):
        paired_share_difference(2, 6, Flow(0.5, 0.5), Flow(0, 0))
