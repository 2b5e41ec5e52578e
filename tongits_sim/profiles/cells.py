"""The features of a decision that a profile may look at, and the cell they fall into.

A profile has a grid of cells for each *kind* of decision. A grid is up to `MAX_AXES` features, each cut into bins; its
layout is read from a record by the names of `GRID_FIELDS`, so bots and solvers share one kernel. Features are what the
deciding seat sees, nothing else: `cell_of` is handed the `VIEW` alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tongits_sim.cards import ONE, U
from tongits_sim.game.legality import discard_points, visibly_may_challenge
from tongits_sim.game.state import CHALLENGED, DECISION_LAY, DECISION_RESPOND, FOLDED
from tongits_sim.jit import inline_njit, njit

KINDS = ("call", "respond", "lay", "sapaw")
"""Decisions that a profile may answer with yes or no, by number; `lay` is the first meld, to lay now or to hold, and
`sapaw` one whose only purpose is to keep its owner from calling."""
KIND_CALL, KIND_RESPOND, KIND_LAY, KIND_SAPAW = (np.int64(number) for number in range(4))
N_KINDS = len(KINDS)

FEATURES = (
    "count",  # own count at a showdown
    "stock",  # cards left in the stock
    "rivals",  # opponents who may challenge, as far as one sees
    "rival_cards",  # fewest cards in the hand of one of them; of any opponent where there is none
    "least_cards",  # fewest cards in the hand of an opponent
    "own_cards",  # cards in the own hand
    "own_melds",  # own open melds
    "caller_cards",  # RESPOND: cards in the caller's hand
    "caller_melds",  # RESPOND: the caller's open melds
    "other",  # RESPOND: the third player 0 may not challenge, 1 has not answered or not visibly, 2 folded, 3 challenged
    "streak",  # 0 nobody has won the game before, 1 this seat, 2 the caller (RESPOND) or the next seat, 3 the other
    "jackpot",  # units in the jackpot, this game's stakes included
    "turn",  # own turns begun
    "rival_discard",  # the lower last discard of the opponents that `rival_cards` looks at, in points; 10 for none
    "caller_discard",  # RESPOND: the caller's last discard, in points; 10 for none
)
FEATURE = {name: np.int64(number) for number, name in enumerate(FEATURES)}
MAX_AXES = 7
MOST = 255
"""The largest value of a feature; larger ones count as this."""
MOST_CELLS = 2**16
"""The largest number of cells of one grid."""

GRID_FIELDS: tuple[tuple[str, str, tuple[int, ...]], ...] = (
    ("grid_axes", "i8", (N_KINDS,)),  # 0: no grid for this kind
    ("grid_feature", "i8", (N_KINDS, MAX_AXES)),
    ("grid_stride", "i8", (N_KINDS, MAX_AXES)),
    ("grid_bins", "i2", (N_KINDS, MAX_AXES, MOST + 1)),  # the bin of each value of a feature
)
"""Fields of a record that `cell_of` reads."""

_COUNT, _STOCK, _RIVALS, _RIVAL_CARDS, _LEAST = (FEATURE[name] for name in FEATURES[:5])
_OWN, _OWN_MELDS, _CALLER, _CALLER_MELDS, _OTHER = (FEATURE[name] for name in FEATURES[5:10])
_STREAK, _JACKPOT, _TURN, _RIVAL_DISCARD, _CALLER_DISCARD = (FEATURE[name] for name in FEATURES[10:])
_UNIT = np.int64(100)
_TO_UNIT_INTERVAL = 1.0 / 9007199254740992.0  # 2**-53


@inline_njit
def kind_of(decision):
    """The kind (number in KINDS) of a decision (DECISION_*) that a profile can answer."""
    return decision - 1 if decision >= DECISION_LAY else decision


@njit
def feature_of(view, feature):
    """The value of one feature (number in FEATURES) for the seat that decides."""
    seat = np.int64(view.me)
    right, left = (seat + 1) % 3, (seat + 2) % 3
    if feature == _COUNT:
        return view.count
    if feature == _STOCK:
        return view.stock_left
    if feature == _OWN:
        return view.hand_size[seat]
    if feature == _LEAST:
        return min(view.hand_size[right], view.hand_size[left])
    if feature == _OWN_MELDS:
        return view.open_melds[seat]
    if feature == _TURN:
        return view.turns[seat]
    if feature == _JACKPOT:
        return view.jackpot // _UNIT
    if feature in (_RIVALS, _RIVAL_CARDS, _RIVAL_DISCARD):
        first, second = visibly_may_challenge(view, right), visibly_may_challenge(view, left)
        if feature == _RIVALS:
            return np.int64(1 if first else 0) + np.int64(1 if second else 0)
        if feature == _RIVAL_DISCARD:
            one, other = discard_points(view, right), discard_points(view, left)
        else:
            one, other = np.int64(view.hand_size[right]), np.int64(view.hand_size[left])
        if first == second:
            return min(one, other)
        return one if first else other
    caller = np.int64(view.caller)
    if feature == _STREAK:
        if view.streak <= 0 or view.streak_seat < 0:
            return np.int64(0)
        if view.streak_seat == seat:
            return np.int64(1)
        second_party = caller if view.decision == DECISION_RESPOND else right
        return np.int64(2) if view.streak_seat == second_party else np.int64(3)
    if caller < 0:
        return np.int64(0)
    if feature == _CALLER:
        return view.hand_size[caller]
    if feature == _CALLER_DISCARD:
        return discard_points(view, caller)
    if feature == _CALLER_MELDS:
        return view.open_melds[caller]
    third = 3 - seat - caller
    if view.answers[third] == CHALLENGED:
        return np.int64(3)
    if not visibly_may_challenge(view, third):
        return np.int64(0)
    return np.int64(2) if view.answers[third] == FOLDED else np.int64(1)


@njit
def cell_of(view, grid, kind):
    """The cell of a kind's grid that the decision in the view falls into; grid: a record with GRID_FIELDS."""
    cell = np.int64(0)
    for axis in range(grid.grid_axes[kind]):
        value = min(max(feature_of(view, grid.grid_feature[kind, axis]), np.int64(0)), np.int64(MOST))
        cell += np.int64(grid.grid_bins[kind, axis, value]) * grid.grid_stride[kind, axis]
    return cell


@inline_njit
def says_yes(view, params, kind):
    """Whether a profile's bot says yes: by chance, with the probability of its cell (`params.profile_yes`)."""
    return by_chance(view, params.profile_yes[kind, cell_of(view, params, kind)])


@inline_njit
def by_chance(view, probability):
    """Yes with a probability: ONE or 0, by the random word of the decision."""
    share = (view.word >> U(11)) * _TO_UNIT_INTERVAL
    return ONE if share < probability else U(0)


def fill_grid(record: Any, kind: int, axes: Any) -> None:
    """Write the layout of a kind's grid into a record array of length 1 with GRID_FIELDS.

    Args:
        record: the record array.
        kind: number in KINDS.
        axes: pairs of a feature's name and the edges of its bins; bin i holds edges[i] .. edges[i + 1] - 1, the first
            one also what lies below, the last one what lies above.
    """
    record["grid_axes"][0, kind] = len(axes)
    stride = 1
    for place in reversed(range(len(axes))):
        feature, edges = axes[place]
        record["grid_feature"][0, kind, place] = FEATURE[feature]
        record["grid_stride"][0, kind, place] = stride
        bins = np.searchsorted(np.asarray(edges), np.arange(MOST + 1), side="right") - 1
        record["grid_bins"][0, kind, place] = np.maximum(bins, 0)
        stride *= len(edges)
