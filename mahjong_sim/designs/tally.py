"""The counts of a batch that only mahjong has."""

from __future__ import annotations

import numpy as np

from mahjong_sim.game.state import ENDINGS, PARTS, SEATS
from mahjong_sim.hands.values import ITEMS
from mahjong_sim.melds import MELDS
from tongits_sim.jit import njit

# Own columns, after the payouts and wins by slot and the payouts by seat.
C_MANO, C_MANO_WINS, C_VOID, C_BUNOT, C_DISCARDS, C_MOVED = range(3 * SEATS, 3 * SEATS + 6)

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

N_ITEMS, N_PARTS = len(ITEMS), len(PARTS)


@njit
def add_game(tally, records):
    """Count mahjong's own columns and fields of a finished game."""
    game, view, _, result, _, _, table = records
    now = tally.now
    ending = result.mahjong_ending
    tally.endings[ending] += 1
    tally.turns[0] += result.turns
    now[C_MANO] += result.payout[result.mano]
    now[C_MANO_WINS] += result.wins[result.mano] != 0
    now[C_VOID] += ending == 0
    now[C_BUNOT] += ending == 2
    now[C_DISCARDS] += result.discards
    for seat in range(SEATS):
        now[C_MOVED] += max(result.payout[seat], 0)
        _add_seat(tally.fields[table.seating[seat]], game, view, result, seat)


@njit
def _add_seat(fields, game, view, result, seat):
    """Count a seat's game in the fields of its slot."""
    fields[F_MANO] += seat == result.mano
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
        fields[F_VALUE] += result.value[seat]
        fields[F_ENDS + result.mahjong_ending] += 1
        for item in range(N_ITEMS):
            fields[F_ITEM + item] += np.int64(result.items[seat] >> np.uint64(item)) & 1
