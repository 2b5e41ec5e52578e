"""A pocket card: the fewest rules of thumb that keep nearly all of what a solved profile wins, and their price.

A rule of thumb says "call with at most so much" in a situation that can be told at a glance. All ways to divide the
stock and the caller's cards into a few ranges are tried; each limit is the one with the largest expected value by the
profile's own held-out values, and where two actions are worth the same, the one the profile prefers. What the card
loses is then measured by playing it, on deals that fitted nothing.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from analyses.answers.card import CallRule, CardAnswer, ChallengeRule
from analyses.answers.shared import Versions
from analyses.solve import estimate
from tongits_sim.errors import TongitsError
from tongits_sim.profiles.profile import Grid, Profile
from tongits_sim.run.answers import Estimate
from tongits_sim.run.how import How

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet
    from tongits_sim.strategy import Player

SIMPLE = "greedy"
"""The bot whose card play fits on a card."""
DEALS = 200_000
KEPT = 0.98
"""A card with fewer ranges is taken if it keeps this share of the finest card's value."""
BLUFF = 0.005
"""A bluff is put on the card if it is worth at least this share of all calls."""
_LIKE = 0.02
"""Weight of agreeing with the profile, as a share of the mean difference of two actions."""
_MOST_STOCKS, _MOST_CARDS = 2, 3


class CardError(TongitsError):
    """A profile that no card can be made of."""


@dataclass(frozen=True)
class Range:
    """Some bins of an axis: from `first` to before `last`."""

    first: int
    last: int

    def ends(self, edges: Sequence[int]) -> tuple[int, int | None]:
        """The lowest and the highest value; None: no end."""
        return (0 if self.first == 0 else edges[self.first]), (edges[self.last] - 1 if self.last < len(edges) else None)


@dataclass(frozen=True)
class Limit:
    """Bins of counts with yes: the first `most`, and from `least` on where that is not None; `worth`: units a game."""

    most: int
    least: int | None
    worth: float


class Decision:
    """The value of yes, units a game, by the features that a card may use.

    Attributes:
        axes: edges of each feature's bins.
        worth: units a game that yes gains over no, float64 of the shape of the features, the counts last.
        weight: decisions a game, likewise.
    """

    def __init__(self, grid: Grid, features: Sequence[str]) -> None:
        names = [name for name, _ in grid.axes]
        if "count" not in names or "ev_yes" not in grid.values:
            raise CardError("a card needs a profile that looks at counts and says what both answers are worth")
        features_used = [*(name for name in features if name in names), "count"]
        order = [names.index(name) for name in features_used]
        rest = tuple(place for place in range(len(names)) if place not in order)
        weight, yes = grid.array("weight").astype(float) / 1000, grid.array().astype(float)
        gain = weight * (grid.array("ev_yes").astype(float) - grid.array("ev_no"))
        like = _LIKE * np.abs(gain).sum() / max(weight.sum(), 1e-12)

        def summed(values: np.ndarray) -> np.ndarray:
            """Over the other features; features that the profile does not look at have one bin."""
            total = np.transpose(values, (*order, *rest)).sum(axis=tuple(range(len(order), len(names))))
            missing = [place for place, name in enumerate(features) if name not in names]
            return np.expand_dims(total, missing) if missing else total

        edges = dict(grid.axes)
        self.axes = [edges.get(name, (0,)) for name in (*features, "count")]
        self.weight = summed(weight)
        self.worth = summed(gain) + like * summed(weight * (2 * yes - 1))

    def limit(self, where: tuple[slice, ...], bluffs: float | None = None) -> Limit:
        """The best limit on the count in a part of the table.

        Args:
            where: that part, without the counts.
            bluffs: what high counts must be worth, units a game, for a second limit; None: there is none.
        """
        column = self.worth[where].reshape(-1, self.worth.shape[-1]).sum(axis=0)
        below = np.concatenate([[0.0], np.cumsum(column)])
        most = int(below.argmax())
        if most and not self.weight[where].reshape(-1, len(column)).sum(axis=0)[most:].any():
            most = len(column)  # higher counts never come up
        if bluffs is not None and most < len(column):
            above = column[::-1].cumsum()[::-1][most:]
            if above.max() > bluffs:
                return Limit(most, most + int(above.argmax()), float(below[most] + above.max()))
        return Limit(most, None, float(below[most]))

    def seen(self, where: tuple[slice, ...]) -> bool:
        """Whether such decisions come up at all."""
        return bool(self.weight[where].sum() > 0)


def ranges(bins: int, most: int) -> Iterator[tuple[Range, ...]]:
    """All ways to divide the bins of an axis into up to `most` ranges, the fewest first."""
    for parts in range(1, min(most, bins) + 1):
        for cuts in itertools.combinations(range(1, bins), parts - 1):
            ends = (0, *cuts, bins)
            yield tuple(Range(low, high) for low, high in itertools.pairwise(ends))


def fewest(
    decision: Decision, axis: int, most: int, groups: Sequence[slice], bluffs: float | None
) -> tuple[Range, ...]:
    """The fewest ranges of an axis that keep `KEPT` of the finest division's value.

    Args:
        decision: what yes is worth.
        axis: 0 or 1; the other one of the two is divided into `groups`.
        most: ranges at most.
        groups: parts of the other axis that have limits of their own.
        bluffs: see `Decision.limit`.
    """

    def worth(division: tuple[Range, ...]) -> float:
        wheres = [(slice(part.first, part.last), group) for part in division for group in groups]
        return sum(decision.limit(where if axis == 0 else where[::-1], bluffs).worth for where in wheres)

    best: dict[int, tuple[float, tuple[Range, ...]]] = {}
    for division in ranges(len(decision.axes[axis]), most):
        value = worth(division)
        if value > best.get(len(division), (-np.inf, ()))[0]:
            best[len(division)] = value, division
    top = max(value for value, _ in best.values())
    return next(division for _, (value, division) in sorted(best.items()) if value >= KEPT * top)


def call_rules(profile: Profile) -> tuple[CallRule, ...]:
    """When to call, by opponents who may challenge and the stock. Raises CardError."""
    grid = profile.grid("call")
    if grid is None:
        raise CardError("a card needs a profile that calls")
    decision = Decision(grid, ("rivals", "stock"))
    groups = [slice(row, row + 1) for row in range(len(decision.axes[0]))]
    bluffs = BLUFF * float(np.maximum(decision.worth, 0.0).sum())
    lines = []
    for part in fewest(decision, 1, _MOST_STOCKS, groups, bluffs):
        low, high = part.ends(decision.axes[1])
        for row in range(len(groups)):
            where = (groups[row], slice(part.first, part.last))
            if decision.seen(where):
                limit = decision.limit(where, bluffs)
                most, least = _counts(limit, decision.axes[-1])
                lines.append(CallRule(rivals=row, stock_from=low, stock_to=high, at_most=most, at_least=least))
    return tuple(lines)


def challenge_rules(profile: Profile) -> tuple[ChallengeRule, ...]:
    """When to challenge, by the caller's cards and whether another one has. Raises CardError."""
    grid = profile.grid("respond")
    if grid is None:
        raise CardError("a card needs a profile that challenges")
    decision = Decision(grid, ("other", "caller_cards"))
    groups = [slice(0, 3), slice(3, 4)] if len(decision.axes[0]) == 4 else [slice(None)]
    lines = []
    for number, group in enumerate(groups):
        for part in fewest(decision, 1, _MOST_CARDS, [group], None):
            where = (group, slice(part.first, part.last))
            if decision.seen(where):
                low, high = part.ends(decision.axes[1])
                most, _ = _counts(decision.limit(where), decision.axes[-1])
                lines.append(ChallengeRule(after_challenge=number == 1, cards_from=low, cards_to=high, at_most=most))
    return tuple(lines)


def _counts(limit: Limit, edges: Sequence[int]) -> tuple[int | None, int | None]:
    """A limit in counts: the largest with yes (-1: none, None: any), and from which on again."""
    most = None if limit.most == len(edges) else edges[limit.most] - 1 if limit.most else -1
    return most, None if limit.least is None else edges[limit.least]


def as_profile(profile: Profile, calls: Sequence[CallRule], challenges: Sequence[ChallengeRule]) -> Profile:
    """The card as a profile with the same cells: yes or no in each."""
    grids = []
    for grid in profile.grids:
        at = _values(grid)
        yes = _calls(at, calls) if grid.kind == "call" else _challenges(at, challenges)
        grids.append(replace(grid, yes=np.broadcast_to(yes, grid.shape).astype("<f4").tobytes(), values={}))
    return replace(profile, grids=tuple(grids))


def _values(grid: Grid) -> dict[str, np.ndarray]:
    """The lowest value of each feature in every cell, by name; broadcast against each other."""
    shape = [1] * len(grid.axes)
    return {
        name: np.asarray(edges).reshape([*shape[:place], -1, *shape[place + 1 :]])
        for place, (name, edges) in enumerate(grid.axes)
    }


def _between(values: np.ndarray, low: int, high: int | None) -> np.ndarray:
    return (values >= low) & (values <= (10**6 if high is None else high))


def _calls(at: dict[str, np.ndarray], rules: Sequence[CallRule]) -> np.ndarray:
    yes = np.zeros((1,) * len(at), bool)
    none = np.zeros((1,) * len(at), np.int64)
    for rule in rules:
        count, rivals = at["count"], at.get("rivals", none + rule.rivals)
        here = (rivals == rule.rivals) & _between(at.get("stock", none), rule.stock_from, rule.stock_to)
        calls = _between(count, 0, rule.at_most)
        if rule.at_least is not None:
            calls = calls | (count >= rule.at_least)
        yes = yes | (here & calls)
    return yes


def _challenges(at: dict[str, np.ndarray], rules: Sequence[ChallengeRule]) -> np.ndarray:
    yes = np.zeros((1,) * len(at), bool)
    none = np.zeros((1,) * len(at), np.int64)
    for rule in rules:
        here = (at.get("other", none) == 3) == rule.after_challenge
        here = here & _between(at.get("caller_cards", none), rule.cards_from, rule.cards_to)
        yes = yes | (here & _between(at["count"], 0, rule.at_most))
    return yes


def card(rules: RuleSet, player: Player, how: How, deals: int = DEALS, seed: int = 1) -> CardAnswer:
    """Make a card of the profile that a player plays under these rules, and measure what it costs.

    Args:
        rules: the house rules.
        player: plays a profile: `solved`, or a bot with a profile's file.
        how: where to play.
        deals: deals the cost is measured on, each in three seatings.
        seed: 0 .. 2**64 - 1.

    Raises:
        CardError: the player plays no profile, or one without values.
        TongitsError: for anything else that cannot be played.
    """
    from analyses.solving.best_response import MEASURING, gain_of
    from analyses.solving.solver import Problem
    from strategies import load_player
    from strategies.profile_bot import unprofiled, with_profile
    from tongits_sim.designs.batch.job import rules_option

    began = time.perf_counter()
    profile = player.profile_under(rules)
    if profile is None:
        raise CardError(
            f"{player.label} plays no profile, so there is nothing to make a card of; name solved, or a bot with the "
            "file that tongits solve wrote, as in expert(file=pagat.profile)"
        )
    calls, challenges = call_rules(profile), challenge_rules(profile)
    played = as_profile(profile, calls, challenges)
    base = unprofiled(player)
    problem = Problem(rules, base, seed=seed)
    full = with_profile(base, profile)
    costs = []
    for bot in (base, load_player(SIMPLE)):
        seats = (full, full, full)
        gain = estimate(gain_of(problem, seats, (with_profile(bot, played), full, full), how, deals, 0))
        costs.append(_negative(gain))
    return CardAnswer(
        rules=rules.name,
        rules_option=rules_option(rules),
        knobs=rules.knobs(),
        profile=player.label,
        calls=calls,
        challenges=challenges,
        lay_all=not rules.knobs()["showdown.hand_melds_count_zero"],
        cost=costs[0],
        cost_all=costs[1],
        deals=deals,
        seed=(seed + MEASURING) % 2**64,
        by=SIMPLE,
        elapsed_s=time.perf_counter() - began,
        versions=Versions.current(),
    )


def _negative(gain: Estimate) -> Estimate:
    """A gain as a cost."""
    mean = None if gain.mean is None else -gain.mean
    return Estimate(mean, None if gain.ci95 is None else (-gain.ci95[1], -gain.ci95[0]))
