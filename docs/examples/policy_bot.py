"""A trained policy as a bot, with the observations, actions and scores of train_policy.py.

tongits compare "docs/examples/policy_bot.py:trained(file=docs/examples/policy.toml)" greedy --deals 20k

The score of an action is a weighted sum of a few features of observation and action; the weights are what
train_policy.py learns. Another policy - a network, a table - replaces `features` and `best_action`; the rest stays.
"""

from __future__ import annotations

import numpy as np

from tongits_sim.bots.chart_file import Table
from tongits_sim.cards import EMPTY, ONE, lowest
from tongits_sim.compile.jit import njit
from tongits_sim.strategy import Hooks, Strategy
from tongits_sim.table.action_numbers import CARDS, MELDS, MELDS_FROM, NO, SECRETS_FROM, TAKE, TARGETS, YES, card_number
from tongits_sim.table.choices import CHOICE_DTYPE, MASK_DTYPE, MORE, OWN_DTYPE, begin_choice, choose, fill_mask
from tongits_sim.table.observation import AT, OBSERVATION_DTYPE, write_observation

# The weights, by what they belong to: each block has its features in the order of the functions below.
CALL, RESPOND, DRAW, EXTEND, FREE, LAY, SECRET, SAPAW, TARGET, UNUSED, DISCARD = (
    0,
    6,
    10,
    15,
    16,
    17,
    23,
    26,
    29,
    30,
    31,
)
N_FEATURES = DISCARD + 12

_HAND, _MELDED, _FITS = AT["hand"], AT["melded"], AT["fits"]
_GONE = (AT["discarded_0"], AT["discarded_1"], AT["discarded_2"], AT["melds_0"], AT["melds_1"], AT["melds_2"])
_DECISION, _STEP, _COUNT, _STOCK = AT["decision"], AT["step"], AT["count"], AT["stock_left"]
_SIZES, _OPEN, _SUNOG_RISK, _CALLER, _TABLE = (
    AT["hand_size"],
    AT["open_melds"],
    AT["sunog_risk"],
    AT["caller"],
    AT["melds"],
)


@njit
def live(seen, card):
    """Whether a card (0..51) may still be in another hand or in the stock: 1 or 0."""
    if seen[_HAND + card] != 0:
        return 0
    for plane in _GONE:
        if seen[plane + card] != 0:
            return 0
    return 1


@njit
def discard_features(seen, card, out):
    """The features of discarding a card: its points, its worth in the hand, its use for the next player."""
    if card >= 52:
        out[DISCARD + 11] = 1
        return
    rank = card % 13
    points = min(rank + 1, 10) / 10
    held = live_same = 0
    for suit in range(4):
        other = 13 * suit + rank
        if other != card:
            held += seen[_HAND + other]
            live_same += live(seen, other)
    out[DISCARD] = points
    out[DISCARD + 1] = points * seen[_STOCK] / 15
    out[DISCARD + 2] = seen[_MELDED + card]
    out[DISCARD + 3] = 1 if held > 0 else 0
    out[DISCARD + 4] = live_same if held == 1 else 0
    out[DISCARD + 8] = seen[_FITS + card]
    out[DISCARD + 9] = 1 if live_same >= 2 else 0
    # Runs: every three in a row that the card is part of, by how many of the others are held or live.
    for first in range(rank - 2, rank + 1):
        if first < 0 or first > 10:
            continue
        in_hand = to_come = 0
        for place in range(first, first + 3):
            if place != rank:
                other = card - rank + place
                in_hand += seen[_HAND + other]
                to_come += live(seen, other)
        if in_hand == 1:
            out[DISCARD + 5] += 1
            out[DISCARD + 6] += to_come
        elif in_hand == 2:
            out[DISCARD + 7] = 1
        out[DISCARD + 10] += 1 if to_come == 2 else 0


@njit
def meld_features(seen, number, at, out):
    """Features of laying a meld or taking the discard for it: of a new meld, of its cards, of the own table."""
    faces = MELDS[number]
    size, breaks, points = 0, 0, 0
    while faces != EMPTY:
        card = card_number(lowest(faces))
        faces &= faces - ONE
        size += 1
        if seen[_HAND + card] != 0:
            points += min(card % 13 + 1, 10)
            in_meld = seen[_MELDED + card] != 0
            breaks += 1 if in_meld == (at == DRAW) else 0
    out[at] = 1
    out[at + 1] = 1 if seen[_OPEN] == 0 else 0
    out[at + 2] = size - 3
    if at != SECRET:
        out[at + 3] = 1 if breaks > 0 else 0
        out[at + 4] = points / 10 if at == DRAW else seen[_STOCK] / 15
    if at == LAY:
        loose = 0
        for card in range(54):
            loose += seen[_HAND + card] - seen[_MELDED + card]
        out[at + 5] = 1 if loose <= 1 else 0


@njit
def yes_features(seen, out):
    """Features of calling a draw, or of challenging a call."""
    count, stock = seen[_COUNT] / 10, seen[_STOCK] / 15
    if seen[_DECISION] != 0:
        out[CALL] = 1
        out[CALL + 1] = count
        out[CALL + 2] = count * stock
        out[CALL + 3] = stock
        out[CALL + 4] = min(seen[_SIZES + 1], seen[_SIZES + 2]) / 10
        out[CALL + 5] = seen[_SUNOG_RISK + 1] + seen[_SUNOG_RISK + 2]
    else:
        out[RESPOND] = 1
        out[RESPOND + 1] = count
        out[RESPOND + 2] = seen[_SIZES + (1 if seen[_CALLER + 1] != 0 else 2)] / 10
        out[RESPOND + 3] = stock


@njit
def features(seen, action, out):
    """Fill out (float64[N_FEATURES]) with the features of an action (int) in an observation (uint8)."""
    out[:] = 0
    decision = 0
    for kind in range(6):
        decision = kind if seen[_DECISION + kind] != 0 else decision
    if action == NO:
        out[UNUSED] = 1 if seen[_STEP] == 0 else 0
    elif action == YES:
        yes_features(seen, out)
    elif action == TAKE:
        out[FREE] = 1
    elif action < TARGETS:
        card = action - CARDS
        if decision == 5:
            discard_features(seen, card, out)
        elif decision == 4 and seen[_STEP] != 0:
            out[SAPAW] = 1
            out[SAPAW + 1] = seen[_MELDED + card]
            out[SAPAW + 2] = min(card % 13 + 1, 10) / 10 if card < 52 else 0
    elif action < MELDS_FROM:
        if decision == 2:
            out[EXTEND] = 1
        else:
            out[TARGET] = 1 if seen[_TABLE + 7 * (action - TARGETS)] == 1 else 0
    elif action < SECRETS_FROM:
        meld_features(seen, action - MELDS_FROM, DRAW if decision == 2 else LAY, out)
    else:
        meld_features(seen, action - SECRETS_FROM, SECRET, out)


@njit
def score(weights, each):
    """The weighted sum of features."""
    total = 0.0
    for number in range(N_FEATURES):
        total += weights[number] * each[number]
    return total


@njit
def best_action(seen, mask, weights):
    """The legal action (int) with the highest score; the first of equals."""
    each = np.zeros(N_FEATURES)
    best, highest = -1, -np.inf
    for action in range(mask.shape[0]):
        if mask[action] != 0:
            features(seen, action, each)
            value = score(weights, each)
            if value > highest:
                best, highest = action, value
    return best


@njit
def answer(view, params):
    """The hook of all six decisions: look, choose the best action, go on until the choice is done.

    A record taken out of an array does not keep the array alive, so the arrays are named, and used to the end.
    """
    choices, owns = np.zeros(1, CHOICE_DTYPE), np.zeros(1, OWN_DTYPE)
    rows, flags = np.zeros(1, OBSERVATION_DTYPE), np.zeros(1, MASK_DTYPE)
    begin_choice(choices[0])
    status = MORE
    while status == MORE:
        write_observation(view, choices[0], rows[0])
        fill_mask(view, owns[0], choices[0], flags[0])
        action = best_action(rows.observation[0], flags.action_mask[0], params.weights[0])
        status = choose(view, owns[0], choices[0], action)
    return choices.word[0]


TRAINED = Strategy(
    name="trained",
    summary="Plays what train_policy.py has learned.",
    hooks=Hooks(answer, answer, answer, answer, answer, answer),
    remembers=True,
    tables=(Table("weights", ((0.0,) * N_FEATURES,), -1e6, 1e6, "the weight of each feature"),),
)
