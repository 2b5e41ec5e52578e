"""The records of a game: what everybody sees, what nobody sees, the log, and the addresses of tables.

The log of a game, a row for each act and each decision, for game records. Batches play with the log switched off.

A row is int16 (act, seat, code, tile): the tile of a draw or discard (code 1: the wait is declared with it); the code
(tiles.py) and lowest tile of a meld; of a decision (`ACT_DECISION`) its number and, in the last place, the action code.

`VIEW` holds the public state (the engine's only copy of it) and, in its first block, the deciding seat's knowledge.
`GAME` holds the hidden state. They are allocated separately: a hook with a `VIEW` cannot reach a hand or the wall.
Tiles are kinds (tiles.py), -1 for none; seats 0..3, -1 for none; money is cents.

A `VIEW` holds the addresses of the tables of `hands`: records cannot hold arrays, and a table of millions of numbers
must not become a constant of every hook.
"""

from __future__ import annotations

from enum import auto

import numpy as np

from mahjong_sim.hands.lookups import Tables, hand_tables
from mahjong_sim.hands.pairs import DISTINCT, EQUAL, OFF
from mahjong_sim.rules import RuleSet
from mahjong_sim.rules.record import RULES_DTYPE
from mahjong_sim.tiles import BAHAY, COPIES, KINDS, TILES
from tongits_sim.compile.jit import inline_njit
from tongits_sim.compile.row_places import RowPlaces

# The codes are typed, so that `write` is compiled once instead of once per literal.
NOTHING = np.int64(0)
ACT_FLOWER = np.int64(1)  # a flower shown
ACT_DRAW = np.int64(2)  # from the front
ACT_BACK = np.int64(3)  # a gift or a replacement, from the back
ACT_INDICATOR = np.int64(4)  # the indicator: other tiles of its kind are jokers
ACT_DISCARD = np.int64(5)
ACT_MELD = np.int64(6)  # with the discard on offer
ACT_DECLARE = np.int64(7)
ACT_WIN = np.int64(8)  # code: FROM_*
ACT_VOID = np.int64(9)
ACT_DECISION = np.int64(10)

ACTS = ("", "flower", "draw", "back", "indicator", "discard", "meld", "declare", "win", "void", "decision")

MAX_ROWS = 1200


class Column(RowPlaces):
    """The numbers of a row of the log."""

    act = auto()  # ACT_*
    seat = auto()
    code = auto()
    tile = auto()


LOG_DTYPE = np.dtype([("mahjong_on", "i8"), ("n", "i8"), ("rows", "i2", (MAX_ROWS, len(Column)))], align=True)


def new_log(on: bool = True) -> np.recarray:
    """An empty log: a `LOG_DTYPE` recarray of length 1 (`n` rows of `rows` are in use)."""
    log = np.zeros(1, LOG_DTYPE).view(np.recarray)
    log["mahjong_on"] = on
    return log


@inline_njit
def write(log, act, seat, code, tile):
    """Add a row to the log."""
    if log.mahjong_on and log.n < MAX_ROWS:
        log.rows[log.n, Column.act] = act
        log.rows[log.n, Column.seat] = seat
        log.rows[log.n, Column.code] = code
        log.rows[log.n, Column.tile] = tile
        log.n += 1


SEATS = 4
GROUPS = 4
"""The groups of tiles in a hand: three suits, and dragons with winds."""
HAND = 16
"""Tiles of a hand at rest, melds counted as three tiles each."""
MAX_BONUS = 36
"""Bonus tiles where winds and dragons are flowers."""

# Codes are typed: with plain ints numba compiles a function once for every value.
NOBODY = np.int64(-1)
NO_TILE = np.int64(-1)
DECISION_OVER = np.int64(-1)
DECISION_WIN = np.int64(0)
DECISION_CLAIM = np.int64(1)
DECISION_DECLARE = np.int64(2)
DECISION_DISCARD = np.int64(3)
DECISIONS = ("win", "claim", "declare", "discard")

ENDING_VOID = np.int64(0)
ENDING_DISCARD = np.int64(1)
ENDING_BUNOT = np.int64(2)
ENDING_ROBBED = np.int64(3)
ENDINGS = ("void", "discard", "bunot", "robbed")

# The source of a seat's last tile.
FROM_DEAL = np.int64(0)
FROM_WALL = np.int64(1)
FROM_BACK = np.int64(2)
"""A gift, or the replacement of a flower."""
FROM_DISCARD = np.int64(3)
FROM_SAGASA = np.int64(4)
"""The tile of a sagasa, robbed."""

PARTS = ("hand", "flowers", "beauty", "news", "kang", "secret", "sagasa", "pot")
PART_HAND, PART_FLOWERS, PART_BEAUTY, PART_NEWS, PART_KANG, PART_SECRET, PART_SAGASA, PART_POT = (
    np.int64(i) for i in range(8)
)

VIEW_DTYPE = np.dtype(
    [
        # The deciding seat's knowledge.
        ("mahjong_me", "i8"),  # the deciding seat
        ("decision", "i8"),  # DECISION_*
        ("counts", "i1", (KINDS,)),  # own concealed tiles with the last draw, without the offer and jokers
        ("jokers", "i8"),  # own jokers, which are tiles of `joker_kind`
        ("keys", "i8", (GROUPS,)),  # of the groups of `counts` (hands/lookups.py)
        ("held", "u8", (COPIES,)),  # kinds (bits) with at least one, two, three and four tiles in `counts`
        ("drawn", "i8"),  # the tile drawn last in this turn; -1 before a draw and after a claim
        ("waits", "u8"),  # kinds (bits) that would complete the hand as it was after the seat's last discard
        ("may_chow", "u8"),  # CLAIM: lowest tiles (bits) of the chows with the discard on offer
        ("may_pung", "i8"),  # CLAIM: 1 if it may be melded as a pung
        ("may_kang", "i8"),  # CLAIM: 1 if it may be melded as a kang
        ("may_secret", "u8"),  # DECLARE: kinds (bits) held four times
        ("may_sagasa", "u8"),  # DECLARE: kinds (bits) that turn an own pung into a sagasa
        ("may_beauty", "i8"),  # CLAIM, DECLARE: 1 if it may be melded
        ("may_news", "i8"),  # CLAIM, DECLARE: 1 if it may be melded
        ("own_secrets", "i1", (BAHAY,)),  # tiles of own melds, secrets too
        ("word", "u8"),  # random word of this decision; 0 for a bot without `uses_random`
        # Public.
        ("mano", "i8"),  # the dealer
        ("seat", "i8"),  # the seat in turn
        ("turn", "i8"),  # turns begun, all seats together, from 1
        ("turns", "i8", (SEATS,)),  # turns begun by seat
        ("wall_left", "i8"),  # tiles that can still be drawn
        ("offer", "i8"),  # the discard on offer, or the tile of a sagasa that can be robbed
        ("offered_by", "i8"),
        ("n_discards", "i8"),
        ("discards", "i1", (TILES,)),  # in order
        ("discarded_by", "i1", (TILES,)),
        ("taken_by", "i1", (TILES,)),  # the seat that took it; -1 nobody
        ("own_discards", "i8", (SEATS,)),  # their number by seat
        ("declared", "i8", (SEATS,)),  # 1: the seat declared its wait with its last discard
        ("n_melds", "i8", (SEATS,)),
        ("meld_kind", "i1", (SEATS, BAHAY)),  # codes of melds (tiles.py)
        ("meld_tile", "i1", (SEATS, BAHAY)),  # lowest tile; -1 for a secret that lies face down
        ("n_flowers", "i8", (SEATS,)),
        ("flowers", "i1", (SEATS, MAX_BONUS)),
        ("seen", "i1", (KINDS,)),  # open tiles: discards, open melds, flowers, the joker's indicator
        ("seen_often", "u8", (COPIES,)),  # kinds (bits) with at least one, two, three and four tiles in `seen`
        ("joker_kind", "i8"),
        ("doubled", "i8"),  # the factor of all payments
        ("game", "i8"),  # number of the game in its match
        ("pot", "i8"),
        ("markers", "i8", (SEATS,)),
        ("tables", "i8", (7,)),  # `Tables` (hands/lookups.py)
        ("rules", RULES_DTYPE),
    ],
    align=True,
)

GAME_DTYPE = np.dtype(
    [
        ("mahjong_phase", "i8"),
        ("counts", "i1", (SEATS, KINDS)),  # without jokers
        ("jokers", "i8", (SEATS,)),
        ("waits", "u8", (SEATS,)),  # kinds (bits) that complete the hand as it was at rest
        ("keys", "i8", (SEATS, GROUPS)),  # of the groups of `counts` (hands/lookups.py)
        ("held", "u8", (SEATS, COPIES)),  # kinds (bits) with at least one, two, three and four tiles in `counts`
        ("far", "i8", (SEATS,)),  # a lower bound of the tiles that the hand lacks to wait; 0: unknown
        ("resting", "i8"),  # the seat with `waits` from before its discard; -1: none
        ("pungs", "u8", (SEATS,)),  # kinds (bits) of own pungs that may become a sagasa
        ("meld_tile", "i1", (SEATS, BAHAY)),  # with the tiles of secrets
        ("drawn", "i8"),
        ("source", "i8"),  # FROM_*: the source of the tile that could complete the hand
        ("rested", "i8"),  # 1: `waits` of the seat in turn are from before `drawn`
        ("step", "i8"),  # seats from the discarder to the next one that decides about the offer
        ("pung_asked", "i8"),  # 1: the seat that could pung has decided
        ("any_win", "i8"),
        ("asked_in", "i8"),  # the phase in which the seat decided whether to win by an offer
        ("wins", "i1", (SEATS,)),  # seats that win
        ("first_bonus", "i8"),  # the lowest kind that is a flower
        ("front", "i8"),
        ("back", "i8"),
        ("wall", "i1", (TILES,)),  # `front` .. `back - 1` are left
        ("deck", "i1", (TILES,)),  # the wall before the deal
        ("dice", "i8"),  # the opening roll: 6 * first + second, from 0
        ("joker_dice", "i8"),
        ("instant", "i8", (8, SEATS)),  # PART_*: cents received minus cents paid, before doubling
        ("paid_many", "i1", (SEATS,)),  # 1: many flowers have been paid
        ("flowers_at_deal", "i1", (SEATS,)),
        ("ending", "i8"),
        ("winning_kind", "i8"),
        ("words", "u8", (SEATS,)),
        ("decisions", "i8", (SEATS,)),
        ("chance", "i8", (SEATS,)),
    ],
    align=True,
)

MATCH_DTYPE = np.dtype(
    [
        ("mahjong_key", "u8"),
        ("seed", "u8"),
        ("match", "u8"),
        ("game", "i8"),
        ("mano", "i8"),
        ("pot", "i8"),
        ("staked", "i8", (SEATS,)),  # cents of each seat in the pot
        ("markers", "i8", (SEATS,)),
        ("last_game", "i8"),
        ("over", "i8"),
    ],
    align=True,
)

RESULT_DTYPE = np.dtype(
    [
        ("mahjong_ending", "i8"),
        ("mano", "i8"),
        ("turns", "i8"),
        ("discards", "i8"),
        ("discarder", "i8"),  # the seat that discarded the winning tile; -1 nobody
        ("wins", "i1", (SEATS,)),
        ("value", "i8", (SEATS,)),  # of the winning hand, cents, before doubling
        ("items", "u8", (SEATS,)),  # its items (bits of ITEMS)
        ("doubled", "i8"),
        ("parts", "i8", (8, SEATS)),
        ("payout", "i8", (SEATS,)),
    ],
    align=True,
)


def new_record(dtype: np.dtype) -> np.recarray:
    """One zeroed record of a layout, as a recarray of length 1, which both compiled and plain Python code can read."""
    return np.zeros(1, dtype).view(np.recarray)


@inline_njit
def tables_of(view):
    """The `Tables` of a `VIEW`, for the functions of `hands`."""
    at = view.tables
    return Tables(at[0], at[1], at[2], at[3], at[4], at[5], at[6])


def game_tables(rules: RuleSet) -> Tables:
    """The tables for a game under these rules, for the `tables` of a `VIEW`."""
    pairs = (EQUAL if rules.win.equal_pairs else DISTINCT) if rules.win.seven_pairs else OFF
    return hand_tables(rules.joker.play, pairs)
