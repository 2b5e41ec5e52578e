"""A pocket card: the fewest rules of thumb that keep nearly all of what a solved profile wins, and their price.

A rule of thumb says "call with at most so much" in a situation seen at a glance. All ways to divide the
stock and the caller's cards into a few ranges are tried; each limit is the one with the largest expected value by the
profile's own held-out values, and where two actions are worth the same, the one the profile prefers. A rule averages
over positions that differ: at counts where many of them have the other answer it says to ask. What the card loses is
then measured by playing it, on deals that fitted nothing.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from analyses.answers.card import CallRule, CardAnswer, ChallengeRule, LayRule
from analyses.answers.shared import Versions
from analyses.estimates.verdicts import least_clear, stakes
from analyses.solving.best_response import gain_of
from analyses.solving.solve import Until, problem_of, solve
from analyses.solving.solver import Problem
from strategies.profile_bot import unprofiled, with_profile
from strategies.registry import load_player
from strategies.solved import BASE, KINDS
from tongits_sim.any_game.jobs import check_seed
from tongits_sim.designs.batch.job import rules_option
from tongits_sim.errors import TongitsError
from tongits_sim.profiles.profile import Grid, Profile
from tongits_sim.run.answers import Estimate
from tongits_sim.run.how import How

if TYPE_CHECKING:
    from analyses.solving.solve import Look
    from tongits_sim.rules import RuleSet
    from tongits_sim.strategy import Player

SIMPLE = "expert(bonus_worth=0,feed_cost=0,keep_kings_stock=17)"
"""The bot with card play that fits on a card: it discards by points and outs alone."""
DEALS = 200_000
MEASURING = "card"
"""The check whose deals (`check_seed`) measure the cost."""
KEPT = 0.98
"""A card with fewer ranges is taken if it keeps this share of the finest card's value."""
BLUFF = 0.005
"""A bluff is put on the card if it is worth at least this share of all calls."""
_LIKE = 0.02
"""Weight of agreeing with the profile, as a share of the mean difference of two actions."""
_MOST_CARDS, _MOST_DISCARDS = 3, 3
FEATURES: Mapping[str, tuple[str, ...]] = {
    "call": ("rivals", "rival_cards", "rival_discard"),
    "respond": ("other", "caller_cards", "caller_discard"),
    "lay": ("rivals",),
}
"""The features of the rules of the card beside the own count, by kind of decision."""
MOST = 999
"""No count is higher."""

Where = tuple[slice, ...]


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


Ranges = tuple[Range, ...]


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
        gain: as `worth`, without the preference of the profile.
        kind: of the decisions.
        stakes: the root mean square of the values of both answers, units.
    """

    def __init__(self, grid: Grid, features: Sequence[str]) -> None:
        names = [name for name, _ in grid.axes]
        if "count" not in names or "ev_yes" not in grid.values:
            raise CardError("a card needs a profile that looks at counts and says what both answers are worth")
        features_used = [*(name for name in features if name in names), "count"]
        order = [names.index(name) for name in features_used]
        rest = tuple(place for place in range(len(names)) if place not in order)
        weight, yes = grid.array("weight").astype(float) / 1000, grid.array().astype(float)
        values = grid.array("ev_yes").astype(float), grid.array("ev_no").astype(float)
        gain = weight * (values[0] - values[1])
        like = _LIKE * np.abs(gain).sum() / max(weight.sum(), 1e-12)

        def summed(values: np.ndarray) -> np.ndarray:
            """Over the other features; features that the profile does not look at have one bin."""
            total = np.transpose(values, (*order, *rest)).sum(axis=tuple(range(len(order), len(names))))
            missing = [place for place, name in enumerate(features) if name not in names]
            return np.expand_dims(total, missing) if missing else total

        edges = dict(grid.axes)
        self.axes = [edges.get(name, (0,)) for name in (*features, "count")]
        self.weight = summed(weight)
        self.gain = summed(gain)
        self.worth = self.gain + like * summed(weight * (2 * yes - 1))
        self.kind, self.stakes = grid.kind, stakes(weight, *values)

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

    def asks(self, where: tuple[slice, ...], limit: Limit) -> tuple[tuple[int, int], ...]:
        """Counts, from and to, where a limit in a part of the table decides nothing: too many positions differ."""
        weight, gain = (each[where].reshape(-1, self.worth.shape[-1]).sum(axis=0) for each in (self.weight, self.gain))
        place = np.arange(len(weight))
        says = (place < limit.most) | (limit.least is not None and place >= (limit.least or 0))
        gained = np.where(says, gain, -gain)
        marked = [
            int(each) for each in np.flatnonzero((weight > 0) & (gained < least_clear(self.kind, self.stakes) * weight))
        ]
        edges, found = self.axes[-1], list[tuple[int, int]]()
        for at in marked:
            low = edges[at]
            high = edges[at + 1] - 1 if at + 1 < len(edges) else MOST
            if found and found[-1][1] == low - 1:
                low = found.pop()[0]
            found.append((low, high))
        return tuple(found)

    def seen(self, where: tuple[slice, ...]) -> bool:
        """Whether such decisions come up at all."""
        return bool(self.weight[where].sum() > 0)


def ranges(bins: int, most: int) -> Iterator[Ranges]:
    """All ways to divide the bins of an axis into up to `most` ranges, the fewest first."""
    for parts in range(1, min(most, bins) + 1):
        for cuts in itertools.combinations(range(1, bins), parts - 1):
            ends = (0, *cuts, bins)
            yield tuple(Range(low, high) for low, high in itertools.pairwise(ends))


def fewest(decision: Decision, axis: int, most: int, groups: Sequence[Where], bluffs: float | None) -> Ranges:
    """The fewest ranges of an axis that keep `KEPT` of the finest division's value.

    Args:
        decision: what yes is worth.
        axis: the axis.
        most: ranges at most.
        groups: parts of the other axes with a limit each, one slice for each axis.
        bluffs: see `Decision.limit`.
    """

    def worth(division: Ranges) -> float:
        wheres = [_at(group, axis, part) for part in division for group in groups]
        return sum(decision.limit(where, bluffs).worth for where in wheres)

    best: dict[int, tuple[float, Ranges]] = {}
    for division in ranges(len(decision.axes[axis]), most):
        value = worth(division)
        if value > best.get(len(division), (-np.inf, ()))[0]:
            best[len(division)] = value, division
    top = max(value for value, _ in best.values())
    return next(division for _, (value, division) in sorted(best.items()) if value >= KEPT * top)


def _at(group: Where, axis: int, part: Range) -> Where:
    return (*group[:axis], slice(part.first, part.last), *group[axis:])


def call_rules(profile: Profile) -> tuple[CallRule, ...]:
    """When to call, by opponents who may challenge, their fewest cards and lower last discard. Raises CardError."""
    decision = _decision(profile, "call")
    bluffs = BLUFF * float(np.maximum(decision.worth, 0.0).sum())
    whole = slice(None)
    discards = fewest(decision, 2, _MOST_DISCARDS, [(slice(row, row + 1), whole) for row in range(3)], bluffs)
    lines = []
    for rivals in range(len(decision.axes[0])):
        row = slice(rivals, rivals + 1)
        columns = [(row, slice(part.first, part.last)) for part in discards]
        for cards in fewest(decision, 1, _MOST_CARDS, columns, bluffs):
            for part in discards:
                where = (row, slice(cards.first, cards.last), slice(part.first, part.last))
                if decision.seen(where):
                    limit = decision.limit(where, bluffs)
                    at_most, at_least = _counts(limit, decision.axes[-1])
                    more = _ends(cards, decision.axes[1], part, decision.axes[2]) | {"ask": decision.asks(where, limit)}
                    lines.append(CallRule(rivals=rivals, **more, at_most=at_most, at_least=at_least))
    return tuple(lines)


def challenge_rules(profile: Profile) -> tuple[ChallengeRule, ...]:
    """When to challenge, by the caller's cards and last discard and whether another one has. Raises CardError."""
    decision = _decision(profile, "respond")
    groups = [slice(0, 3), slice(3, 4)] if len(decision.axes[0]) == 4 else [slice(None)]
    discards = fewest(decision, 2, _MOST_DISCARDS, [(group, slice(None)) for group in groups], None)
    lines = []
    for number, group in enumerate(groups):
        columns = [(group, slice(part.first, part.last)) for part in discards]
        for cards in fewest(decision, 1, _MOST_CARDS, columns, None):
            for part in discards:
                where = (group, slice(cards.first, cards.last), slice(part.first, part.last))
                if decision.seen(where):
                    limit = decision.limit(where)
                    most, _ = _counts(limit, decision.axes[-1])
                    more = _ends(cards, decision.axes[1], part, decision.axes[2]) | {"ask": decision.asks(where, limit)}
                    lines.append(ChallengeRule(after_challenge=number == 1, **more, at_most=most))
    return tuple(lines)


def lay_rules(profile: Profile) -> tuple[LayRule, ...]:
    """When to lay the first meld, by opponents who may challenge; none where it is always laid at once."""
    grid = profile.grid("lay")
    if grid is None:
        return ()
    decision = Decision(grid, FEATURES["lay"])
    lines = []
    for rivals in range(len(decision.axes[0])):
        where = (slice(rivals, rivals + 1),)
        if decision.seen(where):
            limit = decision.limit(where)
            most, _ = _counts(limit, decision.axes[-1])
            lines.append(LayRule(rivals=rivals, at_most=most, ask=decision.asks(where, limit)))
    return tuple(lines) if any(line.at_most is not None for line in lines) else ()


def _decision(profile: Profile, kind: str) -> Decision:
    """A kind of decision of a profile. Raises CardError."""
    grid = profile.grid(kind)
    if grid is None:
        raise CardError(f"a card needs a profile that {'calls' if kind == 'call' else 'challenges'}")
    return Decision(grid, FEATURES[kind])


def _ends(cards: Range, cards_edges: Sequence[int], discards: Range, discard_edges: Sequence[int]) -> dict[str, Any]:
    ends = (*cards.ends(cards_edges), *discards.ends(discard_edges))
    return dict(zip(("cards_from", "cards_to", "discard_from", "discard_to"), ends, strict=True))


def _counts(limit: Limit, edges: Sequence[int]) -> tuple[int | None, int | None]:
    """A limit in counts: the largest with yes (-1: none, None: any), and the least of a second range."""
    most = None if limit.most == len(edges) else edges[limit.most] - 1 if limit.most else -1
    return most, None if limit.least is None else edges[limit.least]


Rule = CallRule | ChallengeRule | LayRule


def as_profile(profile: Profile, rules: Sequence[Rule], *, asking: bool = False) -> Profile:
    """The rules of a card as a profile with the same cells: yes or no in each decision they cover.

    Args:
        profile: the profile they are fitted to.
        rules: the rules of thumb.
        asking: yes where a rule says to ask, else where it says yes.
    """
    grids = []
    for grid in profile.grids:
        mine = [rule for rule in rules if KIND_OF[type(rule)] == grid.kind]
        if mine:
            yes = _answers(_values(grid), mine, asking)
            grids.append(replace(grid, yes=np.broadcast_to(yes, grid.shape).astype("<f4").tobytes(), values={}))
    return replace(profile, grids=tuple(grids))


KIND_OF: dict[type, str] = {CallRule: "call", ChallengeRule: "respond", LayRule: "lay"}
"""The kind of decision that a rule covers."""


def _values(grid: Grid) -> dict[str, np.ndarray]:
    """The lowest value of each feature in every cell, by name; broadcast against each other."""
    shape = [1] * len(grid.axes)
    return {
        name: np.asarray(edges).reshape([*shape[:place], -1, *shape[place + 1 :]])
        for place, (name, edges) in enumerate(grid.axes)
    }


def _between(values: np.ndarray, low: int, high: int | None) -> np.ndarray:
    return (values >= low) & (values <= (10**6 if high is None else high))


def _answers(at: dict[str, np.ndarray], rules: Sequence[Rule], asking: bool) -> np.ndarray:
    """Where a rule says yes, or to ask."""
    yes, count = np.zeros((1,) * len(at), bool), at["count"]
    for rule in rules:
        if asking:
            counts = np.any([_between(count, *ends) for ends in (*rule.ask, (-2, -1))], axis=0)
        else:
            counts = _between(count, 0, rule.at_most)
            if isinstance(rule, CallRule) and rule.at_least is not None:
                counts = counts | (count >= rule.at_least)
        yes = yes | (_where(at, rule) & counts)
    return yes


def _where(at: dict[str, np.ndarray], rule: Rule) -> np.ndarray:
    """The cells that a rule covers, at any count; a feature that the profile lacks matches any value."""
    none = np.zeros((1,) * len(at), np.int64)
    if isinstance(rule, ChallengeRule):
        here = (at.get("other", none) == 3) == rule.after_challenge
        wanted = {"caller_cards": (rule.cards_from, rule.cards_to), "caller_discard": _discards(rule)}
    else:
        here = at.get("rivals", none + rule.rivals) == rule.rivals
        wanted = {}
    if isinstance(rule, CallRule):
        wanted = {"stock": (rule.stock_from, rule.stock_to), "rival_cards": (rule.cards_from, rule.cards_to)}
        wanted["rival_discard"] = _discards(rule)
    for name, (low, high) in wanted.items():
        here = here & _between(at.get(name, none + low), low, high)
    return np.asarray(here)


def _discards(rule: CallRule | ChallengeRule) -> tuple[int, int | None]:
    return rule.discard_from, rule.discard_to


ITERATIONS = 300
"""Iterations of solving rules that no profile ships for."""


def solved_for(rules: RuleSet, how: How, seed: int, look: Look | None = None) -> Player:
    """Solve rules that no profile ships for, in ITERATIONS iterations; returns the player of the profile.

    Args:
        rules: the house rules.
        how: where to play.
        seed: 0 .. 2**64 - 1.
        look: as `analyses.solving.solve.solve` calls it.
    """
    problem = problem_of(rules, BASE, kinds=KINDS, seed=seed)
    profile, _ = solve(problem, Until(ITERATIONS), how=how, look=look, last=False)
    return with_profile(load_player(BASE), profile)


def rule_at(rules: Sequence[Rule], at: Mapping[str, int]) -> tuple[Rule, bool] | None:
    """The rule of thumb for a decision, and whether it says yes; None where the card has none.

    Args:
        rules: the rules of thumb for one kind of decision.
        at: features of the decision (`tongits_sim.profiles.cells`), by name.
    """
    features = {name: np.asarray([value]) for name, value in at.items()}
    for rule in rules:
        if _where(features, rule).all():
            return rule, bool(_answers(features, (rule,), asking=False).all())
    return None


def card(rules: RuleSet, player: Player, how: How, deals: int = DEALS, seed: int = 1) -> CardAnswer:
    """Make a card from the profile that a player plays under these rules, and measure its cost.

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
    began = time.perf_counter()
    profile = player.profile_under(rules)
    if profile is None:
        raise CardError(
            f"{player.label} plays no profile, so there is nothing to make a card of; name solved, or a bot with the "
            "file that tongits solve wrote, as in expert(file=pagat.profile)"
        )
    calls, challenges, lays = call_rules(profile), challenge_rules(profile), lay_rules(profile)
    base = unprofiled(player)
    problem = Problem(rules, base, seed=seed)
    full = with_profile(base, profile)
    laying = tuple(grid for grid in profile.grids if grid.kind not in ("call", "respond"))
    fights = as_profile(profile, (*calls, *challenges))
    every = as_profile(profile, (*calls, *challenges, *lays))
    costs = []
    for bot, played in ((base, replace(fights, grids=(*fights.grids, *laying))), (load_player(SIMPLE), every)):
        by_card = with_profile(bot, played)
        gain = gain_of(problem, (full, full, full), (by_card, full, full), how, deals, 0, MEASURING)
        costs.append(Estimate.of(gain.scaled(-1)))
    return CardAnswer(
        rules=rules.name,
        rules_option=rules_option(rules),
        knobs=rules.knobs(),
        profile=player.label,
        calls=calls,
        challenges=challenges,
        lays=lays,
        lay_all=not rules.knobs()["showdown.hand_melds_count_zero"],
        cost=costs[0],
        cost_all=costs[1],
        deals=deals,
        seed=check_seed(seed, MEASURING),
        by=SIMPLE,
        elapsed_s=time.perf_counter() - began,
        versions=Versions.current(),
    )
