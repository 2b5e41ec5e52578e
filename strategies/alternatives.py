"""Alternatives to a bot's own answer at every decision, and the cells that tell when they are better.

A player who deviates (`strategies/deviator.py`) or has learned (`strategies/learned.py`) asks its own bot first. Then
it notes what else a player would think of at that decision, a few *classes* of action, each with a cell of what the
seat sees, and gives the answer with the highest score; the own answer has the score 0.

=========  ====================================================================================
decision   alternatives
=========  ====================================================================================
CALL       the other answer
RESPOND    the other answer
DRAW       the stock; the new meld that leaves the least deadwood; onto a meld on the table
LAY        hold; the safest meld
SAPAW      none; a loose card; a spare card on the meld of an opponent who may call
DISCARD    the highest loose card; the one that feeds the fewest melds; the one with the fewest outs
=========  ====================================================================================
"""

from __future__ import annotations

import hashlib

import numpy as np

from strategies.hooks import highest_points, sapaw_one
from strategies.inference import (
    best_take,
    discard_candidates,
    lay_safest,
    live_cards,
    live_outs,
    melds_fed,
    sapaw_on,
    spare_cards,
    take_onto_meld,
)
from tongits_sim.cards import EMPTY, NATURALS, ONE, bit, lowest, points
from tongits_sim.designs.deviations.layout import MAX_OPTIONS, MOST_CELLS
from tongits_sim.game.state import DECISIONS
from tongits_sim.jit import njit
from tongits_sim.profiles.cells import FEATURE, feature_of
from tongits_sim.profiles.profile import Profile, ProfileError

_OTHER, _RIVALS, _RIVAL_CARDS = FEATURE["other"], FEATURE["rivals"], FEATURE["rival_cards"]

# Bins, by their lowest values.
_COUNTS = np.array([0, 2, 5, 8, 12, 16, 20, 25, 30, 36, 45, 60])
_COARSE_COUNTS = np.array([0, 5, 12, 20, 30, 45])
_STOCK = np.array([0, 1, 3, 5, 8, 11])
_RIVAL = np.array([0, 4, 6, 8, 10])
_CALLER = np.array([0, 3, 5, 6, 7, 8, 9, 10])
_OWN = np.array([0, 4, 7, 10])
_GAIN = np.array([-99, 1, 8, 16])
_POINTS = np.array([-99, -5, 0, 1, 6])

_CALL = 3 * 6 * 5 * 12 * 4 * 2
_RESPOND = 4 * 6 * 8 * 12 * 2
_DRAW = 3 * 6 * 2 * 4 * 6 * 2
_LAY = 3 * 6 * 3 * 6 * 4 * 2
_SAPAW = 3 * 6 * 6 * 4 * 2 * 2
_DISCARD = 3 * 6 * 5 * 3 * 3 * 2 * 6

CLASSES: tuple[tuple[str, str, int], ...] = (
    ("call", "other", _CALL),
    ("respond", "other", _RESPOND),
    ("draw", "stock", _DRAW),
    ("draw", "meld", _DRAW),
    ("draw", "onto", _DRAW),
    ("lay", "hold", _LAY),
    ("lay", "safest", _LAY),
    ("sapaw", "none", _SAPAW),
    ("sapaw", "loose", _SAPAW),
    ("sapaw", "rival", _SAPAW),
    ("discard", "highest", _DISCARD),
    ("discard", "safest", _DISCARD),
    ("discard", "useless", _DISCARD),
)
"""Decision, class of action, and its cells; the cells of all classes follow each other in this order."""
CELLS = sum(cells for _, _, cells in CLASSES)
_EDGES = (_COUNTS, _COARSE_COUNTS, _STOCK, _RIVAL, _CALLER, _OWN, _GAIN, _POINTS)
_VERSION = 1  # raised when a class of action or the features of its cells change
MEANING = hashlib.sha256(repr((_VERSION, CLASSES, [each.tolist() for each in _EDGES])).encode()).hexdigest()[:16]
"""Version of the cells' meaning; scores of another version are refused."""
assert CELLS <= MOST_CELLS
_FIRST = dict(zip((each[:2] for each in CLASSES), np.cumsum([0, *(each[2] for each in CLASSES)]), strict=False))
_CALL_OTHER, _RESPOND_OTHER = np.int64(_FIRST["call", "other"]), np.int64(_FIRST["respond", "other"])
_DRAW_STOCK, _DRAW_MELD, _DRAW_ONTO = (np.int64(_FIRST["draw", name]) for name in ("stock", "meld", "onto"))
_LAY_HOLD, _LAY_SAFEST = (np.int64(_FIRST["lay", name]) for name in ("hold", "safest"))
_SAPAW_NONE, _SAPAW_LOOSE, _SAPAW_RIVAL = (np.int64(_FIRST["sapaw", name]) for name in ("none", "loose", "rival"))
_DISCARD_FIRST = np.array([_FIRST["discard", name] for name in ("highest", "safest", "useless")])


def cells_of(decision: str) -> tuple[slice, ...]:
    """The cells of a decision's classes: a slice for each class."""
    return tuple(
        slice(int(_FIRST[name, kind]), int(_FIRST[name, kind]) + cells)
        for name, kind, cells in CLASSES
        if name == decision
    )


def check_scores(profile: Profile, name: str) -> None:
    """Refuse a profile without scores, and scores for other cells. Raises ProfileError."""
    if not profile.scores:
        raise ProfileError(f"{name} is a profile without weights; 'tongits solve --method=learn' makes some")
    if profile.weighed != MEANING or len(profile.scores) != 4 * CELLS:
        raise ProfileError(
            f"{name} was learned by another version of this program; learn anew with 'tongits solve --method=learn'"
        )


@njit
def cut(value, edges):
    """The bin of a value: how many of the edges (int64[], rising) after the first it reaches."""
    place = np.int64(0)
    for number in range(1, len(edges)):
        if value >= edges[number]:
            place = np.int64(number)
    return place


# ---- the plan


@njit
def begin(params, action):
    """Begin the notes of a decision with the own bot's answer."""
    params.plan_options = 1
    params.plan_chosen = 0
    params.plan_actions[0] = action
    params.plan_cells[0] = -1


@njit
def propose(params, action, cell):
    """Note an alternative unless it is there already."""
    options = params.plan_options
    if options == MAX_OPTIONS:
        return
    for number in range(options):
        if params.plan_actions[number] == action:
            return
    params.plan_actions[options] = action
    params.plan_cells[options] = cell
    params.plan_options = options + 1


@njit
def decide(params):
    """The answer with the highest score; the own one where no other has more than 0."""
    best = np.float32(0.0)
    for number in range(1, params.plan_options):
        score = params.plan_scores[params.plan_cells[number]]
        if score > best:
            best = score
            params.plan_chosen = number
    return params.plan_actions[params.plan_chosen]


# ---- cells


@njit
def _table_cell(view):
    """Stock (6) and opponents who may challenge (3)."""
    return cut(view.stock_left, _STOCK) * 3 + feature_of(view, _RIVALS)


@njit
def _call_cell(view, own):
    cell = _table_cell(view) * 5 + cut(feature_of(view, _RIVAL_CARDS), _RIVAL)
    cell = cell * 12 + cut(view.count, _COUNTS)
    return (cell * 4 + cut(view.hand_size[view.me], _OWN)) * 2 + (1 if own != EMPTY else 0)


@njit
def _respond_cell(view, own):
    cell = feature_of(view, _OTHER) * 6 + cut(view.stock_left, _STOCK)
    cell = cell * 8 + cut(view.hand_size[view.caller], _CALLER)
    return (cell * 12 + cut(view.count, _COUNTS)) * 2 + (1 if own != EMPTY else 0)


@njit
def _draw_cell(view, own, gain):
    cell = (_table_cell(view) * 2 + (1 if view.open_melds[view.me] > 0 else 0)) * 4 + cut(gain, _GAIN)
    return (cell * 6 + cut(view.count, _COARSE_COUNTS)) * 2 + (1 if own != EMPTY else 0)


@njit
def _lay_cell(view, own):
    cell = _table_cell(view) * 3 + min(view.open_melds[view.me], np.int64(2))
    cell = (cell * 6 + cut(view.count, _COARSE_COUNTS)) * 4 + cut(view.hand_size[view.me], _OWN)
    return cell * 2 + (1 if own != EMPTY else 0)


@njit
def _sapaw_cell(view, own, other):
    cell = (_table_cell(view) * 6 + cut(view.count, _COARSE_COUNTS)) * 4 + cut(view.hand_size[view.me], _OWN)
    return (cell * 2 + (1 if own != EMPTY else 0)) * 2 + (1 if other else 0)


@njit
def _sign(value):
    return np.int64(0) if value < 0 else np.int64(1) if value == 0 else np.int64(2)


@njit
def _discard_cell(view, own, card, live):
    """Compares a card (mask) with the own choice (mask): points, melds fed, outs."""
    partners = view.hand & NATURALS & ~view.sets
    cell = _table_cell(view) * 5 + cut(points(own) - points(card), _POINTS)
    mine, other = lowest(own), lowest(card)
    cell = cell * 3 + _sign(melds_fed(mine, live) - melds_fed(other, live))
    cell = cell * 3 + _sign(live_outs(partners, mine, live) - live_outs(partners, other, live))
    return (cell * 2 + (1 if view.open_melds[view.me] > 0 else 0)) * 6 + cut(view.count, _COARSE_COUNTS)


# ---- decisions: the own answer (word) in, the answer with the highest score out


@njit
def call(view, params, own):
    """The own answer, or the other one."""
    begin(params, own)
    if own <= ONE:
        propose(params, ONE ^ own, _CALL_OTHER + _call_cell(view, own))
    return decide(params)


@njit
def respond(view, params, own):
    """The own answer, or the other one."""
    begin(params, own)
    if own <= ONE:
        propose(params, ONE ^ own, _RESPOND_OTHER + _respond_cell(view, own))
    return decide(params)


@njit
def draw(view, params, own):
    """The own answer, the stock, the best new meld, or onto a meld."""
    begin(params, own)
    word, left = best_take(view)
    gain = view.deadwood - left if word != EMPTY else np.int64(0)
    cell = _draw_cell(view, own, gain)
    propose(params, EMPTY, _DRAW_STOCK + cell)
    if word != EMPTY:
        propose(params, word, _DRAW_MELD + cell)
    onto = take_onto_meld(view)
    if onto != EMPTY:
        propose(params, onto, _DRAW_ONTO + cell)
    return decide(params)


@njit
def lay(view, params, own):
    """The own answer, hold, or the safest meld."""
    begin(params, own)
    cell = _lay_cell(view, own)
    propose(params, EMPTY, _LAY_HOLD + cell)
    word = lay_safest(view)
    if word != EMPTY:
        propose(params, word, _LAY_SAFEST + cell)
    return decide(params)


@njit
def _rival(view):
    """The opponent with the fewest cards among those with a meld that nobody added to; -1 for none."""
    chosen = np.int64(-1)
    for step in range(1, 3):
        seat = (np.int64(view.me) + step) % 3
        if view.open_melds[seat] == 0 or view.sapawed_on[seat] != 0:
            continue
        if chosen < 0 or view.hand_size[seat] < view.hand_size[chosen]:
            chosen = seat
    return chosen


@njit
def sapaw(view, params, own):
    """The own answer, none, a loose card, or a spare card on a rival's meld."""
    begin(params, own)
    propose(params, EMPTY, _SAPAW_NONE + _sapaw_cell(view, own, False))
    word = sapaw_one(view, view.hand & ~view.melded)
    if word != EMPTY:
        propose(params, word, _SAPAW_LOOSE + _sapaw_cell(view, own, False))
    rival = _rival(view)
    if rival >= 0 and view.fits_of[rival] & view.hand != EMPTY:
        word = sapaw_on(view, spare_cards(view), rival)
        if word != EMPTY:
            propose(params, word, _SAPAW_RIVAL + _sapaw_cell(view, own, True))
    return decide(params)


@njit
def _least(view, candidates, live, fed):
    """The candidate (mask) that feeds the fewest melds (`fed`), or has the fewest outs; of equals the most points."""
    partners = view.hand & NATURALS & ~view.sets
    best = EMPTY
    least = np.int64(1 << 40)
    rest = candidates
    while rest != EMPTY:
        card = lowest(rest)
        rest &= rest - ONE
        value = melds_fed(card, live) if fed else live_outs(partners, card, live)
        if fed and view.fits & bit(card) != EMPTY:
            value += 3
        value = 64 * value - points(bit(card))
        if value < least:
            least = value
            best = bit(card)
    return best


@njit
def discard(view, params, own):
    """The own choice, the highest loose card, the one that feeds the fewest melds, or the one with the fewest outs."""
    begin(params, own)
    candidates = discard_candidates(view, view.legal) & NATURALS
    if candidates == EMPTY or own & NATURALS == EMPTY:
        return decide(params)
    live = live_cards(view)
    for number in range(3):
        if number == 0:
            card = highest_points(candidates)
        else:
            card = _least(view, candidates, live, number == 1)
        propose(params, card, _DISCARD_FIRST[number] + _discard_cell(view, own, card, live))
    return decide(params)


DECISIONS_SEARCHED = tuple(dict.fromkeys(decision for decision, _, _ in CLASSES))
assert DECISIONS_SEARCHED == DECISIONS
