"""The legal actions of a bot, how it is called, and how its faults are named.

One function here checks each kind of action (V5 to V9). An action is a code (uint64): 0 for no, 1 for a win; a meld is
`code + 256 * lowest tile`; a discard is the tile, plus `DECLARED` if the seat declares its wait with it (V10).
"""

from __future__ import annotations

import numpy as np

from mahjong_sim.game.state import DECISIONS, SEATS, VIEW_DTYPE, tables_of
from mahjong_sim.game.wall import U, bit, count_in_hand, keys_by
from mahjong_sim.hands.lookups import RANKS
from mahjong_sim.hands.outlook import WEIGHTS, key_minus, lacking, meld_weight, waits_of
from mahjong_sim.rules.record import CLAIM_CHOW_ANY, FIRST_DISCARDS_ROUND, SAGASA_WHEN_DRAWN
from mahjong_sim.tiles import BAHAY, BEAUTY, CHOW, DRAGONS, FLOWERS, KANG, NEWS, PUNG, SAGASA, SECRET, SUITED, WINDS
from tongits_sim.compile.jit import inline_njit, njit
from tongits_sim.compile.match_loop import POSITION_FIELDS, ask, predicate

# Reason codes. They are typed, so that functions with them as arguments are compiled once.
LEGAL = np.int64(0)
NOT_AN_ACTION = np.int64(1)
NOT_HELD = np.int64(2)
NOT_A_CHOW = np.int64(3)
NOT_A_PUNG = np.int64(4)
NOT_A_KANG = np.int64(5)
NOT_A_SECRET = np.int64(6)
NOT_A_SAGASA = np.int64(7)
NOT_A_BEAUTY = np.int64(8)
NOT_NEWS = np.int64(9)
NOT_FOR_A_CLAIM = np.int64(10)
NOT_TO_DECLARE = np.int64(11)
NO_SUCH_TILE = np.int64(12)
NO_WAIT = np.int64(13)

DECLARED = U(256)
"""Added to the tile of a discard: the seat declares its wait."""
_SUIT = U((1 << RANKS) - 1)
_THREE = U(7)
_BEAUTY = U((1 << WINDS) - (1 << DRAGONS))
_NEWS = U((1 << FLOWERS) - (1 << WINDS))

REASONS: dict[int, tuple[str, str]] = {
    int(NOT_AN_ACTION): ("V5", "that is not an action at this decision"),
    int(NOT_HELD): ("V5", "the tile is not in the hand"),
    int(NOT_A_CHOW): ("V6", "the discard makes no such chow with the hand, or the seat may not chow"),
    int(NOT_A_PUNG): ("V6", "a pung needs two tiles like the discard"),
    int(NOT_A_KANG): ("V7", "a kang needs three tiles like the discard"),
    int(NOT_A_SECRET): ("V7", "a secret needs four equal tiles in the hand"),
    int(NOT_A_SAGASA): ("V7", "a sagasa needs an own open pung and its fourth tile, drawn since or just now"),
    int(NOT_A_BEAUTY): ("V8", "a beauty needs one of each dragon, in the first round"),
    int(NOT_NEWS): ("V8", "NEWS needs one of each wind, in the first round"),
    int(NOT_FOR_A_CLAIM): ("V6", "no such meld can be made with a discard"),
    int(NOT_TO_DECLARE): ("V7", "no such meld can be declared from the hand"),
    int(NO_SUCH_TILE): ("V5", "there is no such tile, or it is a flower, which is never discarded"),
    int(NO_WAIT): ("V10", "only a hand that waits after the discard declares it, where a wait must be declared"),
}
"""The rule that an action breaks and the reason, by code."""


@inline_njit
def meld_action(code, tile):
    """The action code (uint64) of a meld."""
    return U(code) | (U(tile) << U(8))


@inline_njit
def meld_of_action(action):
    """The code (int64) of the meld in an action code; 0 without a meld."""
    return np.int64(action & U(255))


@inline_njit
def tile_of_action(action):
    """The tile (int64) of a meld in an action code; 255 without a tile."""
    tile = action >> U(8)
    return np.int64(tile) if tile < U(255) else np.int64(255)


@inline_njit
def discard_tile(action):
    """The tile (int64) of an action code that discards one."""
    return np.int64(action & ~DECLARED)


@inline_njit
def declares_wait(action):
    """Whether an action code that discards a tile declares the wait."""
    return action & DECLARED != U(0)


@inline_njit
def kinds_by(game, view, seat):
    """The kinds (bits) that a hand holds, jokers as their own kind."""
    own = game.held[seat, 0]
    return own | bit(view.joker_kind) if game.jokers[seat] > 0 else own


@inline_njit
def chows_with(game, view, seat, tile):
    """The lowest tiles (bits) of the chows that a seat's hand makes with a tile."""
    if tile >= SUITED:
        return U(0)
    own = kinds_by(game, view, seat) | bit(tile)
    first = U(tile - tile % RANKS)
    suit = (own >> first) & _SUIT
    runs = (suit & (suit >> U(1)) & (suit >> U(2))) << first
    return runs & (_THREE << U(tile) >> U(2))


@inline_njit
def holds_all(game, seat, kinds):
    """Whether a hand holds one of each of a set of kinds (bits)."""
    return kinds & ~game.held[seat, 0] == U(0)


@inline_njit
def clear_options(view):
    """Clear the options of the view: no meld is possible."""
    view.may_chow = U(0)
    view.may_pung = 0
    view.may_kang = 0
    view.may_secret = U(0)
    view.may_sagasa = U(0)
    view.may_beauty = 0
    view.may_news = 0


@inline_njit
def find_pung(game, view):
    """The seat that could take the discard on offer for a pung (V6), or -1. Only one seat can hold two equal tiles."""
    tile = view.offer
    mark = bit(tile)
    may_be_joker = tile == view.joker_kind
    for step in range(1, SEATS):
        seat = (view.offered_by + step) & 3
        if game.held[seat, 1] & mark != U(0) or (may_be_joker and count_in_hand(game, view, seat, tile) >= 2):
            return seat
    return np.int64(-1)


@inline_njit
def offer_pung(game, view, seat):
    """Write into the view that the seat may take the offer for a pung, and with three equal tiles for a kang."""
    view.may_pung = 1
    view.may_kang = 1 if count_in_hand(game, view, seat, view.offer) >= 3 else 0


@inline_njit
def offer_in_turn(game, view, rules, seat, step):
    """Write the claims in turn of the seat, `step` after the discarder, into the view: chows, beauty, NEWS (V6, V8).

    Returns True if there is a claim.
    """
    tile = view.offer
    some = False
    if step == 1 or rules.claim_chow == CLAIM_CHOW_ANY:
        view.may_chow = chows_with(game, view, seat, tile)
        some = view.may_chow != U(0)
    if step == 1 and tile >= SUITED and in_first_round(view, rules, seat):
        if rules.first_beauty and tile < WINDS and holds_all(game, seat, _BEAUTY & ~bit(tile)):
            view.may_beauty = 1
            some = True
        if rules.first_news and tile >= WINDS and holds_all(game, seat, _NEWS & ~bit(tile)):
            view.may_news = 1
            some = True
    return some


@inline_njit
def in_first_round(view, rules, seat):
    """Return True if the round allows a seat to take the discard on offer for a beauty or NEWS (V8)."""
    if view.turns[seat] == 0:
        return True
    return rules.first_discards == FIRST_DISCARDS_ROUND and view.own_discards[view.offered_by] == 1


@inline_njit
def wins_with_beauty(game, view, rules, seat, tile, discarded):
    """Return True if the tile on offer makes a beauty that completes a hand (V6, V8, V9).

    Like a winning chow, the tile may be taken out of turn, in the first round. discarded: False for the tile of a
    sagasa, which only a seat without a turn so far takes.
    """
    if not DRAGONS <= tile < WINDS or not rules.first_beauty:
        return False
    if not (in_first_round(view, rules, seat) if discarded else view.turns[seat] == 0):
        return False
    return holds_all(game, seat, _BEAUTY & ~bit(tile)) and _complete_beside(game, view, seat, tile)


@njit
def _complete_beside(game, view, seat, tile):
    """Return True if a hand is complete besides a beauty made by a tile and two dragons of the hand."""
    beside = key_minus(keys_by(game, seat), DRAGONS // RANKS, meld_weight(BEAUTY, DRAGONS) - WEIGHTS[tile])
    return lacking(tables_of(view), beside, game.jokers[seat], BAHAY - 1 - view.n_melds[seat]) == 0


@inline_njit
def offer_declarations(game, view, rules, seat):
    """Write the seat's declarations in its turn into the view (V7, V8). Returns True if there is one."""
    view.may_secret = game.held[seat, 3]
    fourth = kinds_by(game, view, seat)
    if rules.sagasa_when == SAGASA_WHEN_DRAWN:
        fourth &= bit(game.drawn) if game.drawn >= 0 else U(0)
    view.may_sagasa = game.pungs[seat] & fourth
    some = view.may_secret | view.may_sagasa != U(0)
    if view.turns[seat] == 1:
        if rules.first_beauty and holds_all(game, seat, _BEAUTY):
            view.may_beauty = 1
            some = True
        if rules.first_news and holds_all(game, seat, _NEWS):
            view.may_news = 1
            some = True
    return some


@inline_njit
def check_meld(view, action, claimed):
    """The reason code of an action at CLAIM (`claimed`) or DECLARE (V6 to V8)."""
    code = meld_of_action(action)
    tile = tile_of_action(action)
    if action == U(0):
        return LEGAL
    if claimed and code in (SECRET, SAGASA):
        return NOT_FOR_A_CLAIM
    if not claimed and code in (CHOW, PUNG, KANG):
        return NOT_TO_DECLARE
    if code == CHOW:
        return LEGAL if tile < SUITED and view.may_chow & bit(tile) != U(0) else NOT_A_CHOW
    if code == PUNG:
        return LEGAL if view.may_pung and tile == view.offer else NOT_A_PUNG
    if code == KANG:
        return LEGAL if view.may_kang and tile == view.offer else NOT_A_KANG
    if code == SECRET:
        return LEGAL if tile < FLOWERS and view.may_secret & bit(tile) != U(0) else NOT_A_SECRET
    if code == SAGASA:
        return LEGAL if tile < FLOWERS and view.may_sagasa & bit(tile) != U(0) else NOT_A_SAGASA
    if code == BEAUTY:
        return LEGAL if view.may_beauty and tile == DRAGONS else NOT_A_BEAUTY
    if code == NEWS:
        return LEGAL if view.may_news and tile == WINDS else NOT_NEWS
    return NOT_AN_ACTION


@inline_njit
def check_discard(game, view, rules, seat, action):
    """The reason code of an action at DISCARD (V5, V10)."""
    tile = action & ~DECLARED
    if tile >= U(FLOWERS):
        return NO_SUCH_TILE
    if count_in_hand(game, view, seat, np.int64(tile)) == 0:
        return NOT_HELD
    if declares_wait(action):
        counts, jokers = game.counts[seat], game.jokers[seat]
        melds = view.meld_kind[seat], game.meld_tile[seat], view.n_melds[seat]
        if not rules.wait_declared or not waits_after(view, counts, jokers, melds, np.int64(tile)):
            return NO_WAIT
    return LEGAL


@njit
def waits_after(view, counts, jokers, melds, tile):
    """Whether a hand waits after the discard of a tile, or of a joker if it does not hold the tile; melds: as in
    `waits_of`.
    """
    rest = counts.copy()
    if rest[tile] > 0:
        rest[tile] -= 1
    else:
        jokers -= 1
    return waits_of(tables_of(view), rest, jokers, melds) != U(0)


# The four players by slot, the current position (for the watchdog), and the first fault.
PLAYERS_DTYPE = np.dtype(
    [
        ("mahjong_play", "i8"),  # address of the compiled game
        ("hooks", "i8", (SEATS, len(DECISIONS))),  # addresses by slot and decision
        ("params", "i8", (SEATS,)),  # addresses of parameter records
        ("chance", "i8", (SEATS,)),  # 1: gets random words
        ("check_view", "i8", (SEATS,)),  # 1: check that its hooks do not change the view
        ("seating", "i8", (SEATS,)),  # the slot on each seat in the current match
        *POSITION_FIELDS,
        ("fault_seating", "i8", (SEATS,)),
        ("view_backup", VIEW_DTYPE),  # copy of the view before a guarded hook is called
    ],
    align=True,
)


@inline_njit
def ask_bot(table, view, seat, decision):
    """Ask the bot on a seat; returns its action code and a reason code (0: the call had no fault)."""
    slot = table.seating[seat]
    return ask(table.hooks[slot, decision], view, table.params[slot], table.check_view[slot], table.view_backup)


def failure(code: int, decision: str) -> str:
    """The fault of a bot at a decision (its name), by reason code, as the predicate of a sentence.

    >>> failure(2, "discard")
    'broke rule V5 at its discard: the tile is not in the hand'
    """
    return predicate(code, decision, REASONS)
