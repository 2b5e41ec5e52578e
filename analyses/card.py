"""A pocket card: the fewest rules of thumb that keep nearly all of what they can win, and what playing by them costs.

A rule of thumb says "call with at most so much" in a situation seen at a glance. In games between three of one player
every such decision is played to the end with both answers, so a card can be made for any house rules. All ways to
divide what the opponents hold and threw into a few ranges are tried; the limits of a division are fitted to one half of
the games and valued by the other half, so that a division that follows chance alone wins nothing. A rule averages over
positions that differ: at counts where many of them have the other answer it says to ask. What the card loses is then
measured by playing it, on deals that it was not counted in.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from analyses.answers.card import CardAnswer, CardRule
from analyses.answers.shared import Versions
from analyses.rollouts.verdicts import least_clear, stakes
from strategies.card_bot import NO_END, Rows, by_card, rule_for, says_yes
from strategies.registry import load_player
from tongits_sim.core.jobs import check_seed
from tongits_sim.errors import TongitsError
from tongits_sim.experiments.batch import rules_option
from tongits_sim.game.state import DECISIONS
from tongits_sim.rules.amounts import UNIT
from tongits_sim.run.answers import Estimate
from tongits_sim.run.how import How

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet
    from tongits_sim.strategy import Player

SIMPLE = "expert(bonus_worth=0,feed_cost=0,keep_kings_stock=17)"
"""The bot with card play that fits on a card: it discards by points and outs alone."""
GAMES, DEALS = 120_000, 25_000
HALVES = ("card, one half", "card, other half")
"""The checks whose games (`check_seed`) the card is counted in."""
MEASURING = "card"
"""The check whose deals measure the cost."""
KEPT = 0.98
"""Fewer ranges are taken if they keep this share of the best division's value."""
BLUFF = 0.005
"""A bluff is put on the card if it is worth at least this share of all calls."""
_MOST_RANGES = 3
_SURE = 2.0  # standard errors
COUNTS, CARDS, DISCARDS = tuple(range(0, 61, 4)), (0, 3, 5, 7, 9), (0, 5, 9)
"""Where the bins of the own count, of the cards in a hand and of the points of a discard begin."""
MOST = 999
"""No count is higher."""

Kind = Literal["call", "challenge", "lay"]
Where = tuple[slice, slice, slice]
"""A part of the boxes: rivals, cards, discards."""
KINDS: dict[Kind, tuple[str, tuple[tuple[str, tuple[int, ...]], ...]]] = {
    "call": ("call", (("rivals", (0, 1, 2)), ("rival_size", CARDS), ("rival_discard", DISCARDS), ("count", COUNTS))),
    "challenge": (
        "respond",
        (("answered", (0, 2)), ("caller_size", CARDS), ("caller_discard", DISCARDS), ("count", COUNTS)),
    ),
    "lay": ("lay", (("rivals", (0, 1, 2)), ("rival_size", (0,)), ("rival_discard", (0,)), ("count", COUNTS))),
}
"""The decision that is forked, and its boxes: features and where their bins begin."""


class CardError(TongitsError):
    """No card can be made."""


class Range(NamedTuple):
    """Some bins of an axis: from `first` to before `last`."""

    first: int
    last: int

    def ends(self, edges: Sequence[int]) -> tuple[int, int | None]:
        """The lowest and the highest value; None: no end."""
        return (0 if self.first == 0 else edges[self.first]), (edges[self.last] - 1 if self.last < len(edges) else None)


class Limit(NamedTuple):
    """Bins of counts with yes: the first `most`, and from `least` on where that is not None."""

    most: int
    least: int | None

    def yes(self, bins: int) -> np.ndarray:
        """The bins with yes: bool[bins]."""
        place = np.arange(bins)
        return (place < self.most) | (place >= (bins if self.least is None else self.least))


@dataclass(frozen=True)
class Gains:
    """What yes gains at a kind of decision, by half of the games and box: arrays [half, rivals, cards, discard, count].

    Attributes:
        n: decisions.
        gain: units that yes gains over no in all of them.
        square: the sum of the squares of these gains.
        clear: units that an answer gains on average where few positions have the other one.
    """

    n: np.ndarray
    gain: np.ndarray
    square: np.ndarray
    clear: float

    def of(self, values: np.ndarray, where: Where, half: int | None = None) -> np.ndarray:
        """Sums by count over a part of the boxes, in one half of the games or in all."""
        halves = slice(None) if half is None else slice(half, half + 1)
        total: np.ndarray = values[(halves, *where)].sum(axis=(0, 1, 2, 3))
        return total

    def limit(self, where: Where, bluffs: bool, half: int | None = None) -> Limit:
        """The best limit on the count in a part of the boxes, with a second one for bluffs where they pay surely."""
        gain, square = self.of(self.gain, where, half), self.of(self.square, where, half)
        below = np.concatenate([[0.0], gain.cumsum()])
        most = int(below.argmax())
        if most and not self.of(self.n, where, half)[most:].any():
            return Limit(len(gain), None)  # higher counts never come up
        if bluffs and most < len(gain):
            above, noise = gain[::-1].cumsum()[::-1][most:], np.sqrt(square[::-1].cumsum()[::-1][most:])
            best = int(above.argmax())
            share = BLUFF * np.maximum(self.gain, 0.0).sum() * (1.0 if half is None else 0.5)
            if above[best] > max(share, _SURE * noise[best]):
                return Limit(most, most + best)
        return Limit(most, None)

    def held_out(self, where: Where, bluffs: bool) -> float:
        """What limits fitted to one half of the games win in the other half, both ways, units."""
        won = 0.0
        for half in (0, 1):
            gain = self.of(self.gain, where, 1 - half)
            won += float(gain[self.limit(where, bluffs, half).yes(len(gain))].sum())
        return won

    def asks(self, where: Where, limit: Limit) -> tuple[tuple[int, int], ...]:
        """Counts, from and to, next to a limit where it decides little: too many positions differ."""
        n, gain = self.of(self.n, where), self.of(self.gain, where)
        yes = limit.yes(len(n))
        weak = (n > 0) & (np.where(yes, gain, -gain) < self.clear * n)
        asked = np.zeros(len(n), bool)
        for edge in {limit.most, limit.most if limit.least is None else limit.least}:
            for places in (range(edge - 1, -1, -1), range(edge, len(n))):
                for place in places:
                    if not weak[place] or yes[place] != yes[places[0]]:
                        break
                    asked[place] = True
        ends = np.flatnonzero(np.diff(np.concatenate([[False], asked, [False]]).astype(int))).reshape(-1, 2)
        return tuple((COUNTS[low], COUNTS[high] - 1 if high < len(COUNTS) else MOST) for low, high in ends)


def counted(rules: RuleSet, player: Player, kind: Kind, games: int, seed: int, how: How) -> Gains | None:
    """Play games between three of a player with a fork at each decision of a kind; None if nobody is asked."""
    from tongits_sim.experiments.forks import BinnedFeature, Binning, ForkEstimates, ForkJob

    decision, axes = KINDS[kind]
    binning = Binning(kind, tuple(BinnedFeature(*axis) for axis in axes))
    more: dict[str, Any] = {"proposal": "strategies.hooks:lay_to_open"} if kind == "lay" else {}
    n, gain, square, both = [], [], [], list[tuple[Any, Any]]()
    for half in HALVES:
        job = ForkJob(rules, (player,) * 3, decision, (binning,), games // 2, check_seed(seed, half), **more)
        forks = ForkEstimates(job, how.run(job, f"{kind}, {half}").totals)
        first = 2 + 3 * forks.VALUES.index("payout")
        moments = forks.moments(kind).astype(float)
        n.append(moments[..., 0])
        gain.append(moments[..., first] / UNIT)
        square.append(moments[..., first + 2] / UNIT**2)
        both.append((forks.cells(kind, "yes").estimate, forks.cells(kind, "no").estimate))
    weight = np.array(n)
    if not weight.any():
        return None
    answers = np.nan_to_num(np.array(both, float))
    at_stake = stakes(weight, answers[:, 0], answers[:, 1])
    return Gains(weight, np.array(gain), np.array(square), least_clear(decision, at_stake))


def ranges(bins: int) -> Iterator[tuple[Range, ...]]:
    """All ways to divide the bins of an axis into a few ranges, the fewest first."""
    for parts in range(1, min(_MOST_RANGES, bins) + 1):
        for cuts in itertools.combinations(range(1, bins), parts - 1):
            yield tuple(Range(low, high) for low, high in itertools.pairwise((0, *cuts, bins)))


def fewest(gains: Gains, axis: int, groups: Sequence[Where], bluffs: bool) -> tuple[Range, ...]:
    """The fewest ranges of an axis that keep `KEPT` of the best division's held-out value.

    Args:
        gains: what yes gains.
        axis: 1 cards, 2 discards.
        groups: parts of the other axes with a limit each.
        bluffs: whether high counts may have a second limit.
    """
    best: dict[int, tuple[float, tuple[Range, ...]]] = {}
    for division in ranges(gains.n.shape[1 + axis]):
        value = sum(gains.held_out(_at(group, axis, part), bluffs) for part in division for group in groups)
        best[len(division)] = max(best.get(len(division), (-np.inf, ())), (value, division), key=lambda each: each[0])
    top = max(value for value, _ in best.values())
    return next(division for value, division in best.values() if value >= min(KEPT * top, top))


def _at(where: Where, axis: int, part: Range) -> Where:
    first, second, third = (slice(*part) if each == axis else where[each] for each in range(3))
    return first, second, third


def rules_of(gains: Gains, kind: Kind) -> tuple[CardRule, ...]:
    """The rules of thumb for a kind of decision."""
    bluffs, whole, axes = kind == "call", slice(None), KINDS[kind][1]
    rows = [slice(row, row + 1) for row in range(len(axes[0][1])) if gains.n[:, row].any()]
    thrown = fewest(gains, 2, [(row, whole, whole) for row in rows], bluffs)
    found = []
    for row in rows:
        columns = [_at((row, whole, whole), 2, part) for part in thrown]
        for cards in fewest(gains, 1, columns, bluffs):
            everything = _at((row, whole, whole), 1, cards)
            if not gains.of(gains.n, everything).any():
                continue
            boxes = [_at(everything, 2, part) for part in thrown]
            apart = sum(gains.held_out(box, bluffs) for box in boxes)
            alike = gains.held_out(everything, bluffs) >= min(KEPT * apart, apart)
            for part, box in zip(thrown, boxes, strict=True):
                where = everything if alike else box
                limit = gains.limit(where, bluffs)
                low, high = cards.ends(axes[1][1])
                discard_from, discard_to = part.ends(axes[2][1])
                found.append(
                    CardRule(
                        decision=kind,
                        rivals=row.start,
                        cards_from=low,
                        cards_to=high,
                        discard_from=discard_from,
                        discard_to=discard_to,
                        at_most=None if limit.most == len(COUNTS) else COUNTS[limit.most] - 1 if limit.most else -1,
                        at_least=None if limit.least is None else COUNTS[limit.least],
                        ask=gains.asks(where, limit),
                    )
                )
    return tuple(found)


def lays_of(gains: Gains) -> tuple[CardRule, ...]:
    """When to lay the first meld; none where no limit is surely better than to lay it always."""
    whole = slice(None)
    for row in range(gains.n.shape[1]):
        where = (slice(row, row + 1), whole, whole)
        held = ~gains.limit(where, False).yes(len(COUNTS))
        if -gains.of(gains.gain, where)[held].sum() > _SURE * np.sqrt(gains.of(gains.square, where)[held].sum()):
            return rules_of(gains, "lay")
    return ()


def rows_of(rules: Sequence[CardRule]) -> Rows:
    """The rules as `strategies.card_bot` plays them."""

    def end(value: int | None) -> int:
        return NO_END if value is None else value

    return tuple(
        (
            *(DECISIONS.index(KINDS[rule.decision][0]), rule.rivals, rule.cards_from, end(rule.cards_to)),
            *(rule.discard_from, end(rule.discard_to), end(rule.at_most), end(rule.at_least)),
        )
        for rule in rules
    )


def rule_at(rules: Sequence[CardRule], view: Any) -> tuple[CardRule, bool | None] | None:
    """The rule of thumb for the decision in a `VIEW` record, and whether it says yes; None where it says to ask.

    Returns None where the card has no rule.
    """
    rows, count = np.array(rows_of(rules)).reshape(len(rules), -1), int(view.count)
    place = rule_for(view, rows, len(rows), np.int64(view.decision))
    if place < 0:
        return None
    asks = any(low <= count <= high for low, high in rules[place].ask)
    return rules[place], None if asks else bool(says_yes(view, rows[place]))


def card(rules: RuleSet, player: Player, how: How, games: int = GAMES, deals: int = DEALS, seed: int = 1) -> CardAnswer:
    """Make a card for a table of three of a player under these rules, and measure its cost.

    Args:
        rules: the house rules.
        player: plays the games.
        how: where to play.
        games: games that each kind of decision is counted in.
        deals: deals the cost is measured on, each in three seatings.
        seed: 0 .. 2**64 - 1.

    Raises:
        CardError: nobody is asked for a call or a challenge.
        TongitsError: for anything else that cannot be played.
    """
    began = time.perf_counter()
    quiet = replace(how, out=None, resume=False, progress=None)
    gains = {kind: counted(rules, player, kind, games, seed, quiet) for kind in KINDS}
    calls, challenges = (
        () if (each := gains[kind]) is None else rules_of(each, kind) for kind in ("call", "challenge")
    )
    lays = () if gains["lay"] is None else lays_of(gains["lay"])
    if not calls and not challenges:
        raise CardError(
            f"nobody was asked for a call or a challenge in {games:,} games of {player.label} under {rules.name}, so "
            "there is nothing to put on a card; play more games, or other players"
        )
    fights = (*calls, *challenges)
    costs = _costs(
        rules,
        player,
        (by_card(player, rows_of(fights)), by_card(load_player(SIMPLE), rows_of((*fights, *lays)))),
        quiet,
        deals,
        check_seed(seed, MEASURING),
    )
    return CardAnswer(
        rules=rules.name,
        rules_option=rules_option(rules),
        knobs=rules.knobs(),
        player=player.label,
        calls=calls,
        challenges=challenges,
        lays=lays,
        lay_all=not rules.knobs()["showdown.hand_melds_count_zero"],
        cost=costs[0],
        cost_all=costs[1],
        games=games,
        deals=deals,
        seed=check_seed(seed, MEASURING),
        by=SIMPLE,
        elapsed_s=time.perf_counter() - began,
        versions=Versions.current(),
    )


def _costs(rules: RuleSet, player: Player, others: Sequence[Player], how: How, deals: int, seed: int) -> list[Estimate]:
    """What a seat loses by each of some other players in its place, beside two of the player, units a game."""
    from tongits_sim.experiments.paired import Arm, PairedJob
    from tongits_sim.experiments.paired_estimates import PairedEstimates
    from tongits_sim.experiments.tournament import ROTATIONS

    arms = tuple(Arm(rules, (each, player, player)) for each in (player, *others))
    job = PairedJob(arms, deals, seed, 1, ROTATIONS)
    effects = PairedEstimates(job, how.run(job, "cost").totals, ["a", "b", "c"])
    return [Estimate.of(effects.payout(arm, 0).diff.scaled(-1)) for arm in range(1, len(arms))]
