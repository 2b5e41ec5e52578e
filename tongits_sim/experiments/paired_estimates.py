"""Estimates the effects of a change from duplicate deals: metrics of each arm, and differences from the first arm.

The independent unit is the deal in all its seatings (the match, if games are chained). A metric is a weighted sum of a
deal's quantities, so its difference is a mean of per-deal differences; only the standard deviation of payouts needs the
delta method. Shares have score intervals, which hold for rare events: Wilson's with the design effect, also for the
shares that deals gain and lose. The interval of the spread covers all players who, within noise, may be best or worst.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from tongits_sim import stats
from tongits_sim.experiments.paired import COUNTED, QUANTITIES, SESSION_BITS, SQUARE_BITS, Arm, PairedJob
from tongits_sim.experiments.worker import ROTATIONS
from tongits_sim.game.state import MAX_TURNS
from tongits_sim.rules import RuleSet
from tongits_sim.rules.amounts import UNIT, largest_payment, takes_fees
from tongits_sim.run.answers import Estimate
from tongits_sim.run.estimates import LEVEL
from tongits_sim.run.job import Run
from tongits_sim.stats._numbers import quadratic
from tongits_sim.stats.intervals import t_interval
from tongits_sim.strategy import Player

SHARES = {f"share_{name}": f"ending_{name}" for name in ("tongits", "draw", "challenge", "stock_out", "spread")}
BURNED = "sunog_rate"
SD = "payout_sd"
SPREAD = "skill_spread"
HOUSE = "house_income"
SESSION_SD = "session_sd"
SESSIONS = {"session_ahead": "ahead", "session_ruin": "ruined"}
COUNTS = SHARES | {BURNED: "burned"} | SESSIONS
"""Metrics that are shares -> the quantity that each counts."""
_Q = {name: number for number, name in enumerate(QUANTITIES)}
_PAYMENTS = ("pay", "bonus", "pot", "jackpot", "fees", "payout")
"""Groups of knobs that only decide payments: cards and decisions do not change unless a player reads these knobs."""
_SURE = 3.0  # standard errors by which a player must lead to be surely the best
_PER_PLAYER = 6  # divisible by 1, 2 and 3 slots of one player

Weights = Mapping[str, int]


class Conditions(NamedTuple):
    """Conditions of further metrics: rules take fees, a match has several games (a session), a bankroll is given."""

    fees: bool = False
    session: bool = False
    bankroll: bool = False

    @classmethod
    def of(cls, pairing: PairedJob) -> Conditions:
        """The conditions of a paired job."""
        fees = any(takes_fees(arm.rules) for arm in pairing.arms)
        return cls(fees, pairing.match_games > 1, pairing.match_games > 1 and pairing.bankroll > 0)


def metric_names(labels: Sequence[str], conditions: Conditions | None = None) -> tuple[str, ...]:
    """The metrics for players of these labels, in display order."""
    conditions = conditions or Conditions()
    players = list(dict.fromkeys(labels))
    metrics = ["dealer_edge", SD, "mean_pot"]
    if conditions.fees:
        metrics.append(HOUSE)
    metrics += [*SHARES, BURNED, "turns"]
    if conditions.session:
        metrics += [SESSION_SD, "session_ahead"]
    if conditions.bankroll:
        metrics.append("session_ruin")
    if len(players) > 1:
        metrics.append(SPREAD)
    return (*metrics, *(f"payout:{player}" for player in players))


class Effect:
    """The effect of an arm on a metric.

    Attributes:
        base, changed: the metric in the first arm and in this arm.
        diff: changed minus base, with its interval. If the arms agree in every deal, diff is 0, and its limits say what
            more deals might show: Wilson's limit for the share of deals that differ, times the largest possible
            difference; nan if this difference is unknown; width 0 if no deal can differ.
        p: two-sided p-value of no difference, from the same distribution as the interval; nan if undefined.
        variance_reduction: how many times more deals two independent runs would need; None if the difference, or
            both arms, have no variance.
    """

    def __init__(
        self, base: float, changed: float, diff: stats.Interval, factor: float, p: float | None = None
    ) -> None:
        self.base, self.changed, self.diff = base, changed, diff
        self.p = float(stats.p_value(diff)) if p is None else p
        self.variance_reduction = factor if math.isfinite(factor) else None


class PairedEstimates:
    """The effects in a paired job."""

    def __init__(
        self,
        pairing: PairedJob,
        totals: Mapping[str, np.ndarray],
        labels: Sequence[str],
        conditions: Conditions | None = None,
    ) -> None:
        """
        Args:
            pairing: the job.
            totals: the arrays of `PairedTotals`.
            labels: name the slots.
            conditions: of further metrics; None: those of the job.
        """
        self.pairing = pairing
        self.labels = tuple(labels)
        self.deals = int(totals["deals"].sum())
        self.metrics = metric_names(labels, conditions or Conditions.of(pairing))
        self._totals = totals
        self._games = pairing.games_per_deal
        self._own = {metric.key: metric for metric in pairing.metrics}
        self.metrics += tuple(self._own)
        self._keys = {name: number for number, name in enumerate((*QUANTITIES, *self._own))}
        self._sessions = len(pairing.seatings)

    def effect(self, metric: str, arm: int, idle: bool = False) -> Effect:
        """The effect of an arm on a metric; idle: the arms cannot differ."""
        effect = self._effect_in_deals(metric, arm)
        sure = idle or self._sure(metric, arm)
        if metric not in COUNTS:
            return self._cautious(effect, arm, self._most(metric), sure)
        if sure and effect.diff.se == 0:
            effect.diff = effect.diff._replace(low=0.0, high=0.0)
        return effect

    def _effect_in_deals(self, metric: str, arm: int) -> Effect:
        """The effect of an arm on a metric, without widening for rare differences."""
        if metric in (SD, SESSION_SD):
            return self._sd(arm, metric)
        if metric == SPREAD:
            return self._spread(arm)
        weights, scale = self._weights(metric)
        effect = self._linear(self._sums(weights, weights, arm), self.deals, scale)
        return self._share(metric, arm, effect) if metric in COUNTS else effect

    def level(self, metric: str, arm: int = 0) -> stats.Interval:
        """The value of a metric in one arm."""
        if metric in (SD, SESSION_SD):
            value, toward = self._sd_of(arm, metric)
            square = quadratic(toward, self._covariance(arm, arm), toward) if self.deals > 1 else math.nan
            return t_interval(value, math.sqrt(square / self.deals), self.deals, self.deals - 1, LEVEL)
        if metric == SPREAD:
            return self._spread(arm, alone=True).diff
        weights, scale = self._weights(metric)
        if metric in COUNTS:
            return self._share_of(metric, arm)
        return self._linear(self._sums({}, weights, arm), self.deals, scale).diff

    def differing(self, arm: int) -> tuple[int, int]:
        """Number of deals in which the arm differs from the first: in play, and in any quantity."""
        play, anything = self._totals["differ"][arm]
        return int(play), int(anything)

    def payout(self, arm: int, slot: int) -> Effect:
        """The payout of a slot, units a game, before and after the change."""
        weights = {f"payout_{slot}": 1}
        effect = self._linear(self._sums(weights, weights, arm), self.deals, 1 / (self._games * UNIT))
        return self._cautious(effect, arm, 2 * self._payment, self._same_arm(arm))

    def earned(self, arm: int, slot: int) -> stats.Interval:
        """A slot's earnings a game in an arm; equals `payout` if the slot earns exactly 0 in the first arm."""
        level = self._linear(self._sums({}, {f"payout_{slot}": 1}, arm), self.deals, 1 / (self._games * UNIT)).diff
        if len({player.spec for player in self.pairing.arms[arm].players}) == 1:
            return level
        return stats.rare_difference(level, self.deals, 2 * self._payment, level=LEVEL)

    # ---- if few or no deals differ

    def _cautious(self, effect: Effect, arm: int, most: float, sure: bool) -> Effect:
        """Widen the limits if few or no deals differ: a normal interval cannot see the rare deal that did not come up.

        Args:
            effect: the effect without widening.
            most: the largest possible difference; nan if unknown.
            sure: the arms cannot differ.
        """
        if sure and effect.diff.estimate == 0:
            return effect
        rare = stats.rare_difference(effect.diff, self.differing(arm)[1], most, level=LEVEL)
        if rare is not effect.diff:
            effect.diff = rare
            effect.p = float(stats.p_value(rare))
        return effect

    def _sure(self, metric: str, arm: int) -> bool:
        """Whether an arm cannot differ from the first arm in a metric."""
        base, changed = (self.pairing.arms[number].rules for number in (0, arm))
        if self._same_arm(arm) or (metric == HOUSE and not takes_fees(base) and not takes_fees(changed)):
            return True
        if metric == "share_spread":
            return base.tongits.spread == changed.tongits.spread == "off"
        if metric.startswith("payout:") and all(self._earns_nothing(metric, number) for number in (0, arm)):
            return True
        of_play = metric in SHARES or metric in (BURNED, "turns")
        return of_play and self._same_arm(arm, besides=_PAYMENTS) and self.differing(arm)[0] == 0

    def _same_arm(self, arm: int, besides: Sequence[str] = ()) -> bool:
        """Whether an arm has the players and rules of the first arm, apart from some groups of knobs."""
        base, changed = (self.pairing.arms[number] for number in (0, arm))
        before, after = self._knobs[0], self._knobs[arm]
        knobs = [knob for knob in {**before, **after} if knob.partition(".")[0] not in besides]
        same = all(before.get(knob) == after.get(knob) for knob in knobs)
        return same and [player.spec for player in base.players] == [player.spec for player in changed.players]

    def _earns_nothing(self, metric: str, arm: int) -> bool:
        """Whether the metric is 0 in every deal of an arm, because three copies of a player pay only each other."""
        weights, _ = self._weights(metric)
        _, _, _, _, squares = self._sums({}, weights, arm)
        return len(set(self.labels)) == 1 and squares == 0

    def _most(self, metric: str) -> float:
        """The largest difference of a metric in a deal, per game; nan if unknown."""
        known = {"turns": float(MAX_TURNS), "dealer_edge": 3 * self._payment, "mean_pot": 2 * self._payment}
        known |= {HOUSE: 3 * self._payment, SPREAD: 4 * self._payment}
        return 2 * self._payment if metric.startswith("payout:") else known.get(metric, math.nan)

    @functools.cached_property
    def _knobs(self) -> list[dict[str, Any]]:
        """The knobs of every arm, read once: each metric of each arm looks at them."""
        return [arm.rules.knobs() for arm in self.pairing.arms]

    @functools.cached_property
    def _payment(self) -> float:
        """The largest win or loss of a seat in a game under the rules of any arm, in units."""
        return max(largest_payment(arm.rules) for arm in self.pairing.arms) / UNIT

    def _weights(self, metric: str) -> tuple[Weights, float]:
        """A linear metric as weights of a deal's quantities, and the factor to a value per game."""
        if metric in COUNTS:
            return {COUNTS[metric]: 1}, 1 / self._trials(metric)
        if metric in self._own:
            return {metric: 1}, self._own[metric].scale / self._games
        if metric.startswith("payout:"):
            return self._of_player(metric.removeprefix("payout:")), 1 / (_PER_PLAYER * self._games * UNIT)
        if metric == HOUSE:
            return {f"payout_{slot}": -1 for slot in range(3)}, 1 / (self._games * UNIT)
        names = {
            "dealer_edge": ("edge", 1 / (2 * self._games * UNIT)),
            "mean_pot": ("pot", 1 / (self._games * UNIT)),
            "turns": ("turns", 1 / self._games),
        }
        name, scale = names[metric]
        return {name: 1}, scale

    def _of_player(self, label: str) -> dict[str, int]:
        slots = [slot for slot, name in enumerate(self.labels) if name == label]
        return {f"payout_{slot}": _PER_PLAYER // len(slots) for slot in slots}

    def _sums(self, before: Weights, after: Weights, arm: int) -> tuple[int, ...]:
        """Sums of x, y, x*x, x*y, y*y over deals: x weighs the first arm's quantities, y this arm's."""
        totals = self._totals
        x = self._vector(before)
        y = self._vector(after)
        first, mine = (totals["sums"][number] for number in (0, arm))
        own, reference = (totals["products"][number] for number in (arm, 0))
        cross = totals["cross"][arm]
        return int(x @ first), int(y @ mine), int(x @ reference @ x), int(x @ cross @ y), int(y @ own @ y)

    def _linear(self, sums: tuple[int, ...], deals: int, scale: float) -> Effect:
        sx, sy, sxx, sxy, syy = sums
        diff = stats.paired_difference(deals, sx, sy, sxx, sxy, syy, level=LEVEL).scaled(scale)
        factor = float(stats.variance_reduction(deals, sx, sy, sxx, sxy, syy)) if deals > 1 else math.nan
        base, changed = (_mean(total, deals) * scale for total in (sx, sy))
        return Effect(base, changed, diff, factor)

    # ---- shares

    def _trials(self, metric: str) -> int:
        """Trials of a share in a deal: games, hands, or players of a session."""
        if metric in SESSIONS:
            return 3 * self._sessions
        return (3 if metric == BURNED else 1) * self._games

    def _share(self, metric: str, arm: int, linear: Effect) -> Effect:
        """The effect on a share, with limits that hold for rare events too."""
        if self.deals < 2:
            return linear
        gained, lost = (
            stats.Flow(*map(int, side)) for side in self._totals["flows"][arm][COUNTED.index(COUNTS[metric])]
        )
        flows = (self.deals, self._trials(metric), gained, lost)
        limits = stats.paired_share_difference(*flows, level=LEVEL)
        diff = linear.diff._replace(low=float(limits.low), high=float(limits.high))
        factor = math.nan if linear.variance_reduction is None else linear.variance_reduction
        return Effect(linear.base, linear.changed, diff, factor, float(stats.paired_share_p(*flows)))

    def _share_of(self, metric: str, arm: int) -> stats.Interval:
        weights, scale = self._weights(metric)
        _, events, _, _, squares = self._sums({}, weights, arm)
        a_deal = self._trials(metric)
        trials = self.deals * a_deal
        share = stats.clustered_share(
            self.deals, trials, events, trials * a_deal, events * a_deal, squares, level=LEVEL
        )
        return share._replace(se=stats.mean_interval(self.deals, events, squares).scaled(scale).se)

    # ---- the spread between the best and the worst player

    def _spread(self, arm: int, alone: bool = False) -> Effect:
        """Best minus worst player; the interval covers every player who may be best or worst in either arm.

        With `alone` the first arm counts as 0.
        """
        scale = 1 / (_PER_PLAYER * self._games * UNIT)
        ours = [{}] if alone else self._best_less_worst(0)
        theirs = self._best_less_worst(arm)
        effect = self._linear(self._sums(ours[0], theirs[0], arm), self.deals, scale)
        if len(ours) * len(theirs) == 1 or self.deals < 2 or (not alone and self.differing(arm)[1] == 0):
            return effect
        every = [self._linear(self._sums(x, y, arm), self.deals, scale).diff for x in ours for y in theirs]
        estimate = float(effect.diff.estimate)
        widest = max(max(estimate - float(interval.low), float(interval.high) - estimate) for interval in every)
        se = widest / float(stats.critical_value(LEVEL, effect.diff.df))
        diff = t_interval(estimate, se, effect.diff.n, effect.diff.df, LEVEL)
        return Effect(effect.base, effect.changed, diff, math.nan)

    def _best_less_worst(self, arm: int) -> list[dict[str, int]]:
        """Weights of best minus worst player of an arm, then of every other pair that may be best and worst."""
        sums = self._totals["sums"][arm]
        players = list(dict.fromkeys(self.labels))
        vectors = {player: self._vector(self._of_player(player)) for player in players}
        ordered = sorted(players, key=lambda player: -int(vectors[player] @ sums))
        best = [player for player in ordered if self._close(arm, vectors[ordered[0]] - vectors[player])]
        worst = [player for player in reversed(ordered) if self._close(arm, vectors[player] - vectors[ordered[-1]])]
        pairs = [(a, b) for a in best for b in worst if a != b]
        return [self._of_player(a) | {q: -w for q, w in self._of_player(b).items()} for a, b in pairs]

    def _close(self, arm: int, weights: np.ndarray) -> bool:
        """Whether a difference within an arm is compatible with 0."""
        sums, products = (self._totals[name][arm] for name in ("sums", "products"))
        mean = stats.mean_interval(self.deals, int(weights @ sums), int(weights @ products @ weights))
        return not abs(float(mean.estimate)) > _SURE * float(mean.se)

    # ---- the standard deviation of a payout

    def _sd(self, arm: int, metric: str) -> Effect:
        """The effect on the standard deviation of a seat's payout in a game or session; delta method."""
        base, toward_base = self._sd_of(0, metric)
        changed, toward = self._sd_of(arm, metric)
        if self.deals < 2:
            return Effect(base, changed, t_interval(changed - base, math.nan, self.deals, math.nan), math.nan)
        own = self._covariance(arm, arm)
        reference = self._covariance(0, 0)
        separate = quadratic(toward_base, reference, toward_base) + quadratic(toward, own, toward)
        paired = separate - 2 * quadratic(toward_base, self._covariance(0, arm), toward)
        paired = max(paired, 0.0)
        if self.differing(arm)[1] == 0:
            paired = 0.0
        diff = t_interval(changed - base, math.sqrt(paired / self.deals), self.deals, self.deals - 1, LEVEL)
        return Effect(base, changed, diff, separate / paired if paired > 0 else math.nan)

    def _sd_of(self, arm: int, metric: str) -> tuple[float, np.ndarray]:
        """The standard deviation in units, and its gradient with respect to the quantities of a deal."""
        sums = self._totals["sums"][arm]
        name, bits, times = ("square", SQUARE_BITS, self._games)
        if metric == SESSION_SD:
            name, bits, times = ("session", SESSION_BITS, self._sessions)
        high = _Q[f"{name}_high"]
        low = _Q[f"{name}_low"]
        seats = 3 * times
        squares = (int(sums[high]) << bits) + int(sums[low])
        total = sum(int(sums[_Q[f"payout_{slot}"]]) for slot in range(3))
        square = _mean(squares, self.deals * seats)
        mean = _mean(total, self.deals * seats)
        sd = math.sqrt(max(square - mean * mean, 0.0))
        toward = np.zeros(len(self._keys))
        if sd > 0:
            toward[high] = 2.0**bits / (2 * sd * seats)
            toward[low] = 1 / (2 * sd * seats)
            for slot in range(3):
                toward[_Q[f"payout_{slot}"]] = -mean / (sd * seats)
        return sd / UNIT, toward / UNIT

    @functools.lru_cache(maxsize=16)  # noqa: B019 - as long-lived as the document it helps to make
    def _covariance(self, first: int, arm: int) -> np.ndarray:
        """Covariances of a deal's quantities between two arms: an arm and itself, or the first and another arm."""
        sums = self._totals["sums"]
        name = "products" if first == arm else "cross"
        products = self._totals[name][arm]
        centred = self.deals * products - np.outer(sums[first], sums[arm])
        return np.asarray(centred / (self.deals * (self.deals - 1)), np.float64)

    def _vector(self, weights: Weights) -> np.ndarray:
        vector = np.zeros(len(self._keys), object)
        for name, weight in weights.items():
            vector[self._keys[name]] = weight
        return vector


def _mean(total: int, number: int) -> float:
    return total / number if number else math.nan


def leads(
    rules: RuleSet,
    tables: Sequence[tuple[Player, ...]],
    deals: int,
    seed: int,
    play: Callable[[PairedJob], Run[Any]],
) -> tuple[list[Estimate], Run[Any]]:
    """How much more the first player of each later table earns than the first player of the first table, units a game,
    on the same deals in every rotation of the seats. Also returns the run.

    Args:
        rules, tables: what is played, and the players of each table.
        deals, seed: which deals.
        play: plays the job.
    """
    job = PairedJob(tuple(Arm(rules, table) for table in tables), deals, seed, seatings=ROTATIONS)
    run = play(job)
    effects = PairedEstimates(job, run.totals, [player.label for player in tables[0]])
    return [Estimate.of(effects.payout(number, 0).diff) for number in range(1, len(tables))], run
