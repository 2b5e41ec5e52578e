"""What a winning hand is worth (V10): its items, and the best of its arrangements.

Kernels read their values from a record of rules, with a field for each knob (`hand_all_chows`):
`mahjong_sim.rules.record`.

The part of the arrangement that the winning tile completes determines the wait. A chow without it leaves an edge (12
for 3, 89 for 7), a middle (4 6 for 5) or an open wait; a pung leaves a pair beside the eye: a wait on two pairs; the
eye leaves a single tile.
"""

from __future__ import annotations

import numpy as np

from mahjong_sim.hands import arrange
from mahjong_sim.hands.kinds import held_often
from mahjong_sim.hands.lookups import RANKS
from mahjong_sim.hands.outlook import waits_of
from mahjong_sim.hands.pairs import DISTINCT, EQUAL, classes, pairs_distance
from mahjong_sim.rules.record import WAIT_SINGLE_ONLY
from mahjong_sim.tiles import BAHAY, CHOW, COPIES, KANG, PLAIN, PUNG, SAGASA, SECRET, SUITED
from tongits_sim.compile.bits import lowest, popcount
from tongits_sim.compile.jit import inline_njit, njit

ITEMS = (
    "win",
    "all_chows",
    "all_pungs",
    "concealed",
    "all_revealed",
    "quick",
    "straight",
    "flush",
    "seven_pairs",
    "back_to_back",
    "single_wait",
    "paninigit",
)
"""The items in the order of their bits; `hand.win` is the value of the first, and so on."""

WIN = np.int64(1)
ALL_CHOWS = np.int64(1 << 1)
ALL_PUNGS = np.int64(1 << 2)
CONCEALED = np.int64(1 << 3)
ALL_REVEALED = np.int64(1 << 4)
QUICK = np.int64(1 << 5)
STRAIGHT = np.int64(1 << 6)
FLUSH = np.int64(1 << 7)
SEVEN_PAIRS = np.int64(1 << 8)
BACK_TO_BACK = np.int64(1 << 9)
SINGLE_WAIT = np.int64(1 << 10)
PANINIGIT = np.int64(1 << 11)

NO_WIN = np.int64(-1)
"""The value of a hand that is not complete."""


def item_names(items: int) -> list[str]:
    """The names of a set of items (bits).

    >>> item_names(5)
    ['win', 'all_pungs']
    """
    return [name for bit, name in enumerate(ITEMS) if items >> bit & 1]


# The parts that the winning tile may complete: bits.
_OPEN = 1
_EDGE_OR_EYE = 2
_MIDDLE = 4
_PUNG = 8
# Bits of the kinds of tiles in a hand: the three suits, and dragons and winds.
_HONOURS = 8
_ONE = np.uint64(1)
_NONE = np.uint64(0)
_GROUP = np.uint64((1 << RANKS) - 1)


@njit
def best_value(tables, counts, jokers, winning_kind, by_draw, meld_kinds, meld_tiles, n_melds, rules):
    """The value of a complete hand in cents, and its items (bits): (int64, int64).

    (-1, 0) for a hand that is not complete. Of arrangements of the same value the one with the larger bits counts. The
    quick win depends on the game and is left out.

    Args:
        tables: from `hand_tables`; used if a single wait is paid only if no other kind would have won.
        counts: int8[42], the concealed tiles without jokers, with the winning tile.
        jokers: the number of jokers beside them.
        winning_kind: kind of the winning tile, one of `counts`; -1 if no wait is paid.
        by_draw: whether the winning tile was drawn.
        meld_kinds, meld_tiles: codes and lowest tiles of the bahay on the table.
        n_melds: the number of these bahay.
        rules: a record of the rules.
    """
    table = _table_items(by_draw, meld_kinds, meld_tiles, n_melds, rules)
    paid_waits = SINGLE_WAIT | PANINIGIT
    only = rules.wait_single == WAIT_SINGLE_ONLY and winning_kind >= 0
    if only:
        before = counts.copy()
        before[winning_kind] -= 1
        if popcount(waits_of(tables, before, jokers, (meld_kinds, meld_tiles, n_melds))) > 1:
            paid_waits = np.int64(0)
    best = NO_WIN
    items = np.int64(0)
    bahay = np.int64(BAHAY - n_melds)
    if jokers == 0:
        best, items = _best_by_sets(held_often(counts), bahay, table, winning_kind, paid_waits, rules)
    else:
        state = arrange.first_arrangement(counts, jokers, bahay)
        while arrange.next_arrangement(counts, state):
            best, items = _best_role(best, items, _sets_of(state), table, winning_kind, paid_waits, rules)
    if n_melds == 0 and rules.win_seven_pairs and (jokers > 0 or _are_pairs(counts, rules.win_equal_pairs)):
        roles, flush = seven_pairs_roles(counts, jokers, winning_kind, rules.win_equal_pairs)
        if roles != 0:
            shape = WIN | SEVEN_PAIRS | (table[0] & CONCEALED) | (FLUSH if flush else np.int64(0))
            if roles & _EDGE_OR_EYE:
                best, items = _better(best, items, shape | _wait_items(_EDGE_OR_EYE, paid_waits, rules), rules)
            best, items = _better(best, items, shape, rules)
    return best, items


@njit
def _table_items(by_draw, meld_kinds, meld_tiles, n_melds, rules):
    """The facts of the bahay on the table: the items that they still allow, their suits (bits), and their thirds of
    straights (bit 3 * suit + third).
    """
    chows = pungs = opened = 0
    suits = straights = np.int64(0)
    for number in range(n_melds):
        kind, tile = meld_kinds[number], meld_tiles[number]
        chows += kind == CHOW
        pungs += kind in (PUNG, KANG, SECRET, SAGASA)
        opened += kind != SECRET
        suits |= 1 << min(tile // RANKS, 3)
        if kind == CHOW and tile % 3 == 0:
            straights |= 1 << (tile // 3)
    items = WIN
    if chows == n_melds:
        items |= ALL_CHOWS
    if pungs == n_melds:
        items |= ALL_PUNGS
    if opened == BAHAY:
        items |= ALL_REVEALED
    if opened == 0 and (n_melds == 0 or rules.concealed_secret) and (by_draw or rules.concealed_discard):
        items |= CONCEALED
    return items, suits, straights


@njit
def _best_by_sets(held, bahay, table, winning_kind, paid_waits, rules):
    """The best of all arrangements of a hand without jokers: (value, items); (-1, 0) if there is none.

    held: the kinds with at least one, two, three and four tiles. table: from `_table_items`.
    """
    best = NO_WIN
    items = np.int64(0)
    eyes = arrange.eyes_of(held, bahay)
    while eyes != _NONE:
        eye = lowest(eyes)
        eyes &= eyes - _ONE
        left, able, sure, fits = arrange.beside_eye(held, eye)
        pungs = able
        while fits:
            chows, fit = arrange.chows_beside(left, pungs)
            if fit:
                arrangement = chows, pungs | sure, eye
                best, items = _best_role(best, items, arrangement, table, winning_kind, paid_waits, rules)
            if pungs == _NONE:
                break
            pungs = (pungs - _ONE) & able
    return best, items


@njit
def _sets_of(state):
    """The arrangement of a state (`arrange`): the kinds that begin chows, the kinds of pungs (bits), and the eye."""
    chows = pungs = _NONE
    for kind in range(PLAIN):
        chows |= np.uint64(state[arrange.CHOWS, kind] > 0) << np.uint64(kind)
        pungs |= np.uint64(state[arrange.PUNGS, kind] > 0) << np.uint64(kind)
    return chows, pungs, arrange.eye_of(state)


@inline_njit
def _best_role(best, items, arrangement, table, winning_kind, paid_waits, rules):
    """The better of the best so far and an arrangement: (value, items)."""
    shape = _shape_items(arrangement, table)
    roles = _roles(arrangement, winning_kind)
    role = 1
    while role <= _PUNG:
        if roles & role:
            best, items = _better(best, items, shape | _wait_items(role, paid_waits, rules), rules)
        role <<= 1
    return best, items


@inline_njit
def _shape_items(arrangement, table):
    """The items of an arrangement without its wait."""
    chows, pungs, eye = arrangement
    items, suits, straights = table
    if chows != _NONE:
        items &= ~ALL_PUNGS
    if pungs != _NONE:
        items &= ~ALL_CHOWS
    kinds = chows | pungs | _ONE << np.uint64(eye)
    for group in range(4):
        if kinds & (_GROUP << np.uint64(RANKS * group)) != _NONE:
            suits |= np.int64(1 << group)
    for third in range(RANKS):
        straights |= np.int64((chows >> np.uint64(3 * third)) & _ONE) << third
    if suits & (suits - 1) == 0 and suits != _HONOURS:
        items |= FLUSH
    if straights & 7 == 7 or straights >> 3 & 7 == 7 or straights >> 6 & 7 == 7:
        items |= STRAIGHT
    return items


@inline_njit
def _has(kinds, kind):
    return (kinds >> np.uint64(kind)) & _ONE != _NONE


@inline_njit
def _roles(arrangement, winning_kind):
    """The parts that the winning tile may complete in an arrangement: bits."""
    if winning_kind < 0:
        return np.int64(_OPEN)
    chows, pungs, eye = arrangement
    roles = np.int64(0)
    rank = winning_kind % RANKS
    if winning_kind < SUITED:
        if _has(chows, winning_kind):
            roles |= _EDGE_OR_EYE if rank == RANKS - 3 else _OPEN
        if rank >= 1 and _has(chows, winning_kind - 1):
            roles |= _MIDDLE
        if rank >= 2 and _has(chows, winning_kind - 2):
            roles |= _EDGE_OR_EYE if rank == 2 else _OPEN
    if _has(pungs, winning_kind):
        roles |= _PUNG
    if eye == winning_kind:
        roles |= _EDGE_OR_EYE
    return roles if roles != 0 else np.int64(_OPEN)


@inline_njit
def _wait_items(role, paid_waits, rules):
    """The items of a wait; role: the part that the winning tile completes, paid_waits: the single waits paid."""
    if role == _PUNG:
        return BACK_TO_BACK
    if role == _EDGE_OR_EYE:
        return SINGLE_WAIT & paid_waits
    if role == _MIDDLE:
        return (PANINIGIT | SINGLE_WAIT if rules.wait_stack else PANINIGIT) & paid_waits
    return np.int64(0)


@inline_njit
def _better(best, items, challenger, rules):
    value = items_value(challenger, rules)
    if value > best or (value == best and challenger > items):
        return value, challenger
    return best, items


@njit
def items_value(items, rules):
    """The sum of the items' values under the rules, in cents (int64)."""
    value = np.int64(0)
    value += rules.hand_win * (items & 1)
    value += rules.hand_all_chows * (items >> 1 & 1)
    value += rules.hand_all_pungs * (items >> 2 & 1)
    value += rules.hand_concealed * (items >> 3 & 1)
    value += rules.hand_all_revealed * (items >> 4 & 1)
    value += rules.hand_quick * (items >> 5 & 1)
    value += rules.hand_straight * (items >> 6 & 1)
    value += rules.hand_flush * (items >> 7 & 1)
    value += rules.hand_seven_pairs * (items >> 8 & 1)
    value += rules.hand_back_to_back * (items >> 9 & 1)
    value += rules.hand_single_wait * (items >> 10 & 1)
    value += rules.hand_paninigit * (items >> 11 & 1)
    return value


@inline_njit
def _are_pairs(counts, equal):
    """Whether a hand without jokers is seven pairs and a pung."""
    return pairs_distance(classes(held_often(counts)), EQUAL if equal else DISTINCT) == 0


@njit
def seven_pairs_roles(counts, jokers, winning_kind, equal):
    """The parts that the winning tile may complete in seven pairs and a pung, and whether all tiles are of one suit.

    Returns (bits, bool); without bits if the hand is not seven pairs and a pung. `equal`: whether four equal tiles may
    be two pairs.
    """
    roles = 0
    suits = 0
    held = jokers
    for kind in range(PLAIN):
        held += counts[kind]
        if counts[kind] > 0:
            suits |= 1 << min(kind // RANKS, 3)
    if held != 3 * BAHAY + 2:
        return 0, False
    for pung in range(PLAIN):
        fits, pair_free = _pairs_fit(counts, jokers, pung, winning_kind, equal)
        if fits:
            roles |= _EDGE_OR_EYE if pair_free and winning_kind >= 0 else _OPEN
    return roles, suits & (suits - 1) == 0 and suits != _HONOURS


@njit
def _pairs_fit(counts, jokers, pung, winning_kind, equal):
    """Return whether the hand is pairs besides a pung of this kind, and whether the winning tile may be in a pair.

    The remaining jokers are pairs: of seventeen tiles their number is even.
    """
    lacking = 0
    for kind in range(PLAIN):
        wanted = np.int64(counts[kind])
        if kind == pung:
            # the fifth tile, a joker, pairs with the fourth
            wanted = np.int64(3) if counts[kind] <= 3 else np.int64(5)
            if counts[kind] == COPIES and not equal:
                return False, False
        elif counts[kind] % 2 == 1:
            wanted += 1
        if kind != pung and wanted > 2 and not equal:
            return False, False
        if kind >= SUITED and wanted > counts[kind] and (kind == pung or counts[kind] > 0):
            return False, False
        lacking += wanted - counts[kind]
    if lacking > jokers:
        return False, False
    return True, winning_kind != pung or counts[pung] == COPIES
