"""Valid stopping rules.

A *precision target* stops when the interval is narrow enough (`games_needed`). *Monitoring* stops when the question is
decided, and pays for interim looks with a wider interval (`confidence_sequence`): repeated looks at an ordinary
interval would find differences that do not exist. A run of fixed length needs neither.
"""

from __future__ import annotations

import math

import numpy as np

from tongits_sim.stats._numbers import Real, Whole, check_level, plain, portable, special
from tongits_sim.stats.intervals import Interval, mean_interval

FIRST_LOOK = 1000
"""Clusters before the first limits of a confidence sequence. The guarantee is asymptotic, because the variance is
estimated.

Measured on matches with a jackpot in one of fifty (skewness 5.9), ever-miscoverage at a nominal 5 %: 5.5 % when the
first look comes after 100 matches, 3.7 % after 300, 2.7 % after 1000.
"""


RESERVE = 1.03
"""Games planned for each game needed, because the width that they were computed from is an estimate."""
FURTHEST = 100
"""How many times longer a run gets at most at a time, and `UNKNOWN_WIDTH` if its width is not known."""
UNKNOWN_WIDTH = 4


def games_needed(games: int, half_width: float | None, asked: float) -> int:
    """The games after which a look at the interval will find the half-width asked for, most of the time.

    ``games * (half_width / asked)**2`` and a small reserve, since the width falls with the square root of the games;
    rounded up to three digits. Looking again until the width is reached keeps the interval's level asymptotically: the
    decision uses the variance, which hardly depends on the mean. The first look must have clusters enough
    (`FIRST_LOOK`), so that the variance is not small by luck.

    Parameters
    ----------
    games : int
        Games, or clusters, so far.
    half_width : float or None
        After these games; None while undefined.
    asked : float
        Positive, in the same unit.

    Returns
    -------
    int
        More than ``games``.

    Raises
    ------
    ValueError
        If ``asked`` is not positive.

    References
    ----------
    Stein (1945), Annals of Mathematical Statistics 16:243 (two stages). Hall (1981), Annals of Statistics 9:1229 (three
    stages). Chow, Robbins (1965), Annals of Mathematical Statistics 36:457. Law (2015), section 9.4.1.

    Examples
    --------
    >>> games_needed(5000, 0.0277, 0.02), games_needed(1000, None, 0.02)
    (9880, 4000)
    """
    if not asked > 0:
        raise ValueError(f"the half-width asked for is {asked}, but must be positive")
    if half_width is None or not math.isfinite(half_width):
        return UNKNOWN_WIDTH * games
    times = min(FURTHEST, RESERVE * (half_width / asked) ** 2)
    needed = max(math.ceil(games * times), games + 1)
    digit: int = 10 ** max(0, len(str(needed)) - 3)
    return -(-needed // digit) * digit


def mixture_rate(planned: int, level: float = 0.95) -> float:
    """The mixture parameter ``r`` that makes the confidence sequence narrowest at ``planned`` clusters.

    Minimising the radius over ``r`` gives ``r = (x - 1) / n`` with ``x - ln(x) = 1 - 2 * ln(alpha)``, that is
    ``x = -W(-alpha**2 / e)`` on the branch -1 of Lambert's function. Elsewhere the sequence is still valid, only wider.

    Raises
    ------
    ValueError
        If ``planned`` is below 1.

    References
    ----------
    Howard, Ramdas, McAuliffe, Sekhon (2021), Annals of Statistics 49:1055, Proposition 3.

    Examples
    --------
    >>> round(mixture_rate(1000) * 1000, 2)
    8.21
    """
    check_level(level)
    if planned < 1:
        raise ValueError(f"planned is {planned} clusters, but must be at least 1")
    alpha = 1 - level
    x = -float(special().lambertw(-(alpha * alpha) / math.e, -1))
    return (x - 1) / planned


def confidence_sequence(
    n: Whole, s: Whole, ss: Whole, planned: int, *, level: float = 0.95, first: int = FIRST_LOOK
) -> Interval:
    """Intervals for a mean that hold at all looks simultaneously, so a run may stop at any time for any reason.

    Normal mixture: radius ``sd * sqrt(2 * (n * r + 1) / (n**2 * r) * ln(sqrt(n * r + 1) / alpha))``, with ``r`` from
    `mixture_rate` and the running standard deviation. At ``n = planned`` it is 1.55 times the width of the fixed-n
    interval at 95 %.

    Parameters
    ----------
    n, s, ss : int or array of int
        Running clusters, sums and sums of squares, one element per look.
    planned : int
        The number of clusters for which the sequence is narrowest; fixed before the run.
    level : float
        Probability that *no* interval of the sequence misses the mean.
    first : int
        Before this many clusters the limits are infinite.

    Returns
    -------
    Interval
        ``df`` is nan, so that `p_value` refuses: use `sequential_p`.

    References
    ----------
    Robbins (1970), Ann. Math. Stat. 41:1397. Howard et al. (2021), Annals of Statistics 49:1055, section 3.2 (two-sided
    normal mixture). Estimated variance: Waudby-Smith et al. (2024), Annals of Statistics 52:2613, section 2.
    """
    mean = mean_interval(n, s, ss, level=level)
    rate = mixture_rate(planned, level) * np.asarray(mean.n, dtype=np.float64)
    late = np.asarray(mean.n) >= max(first, 2)
    safe = np.where(late, rate, 1.0)
    widening = portable(np.sqrt(2 * (safe + 1) / safe * (0.5 * np.log1p(safe) - math.log(1 - level))))
    radius = np.where(late, widening * np.where(late, mean.se, 0.0), np.inf)
    centre = np.where(late, mean.estimate, 0.0)
    refuses_p = np.full(late.shape, np.nan)
    return Interval(mean.estimate, plain(centre - radius), plain(centre + radius), mean.se, mean.n, plain(refuses_p))


def sequential_p(n: Whole, s: Whole, ss: Whole, planned: int, *, level: float = 0.95, first: int = FIRST_LOOK) -> Real:
    """Always-valid p-value for a mean of 0: the alpha at which the sequence tuned for ``level`` just reaches 0.

    ``sqrt(n * r + 1) * exp(-z**2 / 2 * n * r / (n * r + 1))``, at most 1, with ``z = mean / se``: the inverse of the
    normal-mixture martingale. ``P(ever <= alpha) <= alpha`` if the mean is 0. One value per look; the minimum over
    looks is valid too.

    Parameters
    ----------
    n, s, ss : int or array of int
        Running clusters, sums and sums of squares, one element per look.
    planned : int
        As for `confidence_sequence`.
    level : float
        Level at which the sequence is tuned.
    first : int
        Before this many clusters the p-value is 1.

    References
    ----------
    Johari, Koomen, Pekelis, Walsh (2022), Operations Research 70:1806, mixture sequential probability ratio test.
    """
    mean = mean_interval(n, s, ss, level=level)
    rate = mixture_rate(planned, level) * np.asarray(mean.n, dtype=np.float64)
    late = (np.asarray(mean.n) >= max(first, 2)) & (np.asarray(mean.se) > 0)
    z = np.where(late, mean.estimate, 0.0) / np.where(late, mean.se, 1.0)
    logarithm = 0.5 * np.log1p(rate) - 0.5 * (z * z) * rate / (rate + 1)
    return plain(np.where(late, portable(np.exp(np.minimum(logarithm, 0.0))), 1.0))
