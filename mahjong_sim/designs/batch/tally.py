"""What a block counts: int64 sums, so blocks merge by addition, in any order, with identical results.

A *cluster* is the independent unit: a match, with all its seatings if it is played in several.
"""

from __future__ import annotations

import numpy as np

from mahjong_sim.game.state import ENDINGS, PARTS, SEATS
from mahjong_sim.hands.values import ITEMS
from mahjong_sim.melds import MELDS
from tongits_sim.jit import njit

# Columns of which a cluster has a sum, whose squares and products with the games are added up too.
COLUMNS = (
    *(f"payout_{slot}" for slot in range(SEATS)),
    *(f"wins_{slot}" for slot in range(SEATS)),
    *(f"seat_{seat}" for seat in range(SEATS)),
    *("mano", "mano_wins", "void", "bunot", "discards", "moved"),
)
C_PAYOUT, C_WINS, C_SEAT, C_MANO = 0, SEATS, 2 * SEATS, 3 * SEATS
C_MANO_WINS, C_VOID, C_BUNOT, C_DISCARDS, C_MOVED = (C_MANO + i for i in range(1, 6))
PAIRS = tuple((a, b) for a in range(SEATS) for b in range(a + 1, SEATS))

FIELDS = (
    *("games", "mano", "payout", "payout_sq", "wins", "discarded", "waiting", "opened", "flowers", "value"),
    *(f"ends_{ending}" for ending in ENDINGS),
    *(f"part_{part}" for part in PARTS),
    *(f"meld_{meld}" for meld in MELDS[1:]),
    *(f"item_{item}" for item in ITEMS),
)
F_GAMES, F_MANO, F_PAYOUT, F_PAYOUT_SQ, F_WINS, F_DISCARDED, F_WAITING, F_OPENED, F_FLOWERS, F_VALUE = range(10)
F_ENDS = 10
F_PART = F_ENDS + len(ENDINGS)
F_MELD = F_PART + len(PARTS)
F_ITEM = F_MELD + len(MELDS) - 1

N_COLUMNS, N_FIELDS, N_ITEMS, N_PARTS = len(COLUMNS), len(FIELDS), len(ITEMS), len(PARTS)

TALLY_DTYPE = np.dtype(
    [
        ("mahjong_clusters", "i8", (3,)),  # clusters, their games, and these squared
        ("x", "i8", (N_COLUMNS,)),
        ("nx", "i8", (N_COLUMNS,)),
        ("xx", "i8", (N_COLUMNS,)),
        ("cross", "i8", (len(PAIRS),)),  # products of the payouts of two slots
        ("fields", "i8", (SEATS, N_FIELDS)),  # by slot
        ("endings", "i8", (len(ENDINGS),)),
        ("turns", "i8"),
        ("n", "i8"),  # games of the cluster that is being played
        ("now", "i8", (N_COLUMNS,)),  # its sums
    ],
    align=True,
)


@njit
def clear_cluster(tally):
    """Begin a cluster."""
    tally.n = 0
    for column in range(N_COLUMNS):
        tally.now[column] = 0


@njit
def add_cluster(tally):
    """Count a finished cluster."""
    n = tally.n
    tally.mahjong_clusters[0] += 1
    tally.mahjong_clusters[1] += n
    tally.mahjong_clusters[2] += n * n
    for column in range(N_COLUMNS):
        x = tally.now[column]
        tally.x[column] += x
        tally.nx[column] += n * x
        tally.xx[column] += x * x
    pair = 0
    for one in range(SEATS):
        for other in range(one + 1, SEATS):
            tally.cross[pair] += tally.now[C_PAYOUT + one] * tally.now[C_PAYOUT + other]
            pair += 1


@njit
def add_game(tally, game, view, result, seating):
    """Count a finished game; seating: the slot on each seat."""
    now = tally.now
    tally.n += 1
    ending = result.mahjong_ending
    tally.endings[ending] += 1
    tally.turns += result.turns
    now[C_MANO] += result.payout[result.mano]
    now[C_MANO_WINS] += result.wins[result.mano] != 0
    now[C_VOID] += ending == 0
    now[C_BUNOT] += ending == 2
    now[C_DISCARDS] += result.discards
    for seat in range(SEATS):
        slot = seating[seat]
        payout = result.payout[seat]
        now[C_PAYOUT + slot] += payout
        now[C_SEAT + seat] += payout
        now[C_MOVED] += max(payout, 0)
        now[C_WINS + slot] += result.wins[seat] != 0
        _add_seat(tally.fields[slot], game, view, result, seat)


@njit
def _add_seat(fields, game, view, result, seat):
    """Count what a seat did in a game, for the slot that sat there."""
    payout = result.payout[seat]
    fields[F_GAMES] += 1
    fields[F_MANO] += seat == result.mano
    fields[F_PAYOUT] += payout
    fields[F_PAYOUT_SQ] += payout * payout
    fields[F_DISCARDED] += seat == result.discarder
    fields[F_WAITING] += game.waits[seat] != np.uint64(0)
    fields[F_FLOWERS] += view.n_flowers[seat]
    opened = False
    for number in range(view.n_melds[seat]):
        kind = view.meld_kind[seat, number]
        fields[F_MELD + kind - 1] += 1
        opened |= kind != 4
    fields[F_OPENED] += opened
    for part in range(N_PARTS):
        fields[F_PART + part] += result.parts[part, seat]
    if result.wins[seat]:
        fields[F_WINS] += 1
        fields[F_VALUE] += result.value[seat]
        fields[F_ENDS + result.mahjong_ending] += 1
        for item in range(N_ITEMS):
            fields[F_ITEM + item] += np.int64(result.items[seat] >> np.uint64(item)) & 1
