import math
from typing import Any

import numpy as np
import pytest
from scipy import stats as scipy_stats

from tests.stats.samples import CALLS, GAMES, PAYOUT, Ints, coverage, expected, holds_its_level, matches, total
from tongits_sim import stats
from tongits_sim.stats.intervals import critical_value as paired_shares_critical_value
from tongits_sim.stats.intervals import t_interval
from tongits_sim.stats.moments import difference_of_groups, mean_of, mean_of_repeats

# The same matches under another rule: a little more for the winner, half a jackpot.
OTHER = PAYOUT + np.array([-10, 0, 20, 0, 30, -5, -4500])


def paired_sums(kinds: Ints) -> list[Ints]:
    return [total(kinds, *c) for c in ((PAYOUT,), (OTHER,), (PAYOUT, PAYOUT), (PAYOUT, OTHER), (OTHER, OTHER))]


def test_paired_equals_the_paired_t_test() -> None:
    x = np.array([3, -1, 4, 1, -5])
    y = np.array([2, 7, 1, 8, 2])
    difference = stats.paired_difference(5, x.sum(), y.sum(), x @ x, x @ y, y @ y)
    want = scipy_stats.ttest_rel(y, x).confidence_interval()
    assert (difference.estimate, difference.low, difference.high) == pytest.approx(
        ((y - x).mean(), want.low, want.high)
    )


def test_paired_holds_its_level() -> None:
    kinds = matches(7, 20_000, 4000)
    assert holds_its_level(stats.paired_difference(4000, *paired_sums(kinds)), expected(OTHER) - expected(PAYOUT))


def test_variance_reduction_from_raw_values() -> None:
    x = np.array([3, -1, 4, 1, -5])
    y = np.array([2, 0, 5, 3, -6])
    reduction = stats.variance_reduction(5, x.sum(), y.sum(), x @ x, x @ y, y @ y)
    assert reduction == pytest.approx((x.var() + y.var()) / (y - x).var())


def test_weighted_sum_by_hand() -> None:
    parts = stats.Interval(np.array([10.0, 20.0, np.nan]), 0, 0, np.array([3.0, 4.0, np.nan]), np.array([5, 6, 0]))
    estimate = stats.weighted_sum([1, -1, 0], parts)
    assert (estimate.estimate, estimate.se, estimate.n) == (-10.0, 5.0, 11)
    assert estimate.half_width == pytest.approx(1.959964 * 5, rel=1e-6)


def test_strata_hold_their_level() -> None:
    """Two strata with known shares; each row of parts is one run."""
    first = matches(10, 20_000, 800)
    second = matches(11, 20_000, 500)
    s = np.stack([total(first, PAYOUT), total(second, GAMES)], axis=1)
    ss = np.stack([total(first, PAYOUT, PAYOUT), total(second, GAMES, GAMES)], axis=1)
    estimate = stats.weighted_sum([0.3, 70.0], stats.mean_interval(np.array([800, 500]), s, ss))
    assert holds_its_level(estimate, 0.3 * expected(PAYOUT) + 70 * expected(GAMES))


def test_rare_differences_hold_their_level() -> None:
    """Of 300 deals 4.9 differ on average, more often one way: as turns and payouts do."""
    rng = np.random.default_rng(3)
    covered = 0
    plainly = 0
    runs = 1500
    for differing in rng.binomial(300, 0.0163, runs):
        values = rng.choice([-2, 1, 2, 4, 8], differing)
        difference = stats.mean_interval(300, int(values.sum()), int((values**2).sum()))
        rare = stats.rare_difference(difference, int(differing), 8)
        plainly += bool(difference.contains(0.0163 * 2.6))
        covered += bool(rare.contains(0.0163 * 2.6))
    assert plainly < 0.9 * runs < 0.94 * runs < covered


def test_rare_differences_are_known_where_all_deals_or_many_tell_them() -> None:
    alike = stats.mean_interval(50, 100, 200)
    many = stats.mean_interval(500, 300, 900)
    unknown = stats.mean_interval(9, 0, 0)
    assert stats.rare_difference(alike, 50, 10) == alike
    assert stats.rare_difference(many, 100, 10) == many
    assert not stats.rare_difference(unknown, 0, math.nan).defined
    assert not stats.rare_difference(stats.mean_interval(1, 4, 16), 1, 10).defined


def test_covariance_of_means_equals_numpy_and_survives_a_large_mean() -> None:
    data = np.random.default_rng(12).integers(-50, 50, (3, 40))
    shifted = [[int(v) + 10**12 for v in row] for row in data]
    cross = [[sum(a * b for a, b in zip(x, y, strict=True)) for y in shifted] for x in shifted]
    covariance = stats.covariance_of_means(40, [sum(x) for x in shifted], cross)
    assert np.asarray(covariance) == pytest.approx(np.cov(data) / 40)


def test_mean_equals_the_textbook_t_interval() -> None:
    values = [3, -1, 4, 1, -5, 9, 2, 6]
    interval = stats.mean_interval(len(values), sum(values), sum(v * v for v in values), level=0.9)
    low, high = scipy_stats.t.interval(0.9, len(values) - 1, np.mean(values), scipy_stats.sem(values))
    assert (interval.estimate, interval.low, interval.high) == pytest.approx((np.mean(values), low, high))
    assert (interval.n, interval.df) == (8, 7)


def test_mean_of_too_few_clusters_is_flagged() -> None:
    none = stats.mean_interval(0, 0, 0)
    one = stats.mean_interval(1, 7, 49)
    two = stats.mean_interval(2, 3, 5)
    assert [bool(i.defined) for i in (none, one, two)] == [False, False, True]
    assert math.isnan(none.estimate)
    assert one.estimate == 7.0
    assert math.isnan(one.low)
    assert not one.contains(7)
    assert stats.mean_interval(np.array([0, 1, 2]), np.array([0, 7, 3]), np.array([0, 49, 5])).defined.tolist() == [
        0,
        0,
        1,
    ]


def test_mean_holds_its_level_on_jackpots() -> None:
    kinds = matches(seed=1, runs=20_000, n=1500)
    interval = stats.mean_interval(1500, total(kinds, PAYOUT), total(kinds, PAYOUT, PAYOUT))
    assert holds_its_level(interval, expected(PAYOUT))


def test_mean_holds_its_level_with_few_clusters() -> None:
    values = np.random.default_rng(2).normal(0, 1000, (20_000, 6)).round().astype(np.int64)
    interval = stats.mean_interval(6, values.sum(axis=1), (values**2).sum(axis=1))
    assert holds_its_level(interval, 0)
    normal = interval._replace(low=interval.estimate - 1.96 * interval.se, high=interval.estimate + 1.96 * interval.se)
    assert coverage(normal, 0) < 0.92


def test_level_is_the_level_asked_for() -> None:
    kinds = matches(seed=3, runs=20_000, n=1500)
    interval = stats.mean_interval(1500, total(kinds, PAYOUT), total(kinds, PAYOUT, PAYOUT), level=0.8)
    assert coverage(interval, expected(PAYOUT)) == pytest.approx(0.8, abs=0.012)


def test_ratio_equals_the_residual_formula() -> None:
    x = np.array([3, 1, 4, 1, 5])
    y = np.array([2, 7, 1, 8, 2])
    estimate = stats.ratio_interval(5, x.sum(), y.sum(), x @ x, x @ y, y @ y)
    ratio = y.sum() / x.sum()
    se = math.sqrt(5 / 4 * ((y - ratio * x) ** 2).sum()) / x.sum()
    radius = scipy_stats.t.ppf(0.975, 4) * se
    assert (estimate.estimate, estimate.low, estimate.high) == pytest.approx((ratio, ratio - radius, ratio + radius))


@pytest.mark.parametrize(("top", "seed"), [(PAYOUT, 4), (CALLS, 5)], ids=["payout per game", "share of games"])
def test_ratio_holds_its_level_where_games_in_a_match_depend(top: object, seed: int) -> None:
    n = 1500
    kinds = matches(seed, 20_000, n)
    x, y, xx, xy, yy = (total(kinds, *c) for c in ((GAMES,), (top,), (GAMES, GAMES), (GAMES, top), (top, top)))
    ratio = stats.ratio_interval(n, x, y, xx, xy, yy)
    assert holds_its_level(ratio, expected(top) / expected(GAMES))


def test_critical_value_is_normal_in_the_limit() -> None:
    assert stats.critical_value(0.95, 10**9) == pytest.approx(1.959963984540054, abs=1e-8)
    assert math.isnan(stats.critical_value(0.95, 0))


@pytest.mark.parametrize("df", [0, 1, 2.5, 40, math.inf])
def test_one_critical_value_is_that_of_an_array(df: float) -> None:
    alone = stats.critical_value(0.9, df)
    among = stats.critical_value(0.9, np.array([3.0, df]))[1]
    assert isinstance(alone, np.float64)
    assert np.array_equal(alone, among, equal_nan=True)


def test_a_ratio_seen_in_one_cluster_has_no_limits() -> None:
    once = stats.ratio_interval(100, 1, 5, 1, 5, 25)
    assert (once.estimate, once.defined) == (5.0, False)
    assert stats.ratio_interval(100, 2, 10, 2, 10, 50).defined


CLUSTERS = 400


def test_a_mean_is_the_ratio_of_sums() -> None:
    chance = np.random.default_rng(7)
    n = chance.integers(0, 5, CLUSTERS)
    d = chance.integers(-900, 900, CLUSTERS)
    other = chance.integers(0, 9, CLUSTERS)
    whole = [int(total) for x in (other, d) for total in (x.sum(), n @ x, x @ x)]
    moments = np.array([int(n.sum()), int(n @ n), *whole], object)
    expected = stats.ratio_interval(CLUSTERS, moments[0], whole[3], moments[1], whole[4], whole[5], level=0.9)
    assert mean_of(CLUSTERS, moments, 1, level=0.9) == expected
    cells = np.array([moments, moments], object)
    assert np.asarray(mean_of(CLUSTERS, cells, 0).estimate).shape == (2,)


def sums_of(columns: np.ndarray) -> list[int]:
    products = columns.T @ columns
    return [*map(int, columns.sum(axis=0)), *map(int, products[np.triu_indices(4)])]


def test_a_difference_of_groups_varies_as_its_interval_says() -> None:
    chance = np.random.default_rng(11)

    def drawn() -> tuple[float, float]:
        n1 = chance.integers(0, 4, CLUSTERS)
        n0 = chance.integers(0, 4, CLUSTERS)
        luck = chance.normal(0, 30, CLUSTERS)  # shared by both groups of a cluster
        y1 = (n1 * (50 + luck + chance.normal(0, 40, CLUSTERS))).astype(int)
        y0 = (n0 * (20 + luck + chance.normal(0, 40, CLUSTERS))).astype(int)
        difference = difference_of_groups(CLUSTERS, sums_of(np.stack([n1, y1, n0, y0], axis=1)))
        assert float(difference.estimate) == pytest.approx(y1.sum() / n1.sum() - y0.sum() / n0.sum())
        return float(difference.estimate), float(difference.se)

    estimates, errors = np.array([drawn() for _ in range(400)]).T
    assert estimates.mean() == pytest.approx(30, abs=0.7)
    assert errors.mean() == pytest.approx(estimates.std(ddof=1), rel=0.12)


PAIRED_SHARES_GAMES = 6

RUNS = 20_000


def together(base: float, changed: float, alike: float) -> Any:
    """Probabilities of event counts (0 .. 6 of the base, 0 .. 6 of the changed arm) in a deal that is prone to it.

    `base`, `changed`: the chance of a game in each arm; `alike`: how often both arms draw the same luck.
    """
    both = alike * min(base, changed) + (1 - alike) * base * changed
    game = np.array([[1 - base - changed + both, changed - both], [base - both, both]])
    table = np.ones((1, 1))
    for _ in range(PAIRED_SHARES_GAMES):
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
    both, only, new = (prone * kind for kind in kinds)
    table = both * together(chance, chance, alike) + only * together(chance, 0, 0) + new * together(0, chance, 0)
    table[0, 0] += 1 - both - only - new
    return np.maximum(table, 0) / table.sum()


class Played:
    def __init__(self, chances: Any, n: int, seed: int) -> None:
        self.n = n
        counts = np.random.default_rng(seed).multinomial(n, chances.ravel(), RUNS)
        self._counts = counts
        x = np.indices(chances.shape)[0]
        y = x.T
        self.truth = float((chances * (y - x)).sum() / PAIRED_SHARES_GAMES)
        self.base = float((chances * x).sum() / PAIRED_SHARES_GAMES)
        self.gained = self._flow(np.maximum(y - x, 0))
        self.lost = self._flow(np.maximum(x - y, 0))
        self.events = self._sum(x)
        self.squares = self._sum(x * x)

    def _sum(self, values: Any) -> Any:
        return self._counts @ values.ravel()

    def _flow(self, values: Any) -> stats.Flow:
        return stats.Flow(self._sum(values), self._sum(values * values))

    def difference(self) -> stats.Interval:
        return stats.paired_share_difference(self.n, PAIRED_SHARES_GAMES, self.gained, self.lost)

    def level(self) -> stats.Interval:
        trials = self.n * PAIRED_SHARES_GAMES
        return stats.clustered_share(
            self.n, trials, self.events, trials * PAIRED_SHARES_GAMES, self.events * PAIRED_SHARES_GAMES, self.squares
        )


def normal(interval: stats.Interval) -> stats.Interval:
    radius = paired_shares_critical_value(0.95) * interval.se
    return interval._replace(low=interval.estimate - radius, high=interval.estimate + radius)


def missed(interval: stats.Interval, truth: float) -> tuple[float, float]:
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


@pytest.mark.parametrize(("share", "n"), [(0.01, 1000), (0.01, 4000), (0.002, 4000), (0.3, 1000)])
def test_finds_a_difference_by_chance_as_often_as_it_says(share: float, n: int) -> None:
    played = Played(deals(share, 0.5, (0.5, 0.5, 0.5), 0.7), n, seed=11)
    p = stats.paired_share_p(n, PAIRED_SHARES_GAMES, played.gained, played.lost)
    assert 0.04 <= float((p <= 0.05).mean()) <= 0.06
    assert float((p <= 0.005).mean()) <= 0.01


def test_the_test_and_the_interval_agree() -> None:
    played = Played(deals(0.01, 0.5, (0.5, 0.5, 0.3), 0.7), 1000, seed=12)
    difference = played.difference()
    p = stats.paired_share_p(played.n, PAIRED_SHARES_GAMES, played.gained, played.lost)
    assert ((p < 0.05) == ((difference.low > 0) | (difference.high < 0))).all()
    assert (p < 0.05).any()
    assert (p > 0.05).any()


def test_no_cluster_that_differs_leaves_room_for_some_that_do() -> None:
    nothing = stats.Flow(0, 0)
    difference = stats.paired_share_difference(100, 6, nothing, nothing)
    assert (difference.estimate, difference.se) == (0, 0)
    assert (-difference.low, difference.high) == pytest.approx([stats.unseen_share(100)] * 2)
    assert stats.paired_share_p(100, 6, nothing, nothing) == 1


def test_the_standard_error_is_that_of_the_paired_difference() -> None:
    rng = np.random.default_rng(2)
    d = rng.integers(-2, 4, 50)
    flows = [stats.Flow(int(part.sum()), int((part**2).sum())) for part in (np.maximum(d, 0), np.maximum(-d, 0))]
    assert stats.paired_share_difference(50, 6, *flows).se == pytest.approx(d.std(ddof=1) / np.sqrt(50) / 6)


@pytest.mark.parametrize(("k", "n"), [(0, 7), (1, 7), (40, 100), (7, 7)])
def test_wilson_equals_scipy(k: int, n: int) -> None:
    interval = stats.wilson_interval(k, n, level=0.9)
    want = scipy_stats.binomtest(k, n).proportion_ci(0.9, method="wilson")
    assert (interval.low, interval.high) == pytest.approx((want.low, want.high), abs=1e-9)
    assert (interval.estimate, interval.n) == (k / n, n)


def exact_coverage(interval: stats.Interval, n: int) -> float:
    """Probability that the interval contains p, from all n + 1 outcomes, averaged over p."""
    shares = np.linspace(0.005, 0.995, 397)
    outcomes = scipy_stats.binom.pmf(np.arange(n + 1)[:, None], n, shares)
    return float((outcomes * ((interval.low[:, None] <= shares) & (shares <= interval.high[:, None]))).sum(0).mean())


@pytest.mark.parametrize("n", [20, 100, 1000])
def test_wilson_holds_its_level_averaged_over_p(n: int) -> None:
    assert 0.945 <= exact_coverage(stats.wilson_interval(np.arange(n + 1), n), n) <= 0.955


def test_design_effect_of_identical_games_in_a_match_is_its_length() -> None:
    # 100 matches of 4 games, in 30 of them all four were called, in 70 none.
    assert stats.design_effect(100, 400, 120, 1600, 480, 480) == pytest.approx(4 * 100 / 99)


def test_clustered_share_holds_its_level_and_plain_wilson_does_not() -> None:
    n = 400
    kinds = matches(seed=6, runs=20_000, n=n)
    sums = [total(kinds, *c) for c in ((GAMES,), (CALLS,), (GAMES, GAMES), (GAMES, CALLS), (CALLS, CALLS))]
    truth = expected(CALLS) / expected(GAMES)
    assert holds_its_level(stats.clustered_share(n, *sums), truth)
    assert coverage(stats.wilson_interval(sums[1], sums[0]), truth) < 0.85


def test_clustered_share_without_events_counts_clusters() -> None:
    share = stats.clustered_share(50, 200, 0, 800, 0, 0)
    assert share.low == 0
    assert share.high == pytest.approx(stats.wilson_interval(0, 50).high)
    assert share.n == 50


def test_quantile_is_the_inverse_of_the_distribution() -> None:
    data = np.random.default_rng(13).integers(-5, 6, 97)
    values, counts = np.unique(data, return_counts=True)
    for q in (0.01, 0.05, 0.5, 0.77, 0.99):
        assert stats.histogram_quantile(values, counts, q).estimate == np.quantile(data, q, method="inverted_cdf")


def test_limits_are_the_order_statistics_of_the_tables() -> None:
    # n = 20, median, 95 %: the 6th and the 15th observation (Conover, table A3; David and Nagaraja 7.1).
    quantile = stats.histogram_quantile(list(range(1, 21)), [1] * 20, 0.5)
    assert (quantile.low, quantile.high) == (6, 15)


@pytest.mark.parametrize(("n", "p"), [(1, 0.5), (20, 0.05), (1000, 0.999), (10**8, 0.3)])
@pytest.mark.parametrize("probability", [0.001, 0.025, 0.5, 0.975])
def test_binomial_quantile_equals_scipy(probability: float, n: int, p: float) -> None:
    assert stats.binomial_quantile(probability, n, p) == scipy_stats.binom.ppf(probability, n, p)


def measured(runs: int, n: int, q: float, seats: int = 1, effect: float = 1.0) -> float:
    """Coverage of the interval on ``n`` draws of a skewed value, each counted ``seats`` times."""
    rng = np.random.default_rng(14)
    hits = 0
    truth = math.floor(-1e6 * math.log1p(-q))
    for _ in range(runs):
        data = np.sort(np.floor(rng.exponential(1e6, n)).astype(np.int64))
        values, counts = np.unique(data, return_counts=True)
        hits += bool(stats.histogram_quantile(values, counts * seats, q, design_effect=effect).contains(truth))
    return hits / runs


def test_quantile_holds_its_level() -> None:
    n, q = 600, 0.9
    low = stats.binomial_quantile(0.025, n, q)
    high = stats.binomial_quantile(0.975, n, q)
    promised = scipy_stats.binom.cdf(high, n, q) - scipy_stats.binom.cdf(low - 1, n, q)
    assert 0.95 <= promised <= 0.96
    assert measured(3500, n, q) == pytest.approx(promised, abs=0.011)


def test_design_effect_restores_the_level_for_seats_that_share_a_game() -> None:
    assert measured(1000, 300, 0.9, seats=3) < 0.85
    assert measured(1000, 300, 0.9, seats=3, effect=3) > 0.93


def test_ranks_are_scaled_outwards_by_the_design_effect() -> None:
    # 21 observations worth 10: ranks 2 and 9 of 10 become floor(4.2) and ceil(18.9).
    quantile = stats.histogram_quantile(list(range(1, 22)), [1] * 21, 0.5, design_effect=2.0)
    assert (quantile.low, quantile.high) == (4, 19)


def test_limits_beyond_the_sample_are_infinite() -> None:
    quantile = stats.histogram_quantile([1, 2, 3], [1, 1, 1], 0.5)
    assert (quantile.low, quantile.high, bool(quantile.defined)) == (-math.inf, math.inf, False)


def test_the_mean_of_repeats_covers_what_repeats_differ_by() -> None:
    rng = np.random.default_rng(3)
    inside = 0
    narrow = 0
    for _ in range(1000):
        centres = rng.normal(0, 1, 4)  # what solving anew adds
        repeats = [t_interval(centre + rng.normal(0, 0.3), 0.3, 1000, 999) for centre in centres]
        inside += bool(mean_of_repeats(repeats).contains(0))
        narrow += bool(repeats[0].contains(0))
    assert inside >= 940
    assert narrow < 600
    assert mean_of_repeats(repeats[:1]) == repeats[0]
    still = stats.Interval(0.0, -0.2, 0.2, 0.0, 50)  # nothing differed in the deals of any repeat
    assert mean_of_repeats([still] * 4).high > 0.1
