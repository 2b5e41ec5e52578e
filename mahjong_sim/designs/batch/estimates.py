"""Estimates of a batch: rows for players, seats and mano, in units, with intervals.

Every interval treats matches as independent: a ratio of sums over matches (`ratio_interval`), for shares of games
`clustered_share`. Rates are per game.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from mahjong_sim.designs.batch import tally
from mahjong_sim.designs.batch.answer import Leader, PlayerRow
from mahjong_sim.designs.batch.totals import BatchTotals
from mahjong_sim.game.state import ENDINGS, PARTS, SEATS
from mahjong_sim.hands.values import ITEMS
from mahjong_sim.melds import MELDS
from tongits_sim.run.answers import Estimate, Limits
from tongits_sim.stats import Interval, clustered_share, ratio_interval

UNIT = 100
"""Cents in a unit."""
LEVEL = 0.95


class BatchEstimates:
    """First and second moments over matches of the columns of `tally.COLUMNS`."""

    def __init__(self, sums: BatchTotals) -> None:
        self.count, self.games, self.games_sq = (int(each) for each in sums["clusters"])
        self._x, self._nx, self._xx = ([int(each) for each in sums[name]] for name in ("x", "nx", "xx"))
        self._cross = dict(zip(tally.PAIRS, (int(each) for each in sums["cross"]), strict=True))

    def x(self, column: int) -> int:
        """Sum of a column."""
        return self._x[column]

    def weighted(self, first: int, weights: Mapping[int, int], seats: int = 1) -> Interval:
        """A weighted sum of the columns `first + slot`, per game and player.

        The products of slots are known for payouts only, so other columns have one slot.

        Args:
            first: the column of slot 0.
            weights: weights by slot.
            seats: players per game that the sum adds up.
        """
        x = sum(weight * self._x[first + slot] for slot, weight in weights.items())
        nx = sum(weight * self._nx[first + slot] for slot, weight in weights.items())
        xx = sum(weight**2 * self._xx[first + slot] for slot, weight in weights.items())
        xx += sum(2 * weights[a] * weights[b] * self._cross[a, b] for a in weights for b in weights if a < b)
        return self.per_game(x, nx, xx, seats)

    def column(self, column: int) -> Interval:
        """A column per game."""
        return self.per_game(self._x[column], self._nx[column], self._xx[column])

    def share(self, column: int) -> Interval:
        """A column that counts events, as a share of games; the limits are valid for rare events too."""
        x, nx, xx = self._x[column], self._nx[column], self._xx[column]
        return clustered_share(self.count, self.games, x, self.games_sq, nx, xx, level=LEVEL)

    def per_game(self, x: int, nx: int, xx: int, seats: int = 1) -> Interval:
        """Interval of a sum over matches, per game and player.

        Args:
            x: sum over matches.
            nx: sum over matches of games times x.
            xx: sum over matches of x squared.
            seats: players per game that x adds up.
        """
        return ratio_interval(self.count, seats * self.games, x, seats**2 * self.games_sq, seats * nx, xx, level=LEVEL)


def limits(interval: Interval, scale: float = 1.0) -> Limits | None:
    """The limits of an interval times `scale`; None if they are not finite."""
    low, high = float(interval.low) * scale, float(interval.high) * scale
    return (low, high) if math.isfinite(low) and math.isfinite(high) else None


def estimate(interval: Interval, scale: float = 1.0) -> Estimate:
    """An interval as the answer's type, times `scale`."""
    mean = float(interval.estimate) * scale
    return Estimate(mean if math.isfinite(mean) else None, limits(interval, scale))


def player_row(sums: BatchTotals, moments: BatchEstimates, label: str, slots: tuple[int, ...]) -> PlayerRow:
    """The row of one player, who may occupy several slots.

    Args:
        sums: the merged counts.
        moments: the same counts as moments over matches.
        label: the player's label.
        slots: the slots they occupy.
    """

    def count(name: str) -> int:
        return sums.field(name, *slots)

    games, wins = count("games"), count("wins")
    total, squares = count("payout"), count("payout_sq")
    spread = games * squares - total * total
    return PlayerRow(
        player=label,
        slots=slots,
        games=games,
        payout=estimate(moments.weighted(tally.C_PAYOUT, dict.fromkeys(slots, 1), len(slots)), 1 / UNIT),
        payout_sd=math.sqrt(spread / (games * max(games - 1, 1))) / UNIT if games else None,
        wins=_pooled([estimate(moments.share(tally.C_WINS + slot)) for slot in slots]),
        bunot_rate=over(count("ends_bunot"), games),
        discarded_rate=over(count("discarded"), games),
        waiting_rate=over(count("waiting"), games),
        opened_rate=over(count("opened"), games),
        hand_mean=over(count("value"), wins * UNIT),
        parts={part: over(count(f"part_{part}"), games * UNIT) for part in PARTS},
        melds={meld: over(count(f"meld_{meld}"), games) for meld in MELDS[1:]},
        items={item: over(count(f"item_{item}"), wins) for item in ITEMS},
    )


def _pooled(shares: list[Estimate]) -> Estimate:
    """The average of several slots' shares; its limits are the average of theirs, valid under any dependence."""
    if any(each.mean is None for each in shares):
        return Estimate(None)
    mean = math.fsum(each.mean or 0 for each in shares) / len(shares)
    known = [each.ci95 for each in shares if each.ci95 is not None]
    if len(known) < len(shares):
        return Estimate(mean)
    low, high = (math.fsum(pair[side] for pair in known) / len(known) for side in (0, 1))
    return Estimate(mean, (low, high))


def leader(moments: BatchEstimates, groups: Mapping[str, tuple[int, ...]]) -> Leader | None:
    """The lead per game of the best player over the second best; `groups`: the slots of each player."""
    if len(groups) < 2 or moments.games == 0:
        return None
    means = {name: sum(moments.x(tally.C_PAYOUT + s) for s in slots) / len(slots) for name, slots in groups.items()}
    best, following = sorted(groups, key=lambda name: -means[name])[:2]
    first, second = groups[best], groups[following]
    scale = len(first) * len(second)
    weights = dict.fromkeys(first, scale // len(first)) | dict.fromkeys(second, -scale // len(second))
    interval = moments.weighted(tally.C_PAYOUT, weights, scale)
    return Leader(best, following, float(interval.estimate) / UNIT, limits(interval, 1 / UNIT))


def seat_estimates(moments: BatchEstimates) -> tuple[Estimate, ...]:
    """The payout of each seat, units a game."""
    return tuple(estimate(moments.column(tally.C_SEAT + seat), 1 / UNIT) for seat in range(SEATS))


def endings_share(sums: BatchTotals) -> dict[str, float]:
    """Share of games by ending."""
    return {ending: int(number) / max(sums.games, 1) for ending, number in zip(ENDINGS, sums["endings"], strict=True)}


def over(numerator: int, denominator: int) -> float | None:
    """A share; None of nothing."""
    return numerator / denominator if denominator else None
