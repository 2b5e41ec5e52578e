"""The difference of a share between two arms on the same deals, valid for rare events too.

The difference is the share gained minus the share lost: events that the second arm has more, or fewer, of. Both shares
have Wilson intervals at their effective numbers of trials, and the limits of the difference are recovered from these
intervals. If few deals differ, a normal interval would be too narrow and miss on one side, because only discordant
deals carry information.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tongits_sim.stats._numbers import Real, Whole, coscatter, exact, plain, quotient, root, scatter, special, wilson
from tongits_sim.stats.intervals import Interval, critical_value
from tongits_sim.stats.proportions import design_effect

_FARTHEST = 40.0
"""Standard normal deviate beyond which a p-value is 0 as a float."""
_BITS = 40
"""Halvings of the interval that holds the p-value's deviate."""
_AT_ONCE = 8
"""For few p-values, the 255 cuts of this many halvings are tried at once, because a call of numpy takes longer than its
work.
"""
_FEW = 16
"""For more p-values, halvings follow each other, which is the least work."""


class Flow(NamedTuple):
    """What clusters gained or lost of an event: ints, or integer arrays of one shape.

    The two arms of a cluster are compared as a whole, so a cluster gains, loses, or neither.
    """

    total: Whole
    """Events more (or fewer) in the second arm, over the clusters that have more (or fewer)."""
    squares: Whole
    """Sum of their squares over clusters."""


class _Side(NamedTuple):
    """A share gained or lost: its estimate, effective number of trials, and variance."""

    share: Real
    trials: Real
    variance: Real


def paired_share_difference(n: Whole, trials: Whole, gained: Flow, lost: Flow, *, level: float = 0.95) -> Interval:
    """Interval for the share of an event in the second arm minus the share in the first.

    ``d = b - c`` with ``b`` the share gained, ``c`` the share lost, their Wilson limits ``l``, ``u`` at effective
    numbers of trials, and ``r <= 0`` the correlation of the estimates:
    ``low = d - sqrt((b - lb)**2 - 2 * r * (b - lb) * (uc - c) + (uc - c)**2)``, and the upper limit accordingly. A side
    without events takes the design effect of the other side; if neither side has events, each cluster counts as one
    trial.

    Parameters
    ----------
    n : int or array of int
        Clusters: deals with all their seatings.
    trials : int or array of int
        Trials of one arm in each cluster: games, or hands.
    gained, lost : Flow
        What clusters gained and lost.
    level : float
        Confidence level.

    Returns
    -------
    Interval
        ``se`` is the error of the paired difference; all nan if ``n = 0``. If the arms agree in every cluster, the
        estimate is 0, and the limits leave room for clusters in which the arms differ (`unseen_share`).

    References
    ----------
    Newcombe (1998), Statistics in Medicine 17:2635 (paired, from Wilson's limits). Zou, Donner (2008), Statistics in
    Medicine 27:1693 (limits recovered from those of the parts). Effective sample size: see `clustered_share`.

    Examples
    --------
    >>> few = paired_share_difference(1000, 6, Flow(0, 0), Flow(5, 5))
    >>> [round(10_000 * float(each), 1) for each in few[:3]]
    [-8.3, -19.5, -0.4]
    """
    up, down, r = _sides(n, trials, gained, lost)
    low, high = _limits(up, down, r, np.asarray(critical_value(level)))
    same = (exact(gained.squares) == 0) & (exact(lost.squares) == 0)
    none = np.asarray(exact(n) == 0, dtype=bool)
    low, high = (np.where(none, np.nan, limit) for limit in (low, high))
    cross = 2 * r * np.sqrt(up.variance * down.variance)
    se = np.sqrt(np.maximum(up.variance + down.variance - cross, 0.0))
    se = np.where(same & (exact(n) > 1).astype(bool), 0.0, se)
    shaped = np.broadcast_arrays(up.share - down.share, low, high, se, exact(n).astype(np.int64))
    return Interval(*(plain(np.array(field)) for field in shaped))


def unseen_share(n: Whole, *, level: float = 0.95) -> Real:
    """The share of clusters that may differ although ``n`` clusters agree: Wilson's upper limit, ``z**2 / (n + z**2)``.

    References
    ----------
    Wilson (1927), JASA 22:209.

    Examples
    --------
    >>> round(float(unseen_share(300)), 4)
    0.0126
    """
    square = np.square(critical_value(level))
    return plain(square / (quotient(n, 1) + square))


def paired_share_p(n: Whole, trials: Whole, gained: Flow, lost: Flow) -> Real:
    """Two-sided p-value of no difference: 1 minus the level at which the interval just excludes 0.

    So a test at 5 % and the 95 % interval of `paired_share_difference` never contradict each other; 1 if no cluster
    differs, nan if ``n < 2``.

    Parameters
    ----------
    n, trials : int or array of int
        Clusters, and trials of one arm in each.
    gained, lost : Flow
        What clusters gained and lost.
    """
    up, down, r = _sides(n, trials, gained, lost)
    rises = np.asarray(up.share >= down.share)
    up, down = (_Side(*(np.asarray(field)[..., np.newaxis] for field in side)) for side in (up, down))
    r = np.asarray(r)[..., np.newaxis]
    low = np.zeros(rises.shape)
    width = _FARTHEST
    parts = 2 ** (_AT_ONCE if rises.size <= _FEW else 1)
    cuts = np.arange(1, parts) / parts
    while width > _FARTHEST / 2**_BITS:
        ends = _limits(up, down, r, low[..., np.newaxis] + width * cuts)
        outside = np.where(rises[..., np.newaxis], ends[0] > 0, ends[1] < 0)
        width /= parts
        low = low + width * np.logical_and.accumulate(outside, axis=-1).sum(axis=-1)
    p = np.where(low > _FARTHEST - 1e-6, 0.0, 2 * special().ndtr(-low))
    return plain(np.where((exact(n) >= 2).astype(bool), p, np.nan))


def _sides(n: Whole, trials: Whole, gained: Flow, lost: Flow) -> tuple[_Side, _Side, Real]:
    """Both sides, and the correlation of their estimates."""
    count = exact(n)
    per_unit = exact(trials)
    effects = [_effect(count, per_unit, side) for side in (gained, lost)]
    portable = [np.isfinite(effect) & (effect > 0) for effect in effects]
    cautious = quotient(per_unit, 1)
    sides = []
    for at, side in enumerate((gained, lost)):
        effect = np.where(portable[at], effects[at], np.where(portable[1 - at], effects[1 - at], cautious))
        total = np.where((count > 0).astype(bool), quotient(count * per_unit, 1), np.nan)
        variance = quotient(scatter(count, side.total, side.squares), count * count * (count - 1) * per_unit * per_unit)
        sides.append(_Side(quotient(side.total, count * per_unit), total / effect, variance))
    spread = [root(quotient(scatter(count, side.total, side.squares), 1)) for side in (gained, lost)]
    joint = quotient(coscatter(count, gained.total, lost.total, 0), 1)
    scale = spread[0] * spread[1]
    return sides[0], sides[1], np.where(scale > 0, joint / np.where(scale > 0, scale, 1.0), 0.0)


def _effect(count: Whole, per_unit: Whole, side: Flow) -> Real:
    trials = count * per_unit
    events = exact(side.total)
    squares = exact(side.squares)
    return np.asarray(design_effect(count, trials, events, trials * per_unit, events * per_unit, squares))


def _limits(up: _Side, down: _Side, r: Real, z: Real) -> tuple[Real, Real]:
    (below_up, above_up), (below_down, above_down) = (_wilson_distances(side, z) for side in (up, down))
    d = up.share - down.share
    low = d - np.sqrt(np.square(below_up) - 2 * r * below_up * above_down + np.square(above_down))
    high = d + np.sqrt(np.square(above_up) - 2 * r * above_up * below_down + np.square(below_down))
    return np.maximum(low, -1.0), np.minimum(high, 1.0)


def _wilson_distances(side: _Side, z: Real) -> tuple[Real, Real]:
    """Distances from a share to its lower and its upper Wilson limit."""
    p = side.share
    low, high = wilson(p, side.trials, z)
    below = np.where(p == 0, 0.0, p - np.maximum(low, 0.0))
    return np.maximum(below, 0.0), np.maximum(np.minimum(high, 1.0) - p, 0.0)
