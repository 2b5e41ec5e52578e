import itertools
import math

import numpy as np
import pytest
from scipy import stats as scipy_stats

from tests.stats.samples import PAYOUT, Ints, expected, holds_its_level, matches, total
from tongits_sim import stats
from tongits_sim.stats.rating import CENTRE, SCALE

ALPHA = 0.05


def slow_holm(p: list[float]) -> list[float]:
    adjusted = [0.0] * len(p)
    worst = 0.0
    for step, index in enumerate(sorted(range(len(p)), key=p.__getitem__)):
        worst = max(worst, (len(p) - step) * p[index])
        adjusted[index] = min(1.0, worst)
    return adjusted


def test_holm_equals_the_slow_twin() -> None:
    for seed in range(20):
        p = (np.random.default_rng(seed).random(9) ** 3).round(2)
        assert stats.holm(p) == pytest.approx(slow_holm(p.tolist()))


def test_benjamini_hochberg_equals_scipy() -> None:
    for seed in range(20):
        p = (np.random.default_rng(seed).random(9) ** 3).round(2)
        assert stats.benjamini_hochberg(p) == pytest.approx(scipy_stats.false_discovery_control(p))


@pytest.mark.parametrize("adjust", [stats.holm, stats.benjamini_hochberg])
def test_undefined_tests_are_not_counted_and_shape_is_kept(adjust: object) -> None:
    assert callable(adjust)
    adjusted = adjust([[0.01, math.nan], [0.04, 0.02]])
    assert adjusted.shape == (2, 2)
    assert math.isnan(adjusted[0, 1])
    assert adjusted[[0, 1, 1], [0, 0, 1]] == pytest.approx(adjust([0.01, 0.04, 0.02]))
    assert adjust([]).shape == (0,)
    with pytest.raises(ValueError, match="between 0 and 1"):
        adjust([0.5, 1.2])


def families(runs: int, tests: int, false: int, shift: float, common: float) -> np.ndarray:
    """P-values of families of z tests, correlated by ``common`` cards; the first ``false`` nulls are false."""
    rng = np.random.default_rng(15)
    z = math.sqrt(common) * rng.normal(size=(runs, 1)) + math.sqrt(1 - common) * rng.normal(size=(runs, tests))
    z[:, :false] += shift
    return np.asarray(stats.normal_p(z))


@pytest.mark.parametrize("common", [0.0, 0.5])
def test_holm_holds_the_family_wise_error(common: float) -> None:
    p = families(runs=6000, tests=8, false=2, shift=5.0, common=common)
    any_false = np.mean([(stats.holm(row)[2:] <= ALPHA).any() for row in p])
    assert any_false <= ALPHA + 3 * math.sqrt(ALPHA * (1 - ALPHA) / 6000)
    assert any_false > 0.02
    assert (p[:, 2:] <= ALPHA).any(axis=1).mean() > 0.15


def test_benjamini_hochberg_holds_the_false_discovery_rate() -> None:
    """For independent tests the rate is exactly alpha times the share of true nulls (Benjamini, Yekutieli 2001)."""
    p = families(runs=6000, tests=40, false=10, shift=3.5, common=0.0)
    rejected = np.array([stats.benjamini_hochberg(row) for row in p]) <= ALPHA
    rate = (rejected[:, 10:].sum(axis=1) / np.maximum(rejected.sum(axis=1), 1)).mean()
    assert rate == pytest.approx(ALPHA * 0.75, abs=0.004)
    unadjusted = p <= ALPHA
    assert (unadjusted[:, 10:].sum(axis=1) / np.maximum(unadjusted.sum(axis=1), 1)).mean() > 0.1


def test_normal_p_is_accurate_in_the_tail() -> None:
    assert stats.normal_p(0) == 1
    assert stats.normal_p([1.959963984540054, -1.959963984540054]) == pytest.approx([0.05, 0.05])
    assert stats.normal_p(37.0) == pytest.approx(1.1451142445047853e-299, rel=1e-9)


def test_p_value_agrees_with_the_interval() -> None:
    """p is at most 5 % exactly where the 95 % interval excludes 0."""
    kinds = matches(seed=16, runs=3000, n=12)
    interval = stats.mean_interval(12, total(kinds, PAYOUT), total(kinds, PAYOUT, PAYOUT))
    assert ((stats.p_value(interval) <= ALPHA) == ~interval.contains(0)).all()
    assert 0.02 < (stats.p_value(interval) <= ALPHA).mean() < 0.5


@pytest.mark.parametrize(
    ("diff", "p", "word"),
    [
        (1.0, 0.05, "better"),
        (-1.0, 0.01, "worse"),
        (1.0, 0.0501, "inconclusive"),
        (0.0, 0.0, "inconclusive"),
        (math.nan, 0.0, "inconclusive"),
        (1.0, math.nan, "inconclusive"),
    ],
)
def test_verdict(diff: float, p: float, word: str) -> None:
    assert stats.verdict(diff, p) == word


def test_two_independent_bots_equal_the_normal_probability() -> None:
    ranks = stats.rank_uncertainty([1.0, 0.0], np.diag([1.0, 3.0]), draws=40_000)
    assert ranks.first == pytest.approx([scipy_stats.norm.cdf(0.5), scipy_stats.norm.sf(0.5)], abs=0.01)
    assert ranks.positions.sum(axis=0) == pytest.approx([1, 1])
    assert ranks.positions.sum(axis=1) == pytest.approx([1, 1])


def test_limits_of_a_rank_are_one_rank_if_bots_are_apart_and_all_ranks_if_they_are_alike() -> None:
    apart = stats.rank_uncertainty([1.0, 3.0, 2.0], np.diag([1e-6] * 3), draws=1000)
    assert apart.low.tolist() == apart.high.tolist() == [3, 1, 2]
    alike = stats.rank_uncertainty([0.0] * 3, np.eye(3), draws=1000)
    assert (alike.low.tolist(), alike.high.tolist()) == ([1] * 3, [3] * 3)


def test_pairing_is_used() -> None:
    """The same means and variances; positively correlated means are better told apart."""
    apart = stats.rank_uncertainty([1.0, 0.0], [[4.0, 3.9], [3.9, 4.0]]).first[0]
    assert apart > 0.97
    assert stats.rank_uncertainty([1.0, 0.0], [[4.0, 0.0], [0.0, 4.0]]).first[0] < 0.7


Triple = tuple[int, int, int]

TABLES: list[Triple] = list(itertools.combinations(range(4), 3))


def rated(strengths: np.ndarray, tables: list[Triple], games: int) -> stats.Ratings:
    wins = np.zeros(len(strengths))
    for table in tables:
        seated = np.array([strengths[player] for player in table])
        for player, part in zip(table, seated / seated.sum(), strict=True):
            wins[player] += games * part
    ratings = stats.luce_ratings(wins, tables, [games] * len(tables), np.eye(len(wins)))
    assert ratings is not None
    return ratings


def test_ratings_give_back_the_strengths_that_made_the_wins() -> None:
    strengths = np.array([1.0, 2.0, 0.5, 4.0])
    points = rated(strengths, TABLES, 1000).points
    assert points.mean() == pytest.approx(CENTRE)
    differences = (points[:, None] - points[None, :]) / SCALE
    assert np.exp(differences) == pytest.approx(strengths[:, None] / strengths[None, :])


def test_two_players_at_tables_with_one_of_them_twice() -> None:
    points = rated(np.array([3.0, 1.0]), [(0, 0, 1), (0, 1, 1)], 100).points
    assert points[0] - points[1] == pytest.approx(SCALE * math.log(3))


def test_one_table_is_the_logarithm_of_the_wins() -> None:
    ratings = stats.luce_ratings([100, 300, 600], [(0, 1, 2)], [1000], np.diag([90.0, 210.0, 240.0]))
    assert ratings is not None
    assert ratings.points[1] - ratings.points[0] == pytest.approx(SCALE * math.log(3))


def test_who_never_wins_has_no_rating() -> None:
    assert stats.luce_ratings([0, 5, 5], [(0, 1, 2)], [10], np.eye(3)) is None
    assert stats.luce_ratings([0, 0, 10], [(0, 1, 2)], [10], np.eye(3)) is None


def test_limits_hold_what_they_promise() -> None:
    """All games of a deal lean the same way, so that games depend on each other."""
    rng = np.random.default_rng(4)
    strengths = np.array([1.0, 1.3, 0.8, 1.1])
    deals = 150
    repeats = 300
    truth = np.log(strengths) - np.log(strengths).mean()
    # The model holds for the mean of a deal, in which the same table plays three games with one result.
    held = 0
    for _ in range(repeats):
        wins = np.zeros((deals, 4))
        for table in TABLES:
            part = strengths[list(table)] / strengths[list(table)].sum()
            winner = rng.choice(table, size=deals, p=part)
            wins[np.arange(deals), winner] += 3
        spread = np.cov(wins.T) * deals
        ratings = stats.luce_ratings(wins.sum(axis=0), TABLES, [3 * deals] * len(TABLES), spread)
        assert ratings is not None
        low = (ratings.low - CENTRE) / SCALE
        high = (ratings.high - CENTRE) / SCALE
        held += int(((low <= truth) & (truth <= high)).sum())
    assert held / (4 * repeats) == pytest.approx(0.95, abs=0.02)


RUNS, LOOKS, STEP = 4000, 100, 100

PLANNED = LOOKS * STEP


def running(seed: int) -> tuple[Ints, Ints, Ints]:
    """Running clusters, sums and sums of squares of many runs, looked at every STEP matches."""
    kinds = matches(seed, RUNS * LOOKS, STEP).reshape(RUNS, LOOKS, -1).cumsum(axis=1)
    return np.arange(1, LOOKS + 1) * STEP, total(kinds, PAYOUT), total(kinds, PAYOUT, PAYOUT)


def ever_missed(interval: stats.Interval) -> float:
    """Share of runs in which some look from the first thousand matches on missed the true mean."""
    late = np.arange(1, LOOKS + 1) * STEP >= stats.FIRST_LOOK
    return float((~interval.contains(expected(PAYOUT)) & late).any(axis=1).mean())


def test_confidence_sequence_survives_peeking_and_a_plain_interval_does_not() -> None:
    n, s, ss = running(18)
    assert 0.002 < ever_missed(stats.confidence_sequence(n, s, ss, PLANNED)) <= 0.05
    assert ever_missed(stats.mean_interval(n, s, ss)) > 0.2


def test_always_valid_p_rarely_lies_and_does_find_what_is_there() -> None:
    n, s, ss = running(19)
    truth = round(expected(PAYOUT))
    shifted = s - truth * n
    squares = ss - 2 * truth * s + truth * truth * n
    assert (stats.sequential_p(n, shifted, squares, PLANNED) <= 0.05).any(axis=1).mean() <= 0.05
    moved = shifted + 100 * n
    more = squares + 200 * shifted + 10_000 * n
    assert (stats.sequential_p(n, moved, more, PLANNED) <= 0.05).any(axis=1).mean() > 0.9


def test_always_valid_p_is_the_level_at_which_the_sequence_reaches_zero() -> None:
    n, s, ss = 5000, 40_000, 5_000_000
    p = float(stats.sequential_p(n, s, ss, 4000))
    rate = stats.mixture_rate(4000)
    mean = stats.mean_interval(n, s, ss)
    radius = mean.se * math.sqrt(2 * (n * rate + 1) / (n * rate) * math.log(math.sqrt(n * rate + 1) / p))
    assert 0 < p < 0.05
    assert radius == pytest.approx(mean.estimate)


def test_radius_is_the_published_formula() -> None:
    n, s, ss = 1700, 850, 170_000
    sequence = stats.confidence_sequence(n, s, ss, planned=1000)
    rate = stats.mixture_rate(1000)
    sigma = math.sqrt((ss - s * s / n) / (n - 1))
    root = math.sqrt(n * rate + 1)
    radius = sigma * math.sqrt(2 * (n * rate + 1) / (n**2 * rate) * math.log(root / 0.05))
    assert sequence.half_width == pytest.approx(radius)


@pytest.mark.parametrize("level", [0.9, 0.95, 0.999])
def test_rate_is_the_best_one(level: float) -> None:
    def radius(rate: float) -> float:
        return (1000 * rate + 1) / rate * math.log(math.sqrt(1000 * rate + 1) / (1 - level))

    best = stats.mixture_rate(1000, level)
    assert radius(best) < min(radius(best * 1.05), radius(best / 1.05))


def test_sequence_says_nothing_early() -> None:
    sequence = stats.confidence_sequence([0, 1, 999, 1000], [0, 5, 0, 0], [0, 25, 999, 1000], 1000)
    assert np.isinf(sequence.high).tolist() == [True, True, True, False]
    assert math.isnan(stats.confidence_sequence(2000, 10, 200, 1000).df)
    assert stats.sequential_p(999, 9990, 99_999, 1000) == 1


def test_the_games_needed_are_those_of_the_width_asked_for() -> None:
    needed = stats.games_needed(5000, float(stats.mean_interval(5000, 0, 5000).half_width), 0.02)
    width = stats.mean_interval(needed, 0, needed).half_width
    assert width <= 0.02 < 1.03 * width
    with pytest.raises(ValueError, match="half-width"):
        stats.games_needed(5000, 0.03, 0.0)


def test_interval_holds_its_level_after_stopping_on_precision() -> None:
    n, s, ss = running(20)
    interval = stats.mean_interval(n, s, ss)
    target = float(np.median(interval.half_width[:, 60]))
    stop = (interval.half_width <= target) & (n >= 1000)
    first = np.where(stop.any(axis=1), stop.argmax(axis=1), LOOKS - 1)
    assert np.ptp(first) > 10
    rows = np.arange(RUNS)
    stopped = stats.Interval(*(np.broadcast_to(f, interval.low.shape)[rows, first] for f in interval))
    assert holds_its_level(stopped, expected(PAYOUT))


COUNTS = np.arange(3, 13)

# Calling is worth less the higher the count, and nothing at 7.5.
DIFF = 30.0 * (7.5 - COUNTS)

GAMES = np.array([5, 9, 20, 30, 60, 90, 100, 80, 50, 20])


def pool_adjacent(weights: list[float], means: list[float]) -> list[float]:
    """Falling isotonic regression, the slow obvious way: pool neighbours that rise until none do."""
    blocks = [[w, m, 1.0] for w, m in zip(weights, means, strict=True)]
    place = 0
    while place < len(blocks) - 1:
        (w1, m1, k1), (w2, m2, k2) = blocks[place], blocks[place + 1]
        if m1 < m2:
            blocks[place : place + 2] = [[w1 + w2, (w1 * m1 + w2 * m2) / (w1 + w2), k1 + k2]]
            place = max(place - 1, 0)
        else:
            place += 1
    return [mean for _, mean, size in blocks for _ in range(int(size))]


@pytest.mark.parametrize("seed", range(30))
def test_best_threshold_is_where_isotonic_regression_crosses_zero(seed: int) -> None:
    rng = np.random.default_rng(seed)
    diff = DIFF + rng.normal(0, 80, len(DIFF))
    fitted = pool_adjacent(GAMES.tolist(), diff.tolist())
    want = max((int(c) for c, value in zip(COUNTS, fitted, strict=True) if value > 0), default=stats.NEVER)
    assert stats.fit_threshold(COUNTS, GAMES, diff, np.ones(10), draws=10).best == want


def test_probability_of_one_cell_is_the_normal_one() -> None:
    fit = stats.fit_threshold([4], [10], [1.0], [2.0], draws=40_000)
    assert fit.candidates.tolist() == [stats.NEVER, 4]
    assert fit.probability[1] == pytest.approx(0.69146, abs=0.01)


def test_never_is_an_answer() -> None:
    fit = stats.fit_threshold(COUNTS, GAMES, -np.abs(DIFF), np.full(10, 0.1))
    assert (fit.best, fit.low, fit.high, fit.value) == (stats.NEVER, stats.NEVER, stats.NEVER, 0.0)


def test_cells_without_data_are_left_out() -> None:
    diff = DIFF.copy()
    games = GAMES.copy()
    diff[2], games[4] = math.nan, 0
    fit = stats.fit_threshold(COUNTS, games, diff, np.full(10, 0.1))
    assert fit.best == 6
    assert fit.candidates.tolist() == [stats.NEVER, 3, 4, 6, 8, 9, 10, 11, 12]
    with pytest.raises(ValueError, match="no cell"):
        stats.fit_threshold([1], [0], [1.0], [1.0])
    with pytest.raises(ValueError, match="increasing"):
        stats.fit_threshold([2, 1], [1, 1], [1.0, 1.0], [1.0, 1.0])


def test_percentile_limits_usually_contain_the_best() -> None:
    rng = np.random.default_rng(25)
    hits = 0
    wide = 0
    for _ in range(300):
        fit = stats.fit_threshold(COUNTS, GAMES, rng.normal(DIFF, 25.0), np.full(10, 25.0), draws=400)
        hits += fit.low <= 7 <= fit.high
        wide += int(((fit.low <= fit.candidates) & (fit.candidates <= fit.high)).sum())
    assert hits / 300 >= 0.95
    assert wide / 300 < 6


def test_fresh_seeds_give_an_honest_value_and_the_fitting_ones_flatter() -> None:
    """Choosing on noise: worth nothing in truth, positive on the data that chose, level on data that did not."""
    rng = np.random.default_rng(26)
    nothing = np.zeros(10)
    error = np.full(10, 5.0)
    flattered, hits = [], 0
    for _ in range(3000):
        fit = stats.fit_threshold(COUNTS, GAMES, rng.normal(nothing, error), error, draws=2)
        flattered.append(fit.value)
        hits += bool(stats.threshold_value(fit.best, COUNTS, GAMES, rng.normal(nothing, error), error).contains(0.0))
    assert np.mean(flattered) > 0.5
    certain = np.mean(np.array(flattered) == 0.0)
    assert hits / 3000 == pytest.approx(certain + 0.95 * (1 - certain), abs=0.012)


def test_a_fit_does_not_depend_on_those_before() -> None:
    def fit(cells: int) -> list[float]:
        fit = stats.fit_threshold(range(cells), [50] * cells, np.linspace(1, -1, cells), [0.5] * cells, draws=200)
        return [fit.low, fit.high, *fit.probability]

    few = fit(5)
    many = fit(40)
    assert (fit(5), fit(40)) == (few, many)


def test_it_redraws_normally_about_each_cell() -> None:
    means = np.array([0.4, -0.1, -0.2])
    errors = np.array([0.3, 0.5, 0.2])
    drawn = np.random.default_rng(4).normal(means, errors, (300, 3)).cumsum(axis=1)
    best = np.column_stack([np.zeros(300), drawn]).argmax(axis=1)
    fit = stats.fit_threshold([0, 1, 2], [1, 1, 1], means, errors, draws=300, seed=4)
    assert fit.probability.tolist() == (np.bincount(best, minlength=4) / 300).tolist()
