"""The actions that a player weighs against another bot's action at every decision, and the trees that value them.

=========  ====================================================================================
decision   actions
=========  ====================================================================================
CALL       call or wait
RESPOND    challenge or fold
DRAW       the own action; the stock; the new meld that leaves the least deadwood; onto a meld on the table
LAY        the own action; hold; the safest meld
SAPAW      the own action; none; a loose card; a spare card on the meld of an opponent who may call
DISCARD    the own choice; the highest loose card; the one that feeds the fewest melds; the one with the fewest outs
=========  ====================================================================================

Each action other than the own action is of a *kind*, which has its own trees (`tongits_sim/bots/tree_ensembles.py`).
From a row of features (`strategies/sights.py`) they predict how much the action gains.
"""

from __future__ import annotations

import numpy as np

from strategies.helpers import highest_points, sapaw_one
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
from strategies.sights import N_SIGHTS, OTHER_ACTION, OWN_ACTION, discard_option, lay_option, no_option, write_features
from tongits_sim.bots.tree_ensembles import TREE_FIELDS, score_of
from tongits_sim.cards import EMPTY, NATURALS, ONE, bit, lowest, points
from tongits_sim.compile.jit import njit

KINDS: tuple[tuple[str, str], ...] = (
    ("call", "yes"),
    ("respond", "yes"),
    ("draw", "stock"),
    ("draw", "meld"),
    ("draw", "onto"),
    ("lay", "hold"),
    ("lay", "safest"),
    ("sapaw", "none"),
    ("sapaw", "loose"),
    ("sapaw", "rival"),
    ("discard", "highest"),
    ("discard", "safest"),
    ("discard", "useless"),
)
"""Decision and kind of action, by number."""
_NUMBER = {name: np.int64(number) for number, name in enumerate(KINDS)}
_CALL, _RESPOND = _NUMBER["call", "yes"], _NUMBER["respond", "yes"]
_STOCK, _MELD, _ONTO = (_NUMBER["draw", name] for name in ("stock", "meld", "onto"))
_HOLD, _SAFEST = (_NUMBER["lay", name] for name in ("hold", "safest"))
_NONE, _LOOSE, _RIVAL = (_NUMBER["sapaw", name] for name in ("none", "loose", "rival"))
_DISCARD = _NUMBER["discard", "highest"]

MAX_ACTIONS = 4
"""Most actions to compare at a decision, including the own action."""

OPTION_FIELDS: tuple[tuple[str, str, tuple[int, ...]], ...] = (
    # The last decision. The own action is action 0, of kind -1.
    ("n_actions", "i8", ()),
    ("chosen", "i8", ()),
    ("keeps_rows", "i8", ()),  # 1: rows are kept
    ("actions", "u8", (MAX_ACTIONS,)),
    ("kinds", "i8", (MAX_ACTIONS,)),
    ("gain", "i8", ()),  # gain of the chosen action, parts
    ("looked", "i8", ()),  # 1: the row has the features of the seat and of the own action
    ("rows", "i4", (MAX_ACTIONS, N_SIGHTS)),
    ("row", "i4", (N_SIGHTS + 1,)),  # ends with LOWEST
    *TREE_FIELDS,
)
"""Fields of the parameters of a bot that weighs actions."""


@njit
def begin(params, own):
    """Begin a decision with the own action."""
    params.n_actions = 1
    params.chosen = 0
    params.gain = 0
    params.looked = 0
    params.actions[0] = own
    params.kinds[0] = -1


@njit
def is_new(params, action):
    """Whether the action differs from all actions so far."""
    for number in range(params.n_actions):
        if params.actions[number] == action:
            return False
    return params.n_actions < MAX_ACTIONS


@njit
def weigh(params, action, kind):
    """Compare an action, whose row of features is written, with the actions so far, and choose it if its predicted gain
    is largest.
    """
    number = params.n_actions
    params.actions[number] = action
    params.kinds[number] = kind
    params.n_actions = number + 1
    if params.keeps_rows:
        for place in range(N_SIGHTS):
            params.rows[number, place] = params.row[place]
    gain = score_of(params, params.row, kind)
    if gain > params.gain:
        params.gain = gain
        params.chosen = number


@njit
def has_trees(params, first, last):
    """Whether a kind from `first` to `last` has trees, or rows are kept."""
    return params.keeps_rows or params.tree_first[last + 1] > params.tree_first[first]


@njit
def yes_or_no(view, params, own, kind):
    """Act if the model predicts a gain; without a model keep the bot's action."""
    if own > ONE or not has_trees(params, kind, kind):
        begin(params, own)
        return own
    write_features(view, params.row)
    no_option(params.row, OWN_ACTION)
    no_option(params.row, OTHER_ACTION)
    params.row[OWN_ACTION] = own
    if params.tree_first[kind + 1] == params.tree_first[kind]:
        begin(params, own)
        params.n_actions = 2
        params.actions[1] = ONE ^ own
        params.kinds[1] = kind
        for place in range(N_SIGHTS):
            params.rows[1, place] = params.row[place]
        return own
    begin(params, EMPTY)
    weigh(params, ONE, kind)
    return params.actions[params.chosen]


@njit
def call(view, params, own):
    """Weigh calling against not calling."""
    return yes_or_no(view, params, own, _CALL)


@njit
def respond(view, params, own):
    """Weigh challenging against folding."""
    return yes_or_no(view, params, own, _RESPOND)


@njit
def _weigh_lay(view, params, word, kind):
    if not has_trees(params, kind, kind) or not is_new(params, word):
        return
    if params.looked == 0:
        write_features(view, params.row)
        lay_option(view, params.row, OWN_ACTION, params.actions[0])
        params.looked = 1
    lay_option(view, params.row, OTHER_ACTION, word)
    weigh(params, word, kind)


@njit
def draw(view, params, own):
    """Weigh the own action, the stock, the best new meld, and a take onto a meld."""
    begin(params, own)
    if not has_trees(params, _STOCK, _ONTO):
        return own
    word, _ = best_take(view)
    onto = take_onto_meld(view)
    if own == EMPTY and word == EMPTY and onto == EMPTY:
        return own
    _weigh_lay(view, params, EMPTY, _STOCK)
    if word != EMPTY:
        _weigh_lay(view, params, word, _MELD)
    if onto != EMPTY:
        _weigh_lay(view, params, onto, _ONTO)
    return params.actions[params.chosen]


@njit
def lay(view, params, own):
    """Weigh the own action, holding, and the safest meld."""
    begin(params, own)
    if not has_trees(params, _HOLD, _SAFEST):
        return own
    word = lay_safest(view)
    if own == EMPTY and word == EMPTY:
        return own
    _weigh_lay(view, params, EMPTY, _HOLD)
    if word != EMPTY:
        _weigh_lay(view, params, word, _SAFEST)
    return params.actions[params.chosen]


@njit
def rival_to_block(view):
    """The opponent with the fewest cards whose melds nobody added to; -1 if there is no such opponent."""
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
    """Weigh the own action, no sapaw, a loose card, and a spare card on a rival's meld."""
    begin(params, own)
    if not has_trees(params, _NONE, _RIVAL):
        return own
    loose = sapaw_one(view, view.hand & ~view.melded)
    rival = rival_to_block(view)
    blocking = EMPTY
    if rival >= 0 and view.fits_of[rival] & view.hand != EMPTY:
        blocking = sapaw_on(view, spare_cards(view), rival)
    if own == EMPTY and loose == EMPTY and blocking == EMPTY:
        return own
    _weigh_lay(view, params, EMPTY, _NONE)
    if loose != EMPTY:
        _weigh_lay(view, params, loose, _LOOSE)
    if blocking != EMPTY:
        _weigh_lay(view, params, blocking, _RIVAL)
    return params.actions[params.chosen]


@njit
def least_useful_card(view, candidates, live, fed):
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
    """Weigh the own choice, the highest loose card, the card that feeds the fewest melds, and the card with the fewest
    outs.
    """
    begin(params, own)
    if not has_trees(params, _DISCARD, _DISCARD + 2):
        return own
    candidates = discard_candidates(view, view.legal) & NATURALS
    if candidates in (EMPTY, own) or own & NATURALS == EMPTY:
        return own
    live = live_cards(view)
    for number in range(3):
        if not has_trees(params, _DISCARD + number, _DISCARD + number):
            continue
        card = highest_points(candidates) if number == 0 else least_useful_card(view, candidates, live, number == 1)
        if is_new(params, card):
            if params.looked == 0:
                write_features(view, params.row)
                discard_option(view, params.row, OWN_ACTION, own, live)
                params.looked = 1
            discard_option(view, params.row, OTHER_ACTION, card, live)
            weigh(params, card, _DISCARD + number)
    return params.actions[params.chosen]
