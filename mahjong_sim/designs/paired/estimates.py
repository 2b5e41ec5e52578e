"""Means and paired differences of arms, the deal being the unit."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from mahjong_sim.designs.batch.estimates import UNIT, estimate
from mahjong_sim.designs.batch.tally import COLUMNS
from mahjong_sim.designs.paired.job import PairedJob
from mahjong_sim.designs.paired.totals import PairedTotals
from mahjong_sim.game.state import SEATS
from mahjong_sim.melds import BAHAY
from mahjong_sim.rules import KNOBS, RuleSet
from mahjong_sim.rules.words import WORDS
from mahjong_sim.tiles import TILES
from tongits_sim.run.answers import Estimate
from tongits_sim.stats import (
    Interval,
    clustered_share,
    holm,
    mean_interval,
    p_value,
    paired_difference,
    rare_difference,
)

_MONEY = ("payout", "seat", "mano", "moved")
_SHARES = (*(f"wins_{slot}" for slot in range(SEATS)), "mano_wins", "void", "bunot")
_PLAY = (*_SHARES, "discards")
_PAYMENTS = ("hand", "quick", "concealed", "wait", "pay", "instant", "doubles", "jai_alai")
"""Groups of knobs that decide payments alone: tiles and acts are the same unless a player looks at them."""


def scale_of(column: str, games: int) -> float:
    """By what a sum over a match is multiplied to be one per game, in units where it is money.

    Args:
        column: a name of `tally.COLUMNS`.
        games: games of a match in all its seatings.
    """
    money = column.startswith(_MONEY) and column != "mano_wins"
    return (1 / UNIT if money else 1.0) / games


class PairedEstimates:
    """Moments over deals of the columns of all arms of a job, per game."""

    def __init__(self, job: PairedJob, sums: PairedTotals) -> None:
        self._arms = job.arms
        self._sums = sums
        self._games = job.games_per_deal
        self.count = sums.games

    def mean(self, arm: int, column: str) -> Estimate:
        """A column of an arm, per game; a share has limits that are valid for rare events too."""
        at = COLUMNS.index(column)
        x, xx = int(self._sums["x"][arm, at]), int(self._sums["xx"][arm, at])
        if column in _SHARES:
            games, each = self.count * self._games, self._games
            return estimate(clustered_share(self.count, games, x, games * each, x * each, xx))
        return estimate(mean_interval(self.count, x, xx), scale_of(column, self._games))

    def change(self, arm: int, column: str) -> tuple[Estimate, float | None]:
        """What a column of an arm is more than that of the first arm, per game, and the p-value of no difference.

        Where no deal differs the limits are what so many deals allow, of width 0 only where none can differ.
        """
        at = COLUMNS.index(column)
        x, xx, first = (self._sums[name] for name in ("x", "xx", "first"))
        sums = (x[0, at], x[arm, at], xx[0, at], first[arm, at], xx[arm, at])
        differ = self._sums["differ"][arm]
        unplayed = column in _PLAY and not any(differ[COLUMNS.index(each)] for each in _PLAY)
        sure = self._same_arm(arm, besides=_PAYMENTS if unplayed else ())
        return self._difference(column, sums, int(differ[at]), sure)

    def lead(self, one: int, other: int) -> tuple[Estimate, float | None]:
        """What slot 0 earns more in one arm than in another, units a game, and the p-value of no difference."""
        x, xx, pairs = (self._sums[name] for name in ("x", "xx", "pairs"))
        sums = (x[other, 0], x[one, 0], xx[other, 0], pairs[one, other], xx[one, 0])
        return self._difference("payout_0", sums, int(self._sums["apart"][one, other]))

    def _difference(
        self, column: str, sums: Sequence[int], differing: int, sure: bool = False
    ) -> tuple[Estimate, float | None]:
        """A difference, from the sums of `paired_difference` and the number of deals that differ."""
        scale = scale_of(column, self._games)
        interval = paired_difference(self.count, *map(int, sums)).scaled(scale)
        if not (sure and interval.estimate == 0):
            interval = rare_difference(interval, differing, self._most(column))
        return estimate(interval), _p(interval)

    def _same_arm(self, arm: int, besides: Sequence[str]) -> bool:
        """Whether an arm has the players and rules of the first, besides some groups of knobs."""
        one, other = self._arms[0], self._arms[arm]
        same = _effective(one.rules, besides) == _effective(other.rules, besides)
        return same and [each.identity for each in one.players] == [each.identity for each in other.players]

    def _most(self, column: str) -> float:
        """The largest difference of a column that a game can make."""
        if column in _PLAY:
            return TILES if column == "discards" else 1
        return (SEATS - 1 if column == "moved" else 2) * max(largest_payment(arm.rules) for arm in self._arms)


def largest_payment(rules: RuleSet) -> float:
    """An upper bound on a seat's win or loss in a game, in units; the pot is included (V10, V11, V12)."""
    knobs = rules.knobs()
    hand = math.fsum(float(value) for name, value in knobs.items() if name.startswith("hand."))
    pay, instant = rules.pay, rules.instant
    melds = max(instant.beauty, instant.news, instant.kang, instant.secret) + instant.sagasa
    flowers = instant.no_flowers + instant.winner_no_flowers + instant.many_flowers
    each = max(pay.discarder, pay.others, pay.bunot) * hand + BAHAY * melds + flowers
    return (SEATS - 1) * ((rules.doubles.factor if rules.doubles.play else 1) * each + rules.jai_alai.share)


def _effective(rules: RuleSet, besides: Sequence[str]) -> dict[str, Any]:
    """The knobs that have an effect under these rules, besides some groups."""
    effective = (name for name in KNOBS if not WORDS.idle_reason(rules, name))
    return {name: rules.knobs()[name] for name in effective if name.partition(".")[0] not in besides}


def adjusted(values: list[float | None]) -> list[float | None]:
    """Holm's adjusted p-values of a family; None stays None."""
    p_values = holm([math.nan if value is None else value for value in values])
    return [None if math.isnan(value) else float(value) for value in p_values]


def verdict(diff: Estimate, p_holm: float | None) -> str:
    """Whether a difference is decided at 5 %, and which way."""
    if p_holm is None or p_holm > 0.05 or diff.mean is None or diff.mean == 0:
        return "undecided"
    return "better" if diff.mean > 0 else "worse"


def _p(interval: Interval) -> float | None:
    value = float(p_value(interval))
    return None if math.isnan(value) else value
