"""Rules of thumb: numbers that a person remembers, and the cost of playing by them.

An example: "Call with up to 4 times the fewest cards of an opponent, less 5." A rule is a limit on the own count: any
count, never, one number, or so many points for each card of an opponent, or for each card and each point of the last
discard. A rule may add points if only one opponent may challenge; at a challenge it may count the cards of both
opponents. The simplest rule with a small cost at every table is taken. Limits are fitted on one half of the games and
valued on the other, so that a rule that follows chance gains nothing.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from analyses.answers.card import Decision, Thumb
from strategies.card_bot import Rows, row
from tongits_sim.experiments.fork_branch import GROUPS
from tongits_sim.rules.amounts import UNIT

if TYPE_CHECKING:
    from analyses.rollouts.seated import Forked
    from tongits_sim.experiments.forks import Binning

MAX_COUNT, MAX_CARDS = 100, 12
THROWN = (0, 3, 5, 7, 9)
"""Where the bins of the points of a discard begin."""
_POINTS = (2, 4, 6, 8, 10)
"""The points that stand for a bin."""
BOTH = tuple(range(0, 2 * MAX_CARDS + 1, 2))
"""Where the bins of the cards of both opponents begin."""
FEATURES: dict[Decision, tuple[str, str, str]] = {
    "call": ("rivals", "rival_size", "rival_discard"),
    "respond": ("both_sizes", "caller_size", "caller_discard"),
    "lay": ("rivals", "rival_size", "rival_discard"),
}
_TIMES = (1, 2, 3, 4, 5, 6, 7, 8)
_ALONE = (5, 10, 15, 20)
_STEP = 2
"""Points between two counts, and between two limits to try."""
EITHER = 0.75
"""On a side of a limit, either answer will do if the answers differ by fewer margins on the mean."""
GOAL, GAIN = 0.15, 0.05
"""Margins: the cost at each table of a rule that is good enough; the saving that pays for one more number."""


def _limits(rule: Thumb, shape: tuple[int, ...]) -> np.ndarray:
    """The count at the limit: int64[rivals, cards, thrown]; the first rivals are one, or both hands are empty."""
    rivals, cards, thrown = np.indices(shape)
    points = (np.array(BOTH)[rivals] + 0.5 if rule.both else cards) + np.array(_POINTS)[thrown] * rule.thrown
    limits: np.ndarray = np.floor(rule.times * points).astype(np.int64) + rule.plus + rule.alone * (rivals == 0)
    return limits


def bot_rows(rule: Thumb) -> Rows:
    where: dict[str, tuple[int, int | None]] = {"rivals": (rule.rivals_from, rule.rivals_to)}
    if rule.kind in ("any", "never"):
        return (row(rule.decision, rule.kind == "any", **where),)
    found = []
    most = 2 * MAX_CARDS if rule.both else MAX_CARDS
    every = range(most + 1) if rule.times else (0,), range(11) if rule.thrown else (0,)
    for cards, thrown, alone in itertools.product(*every, (True, False) if rule.alone else (False,)):
        limit = rule.limit(cards, thrown, alone)
        if rule.kind == "most" and limit < 0:
            continue
        ends = dict(where)
        ends["count"] = (0, limit) if rule.kind == "most" else (max(limit, 0), None)
        if rule.times:
            ends["rivals" if rule.both else "cards"] = (cards, cards if cards < most else None)
        if rule.thrown:
            ends["thrown"] = (thrown, thrown)
        if alone:
            ends["rivals"] = (1, 1)
        found.append(row(rule.decision, True, **ends))
    return (*found, row(rule.decision, False, **where))


class Gains(NamedTuple):
    """What yes gains at a table, by half of the games."""

    gain: np.ndarray  # units a game: float64[half, rivals (at a challenge: both), cards, thrown, count]
    n: np.ndarray  # decisions a game, with the same axes
    own: np.ndarray  # gain of the bot's own choices, units a game: float64[half]

    def part(self, rivals: slice) -> Gains:
        return Gains(self.gain[:, rivals], self.n[:, rivals], self.own)


def binning(decision: Decision) -> Binning:
    """The map for fitting rules of thumb."""
    from tongits_sim.experiments.forks import BinnedFeature, Binning, unit_bins

    rivals, cards, thrown = FEATURES[decision]
    first = BinnedFeature(rivals, BOTH) if decision == "respond" else unit_bins(rivals, 0, 2)
    counts = BinnedFeature("count", tuple(range(0, MAX_COUNT, _STEP)))
    return Binning("thumbs", (first, unit_bins(cards, 0, MAX_CARDS), BinnedFeature(thrown, THROWN), counts))


def gains_of(halves: Sequence[Forked]) -> Gains:
    gain, n, own = [], [], []
    for half in halves:
        moments = half.forks.moments("thumbs")
        payout = 2 + 3 * half.forks.VALUES.index("payout")
        gain.append(moments[..., payout].astype(float) / UNIT / half.games)
        n.append(moments[..., 0].astype(float) / half.games)
        chose_yes = half.forks.totals["groups"][GROUPS.index("yes")]
        own.append(float(chose_yes[payout]) / UNIT / half.games)
    return Gains(np.array(gain), np.array(n), np.array(own))


def fitted(decision: Decision, tables: Sequence[Gains], margin: float) -> tuple[Thumb, ...]:
    """The simplest rules that cost little: a rule for all tables, a separate rule for the last table, or a rule for
    each table.

    Args:
        tables: the gains at each table.
        margin: units within which two answers are worth the same.
    """
    every = tuple(range(len(tables)))
    own = np.array([gains.own for gains in tables])
    if decision == "respond":
        return _fit(decision, (0, None), tables, own, margin)
    nobody = [gains.part(slice(0, 1)) for gains in tables]
    first: tuple[Thumb, ...] = ()
    if any(gains.n.any() for gains in nobody):
        # Compare with the best possible gain, because the bot's own gain for these decisions alone is unknown.
        rule, _ = _simplest(nobody, every, np.array([_most(gains) for gains in nobody]), 0.0, margin, "lay")
        first = (_named(rule, decision, (0, 0), nobody, margin),)
        won = np.array([[_won(_alone(rule, 1), _below(gains.gain[half]))[0] for half in (0, 1)] for gains in nobody])
        own = own - won
    return (*first, *_fit(decision, (1, None), [gains.part(slice(1, 3)) for gains in tables], own, margin))


def _fit(
    decision: Decision, rivals: tuple[int, int | None], tables: Sequence[Gains], own: np.ndarray, margin: float
) -> tuple[Thumb, ...]:
    """One rule, or two: a separate rule for the last table; at a challenge perhaps a rule for each table."""
    if not any(gains.n.any() for gains in tables):
        return ()
    every = tuple(range(len(tables)))
    goal = GOAL * margin

    def fit(group: tuple[int, ...]) -> tuple[Thumb, np.ndarray]:
        return _simplest([tables[at] for at in group], group, own[list(group)], goal, margin, decision)

    rules = [fit(every)]
    splits = [[every[:-1], every[-1:]]] + [[(at,) for at in every]] * (decision == "respond")
    for split in splits if len(every) > 1 else ():
        cost = np.concatenate([each for _, each in rules])
        parts = [fit(group) for group in split]
        saved = float((cost - np.concatenate([each for _, each in parts])).sum())
        if (cost > goal).any() and saved > 2 * GAIN * margin * (len(parts) - len(rules)):
            rules = parts
    return tuple(_named(rule, decision, rivals, [tables[at] for at in rule.at], margin) for rule, _ in rules)


def _simplest(
    tables: Sequence[Gains], at: tuple[int, ...], own: np.ndarray, goal: float, margin: float, like: Decision
) -> tuple[Thumb, np.ndarray]:
    """The simplest rule within the goal at each table; if there is none, the rule whose numbers are worth remembering.

    Returns the rule, and its cost by table (units a game) in games that did not fit it. `own`: gain of the bot's own
    choices, units a game: float64[tables, half].
    """
    ways: dict[int, tuple[Thumb, np.ndarray]] = {}
    below = [[_below(gains.gain[half]) for half in (0, 1)] for gains in tables]
    for family in _families(like):
        won = np.array([[_won(family, each) for each in halves] for halves in below])  # [tables, half, rules]
        lost = own[..., None] - won
        best = [int(_badness(lost[:, half]).argmin()) for half in (0, 1)]
        cost = (lost[:, 0, best[1]] + lost[:, 1, best[0]]) / 2
        rule = replace(family.rules[int(_badness(lost.mean(axis=1)).argmin())], at=at)
        known = ways.get(rule.numbers)
        if known is None or _badness(cost) < _badness(known[1]):
            ways[rule.numbers] = rule, cost
    chosen: tuple[Thumb, np.ndarray] | None = None
    for numbers in sorted(ways):
        rule, cost = ways[numbers]
        if goal and (cost <= goal).all():
            return rule, cost
        if chosen is None or _badness(chosen[1]) - _badness(cost) > GAIN * margin * (numbers - chosen[0].numbers):
            chosen = rule, cost
    assert chosen is not None
    return chosen


def _badness(cost: np.ndarray) -> np.ndarray:
    """How bad costs are; tables first. One large cost at one table is worse than small costs at all tables."""
    lost = np.maximum(cost, 0.0)
    total: np.ndarray = np.sqrt(np.square(lost).sum(axis=0)) + 0.1 * cost.sum(axis=0)
    return total


class Family(NamedTuple):
    """Rules of one form."""

    rules: tuple[Thumb, ...]
    limits: np.ndarray  # int64[rule, rivals, cards, thrown], of the last two rivals; at a challenge, of both hands


@functools.cache
def _families(like: Decision) -> tuple[Family, ...]:
    """All rules to try for a decision, by form."""

    def most(**numbers: Any) -> Thumb:
        return Thumb(decision="call", at=(), kind="most", **numbers)

    counts = range(_STEP, MAX_COUNT, _STEP)
    forms = [
        [Thumb(decision="call", at=(), kind="any")],
        [Thumb(decision="call", at=(), kind="never")],
        [most(plus=plus) for plus in counts],
        [Thumb(decision="call", at=(), kind="least", plus=plus) for plus in counts],
    ]
    slopes: list[tuple[bool, bool, tuple[int, ...]]] = []  # thrown, both, alone
    if like == "call":
        slopes = [(thrown, False, apart) for thrown in (False, True) for apart in ((0,), _ALONE)]
    elif like == "respond":
        slopes = [(False, False, (0,)), (True, False, (0,)), (False, True, (0,))]
    for thrown, both, alone in slopes:
        forms.append(
            [
                most(times=times, plus=plus, thrown=thrown, alone=apart, both=both)
                for times in _TIMES
                for plus in range(-60, 41, _STEP)
                for apart in alone
            ]
        )
    return tuple(_family(each, len(BOTH) if like == "respond" else 2) for each in forms)


def _family(rules: Sequence[Thumb], rivals: int) -> Family:
    shape = (rivals, MAX_CARDS + 1, len(THROWN))
    limits = np.array([_limits(rule, shape) + (rule.kind == "most") for rule in rules])
    return Family(tuple(rules), np.clip(limits, 0, MAX_COUNT))


def _alone(rule: Thumb, rivals: int) -> Family:
    return _family([rule], max(rivals, 2))


def _below(gain: np.ndarray) -> np.ndarray:
    """Sums over all smaller counts, for counts 0 to `MAX_COUNT`: float64[rivals, cards, thrown, count]."""
    below = np.zeros((*gain.shape[:3], _STEP * gain.shape[3] + 1))
    gain.cumsum(axis=3, out=below[..., _STEP::_STEP])
    below[..., 1::_STEP] = (below[..., :-1:_STEP] + below[..., _STEP::_STEP]) / 2  # inside a bin, count half of the bin
    return below


def _won(family: Family, below: np.ndarray) -> np.ndarray:
    """Gain of each rule of a family over never saying yes, from the sums of `_below`."""
    kind, all_of_it = family.rules[0].kind, float(below[..., -1].sum())
    if kind in ("any", "never"):
        return np.array([all_of_it if kind == "any" else 0.0])
    rivals, cards, thrown = np.indices(below.shape[:3])
    won: np.ndarray = below[rivals, cards, thrown, family.limits[:, -len(below) :]].sum(axis=(1, 2, 3))
    return won if kind == "most" else all_of_it - won


def _most(gains: Gains) -> np.ndarray:
    """The largest gain of one limit on the count in each half, units a game."""
    every = list(_families("lay"))
    return np.array([max(float(_won(each, _below(gain)).max()) for each in every) for gain in gains.gain])


def _named(
    rule: Thumb, decision: Decision, rivals: tuple[int, int | None], tables: Sequence[Gains], margin: float
) -> Thumb:
    """The rule of a decision, with the side of its limit on which yes and no are worth the same."""
    close: Literal["", "yes", "no"] = ""
    for side in ("yes", "no"):
        means = []
        for gains in tables:
            gain, n = _below(gains.gain.sum(axis=0)), _below(gains.n.sum(axis=0))
            share, worth = (float(_won(_alone(rule, len(n)), each)[0]) for each in (n, gain))
            if side == "no":
                share, worth = float(n[..., -1].sum()) - share, float(gain[..., -1].sum()) - worth
            if share > 0:
                means.append(worth / share)
        if means and abs(math.fsum(means) / len(means)) < EITHER * margin and max(map(abs, means)) < 2 * margin:
            close = side
    return replace(rule, decision=decision, rivals_from=rivals[0], rivals_to=rivals[1], close=close)
