"""The record of a position whose worlds are dealt, weighed and played on.

A *world* deals every card that the seat cannot see: to the other hands, to the discards nobody named and to the stock,
in order. Before the play of the others is considered, all are equally likely. Cards that another seat has shown
since the start were in its hand at the start or drawn since; which draw brought which of them is chosen at random among
all ways that are possible.
"""

from __future__ import annotations

import numpy as np

from tongits_sim.designs.forks.layout import STEER_DTYPE
from tongits_sim.game.log import MAX_ROWS
from tongits_sim.game.state import (
    DECISIONS,
    GAME_DTYPE,
    MATCH_DTYPE,
    MAX_MELDS,
    MAX_STOCK,
    RESULT_DTYPE,
    SEATS,
    VIEW_DTYPE,
)

MAX_OPTIONS = 128
NO_ROW = -1
IN_DISCARDS, IN_STOCK = 3, 4
"""Groups of places of `order`; the first three are the hands."""

EVERY_DECISION = np.int64((1 << len(DECISIONS)) - 1)
"""`steer.stop` for stopping at every decision."""

FLAG_WON, FLAG_BURNED, FLAG_BEATEN = (np.int64(1 << n) for n in range(3))
"""Outcomes of a rollout for the deciding seat: it wins; it is burned; it fights and loses."""

WORLDS_DTYPE = np.dtype(
    [
        ("worlds_of_a_position", "i8"),  # unused: a first field with a name of its own
        # What the seat knows.
        ("start_game", GAME_DTYPE),
        ("start_view", VIEW_DTYPE),
        ("match", MATCH_DTYPE),
        ("seat", "i8"),
        ("decision", "i8"),  # DECISION_* to be made
        ("moves", "i8"),  # rows since the start
        ("rows", "u8", (MAX_ROWS, 3)),
        ("unknown", "u8"),  # cards it cannot place
        ("held_unknown", "i8", (SEATS,)),  # unknown cards in each hand
        ("left_hand", "u8", (SEATS,)),  # cards that have left each hand since the start
        ("held_before", "u8", (SEATS,)),  # cards known in each hand at the start
        ("unnamed", "i8"),  # unknown discards, the first ones
        ("draws", "i8"),  # cards drawn since the start
        ("draw_seat", "i8", (MAX_STOCK + 1,)),
        ("draw_row", "i8", (MAX_STOCK + 1,)),
        ("draw_card", "i8", (MAX_STOCK + 1,)),  # -1: unknown
        ("draw_pool", "u8", (MAX_STOCK + 1,)),  # cards that left that hand later
        ("secrets", "i8"),  # face-down melds of others
        ("secret_seat", "i8", (MAX_MELDS,)),
        ("secret_size", "i8", (MAX_MELDS,)),
        ("secret_row", "i8", (MAX_MELDS,)),  # NO_ROW: it lay there at the start
        ("secret_number", "i8", (MAX_MELDS,)),  # its meld number
        # How worlds are weighed.
        ("factor", "f8", (len(DECISIONS),)),  # for a choice of others that their bot would not have made
        ("discards_from", "i8"),  # the first row whose discard counts
        ("steps", "i8"),  # of a walk before its first world
        ("gap", "i8"),  # steps between two worlds of a walk
        ("per_walk", "i8"),  # worlds of a walk
        ("seed", "u8"),
        # The options: `acts` is the decision, `words` the answer; decisions before it are answered with 0.
        ("options", "i8"),
        ("acts", "i8", (MAX_OPTIONS,)),
        ("words", "u8", (MAX_OPTIONS,)),
        # The world at hand.
        ("resume", "i8"),  # address of the compiled `resume`
        ("steer", STEER_DTYPE),
        ("key", "u8"),  # of its random words
        ("cards", "i8"),  # cards in `order`
        ("order", "i1", (64,)),  # unknown cards: those held by seat, discards nobody named, the stock
        ("group", "i1", (64,)),  # where a place of `order` is: a seat, IN_DISCARDS or IN_STOCK
        ("held", "u8", (SEATS,)),
        ("draw_now", "i8", (MAX_STOCK + 1,)),  # the card that each draw brought
        ("assigned", "u8", (SEATS,)),  # cards drawn by each seat
        ("secret_faces", "u8", (MAX_MELDS,)),
        # The walk.
        ("weight", "f8"),  # of the world at hand
        ("weight_of", "f8", (SEATS,)),  # its factors, by seat
        ("tried", "f8", (SEATS,)),  # the same of the world tried
        ("branch_game", GAME_DTYPE),
        ("branch_view", VIEW_DTYPE),
        ("branch_match", MATCH_DTYPE),
        ("branch_result", RESULT_DTYPE),
    ],
    align=True,
)
