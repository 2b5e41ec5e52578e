"""The record a player thinks in: a possible game, the options, and their gains so far.

It is the player's parameter record, so every seat has its own and nothing is allocated while games are played.
"""

from __future__ import annotations

import numpy as np

from tongits_sim.any_game.trees import TREE_FIELDS
from tongits_sim.designs.forks.layout import BRANCH_DTYPE, STEER_DTYPE
from tongits_sim.game.asking import TABLE_DTYPE
from tongits_sim.game.log import LOG_DTYPE
from tongits_sim.game.state import (
    DECISIONS,
    GAME_DTYPE,
    MATCH_DTYPE,
    MAX_MELDS,
    RESULT_DTYPE,
    SEATS,
    VIEW_DTYPE,
)
from tongits_sim.thinking.unseen import N_FEATURES, ODDS, PLACES

MAX_OPTIONS = 64
"""Answers of one decision that are compared, the own one included; more are left out."""

THINKING_DTYPE = np.dtype(
    [
        ("thinking", "i8"),  # first, and named unlike others: numba confuses records that begin alike
        ("think", "i8"),  # address of the compiled `think`
        # How it thinks.
        ("worlds", "i8"),  # most worlds of a decision
        ("first", "i8"),  # worlds of the first round; each round doubles them
        ("tries", "i8"),  # deals looked at for one world; 0: all deals are equally likely
        ("sure", "f8"),  # standard errors by which an option must lead the own answer to be chosen
        ("hopeless", "f8"),  # standard errors behind the own answer at which an option is given up
        ("otherwise", "f8", (len(DECISIONS),)),  # weight of a choice that the field would not have made
        ("thinks", "i8", (len(DECISIONS),)),  # 1: it thinks about this decision; else it answers as the field does
        ("table", TABLE_DTYPE),  # the field: who plays on, on all seats
        # The world at hand.
        ("game", GAME_DTYPE),
        ("seen", VIEW_DTYPE),
        ("match", MATCH_DTYPE),
        ("result", RESULT_DTYPE),
        ("log", LOG_DTYPE),
        ("key", "u8"),  # of the worlds of this decision
        ("unknown", "u8"),  # cards to deal
        ("held_unknown", "i8", (SEATS,)),  # how many of them each hand gets
        ("order", "i1", (64,)),
        # Where the unseen cards are likely to be (unseen.py).
        ("reads", "i8"),  # 1: worlds are dealt by it; 0: all deals are alike
        ("places", "f8", (64, len(PLACES))),
        ("card_row", "i4", (N_FEATURES + 1,)),  # LOWEST behind the last place
        ("odds", "f8", (len(ODDS),)),
        *TREE_FIELDS,
        ("secrets", "i8"),  # face-down melds of others
        ("secret_number", "i8", (MAX_MELDS,)),  # their meld numbers
        ("secret_size", "i8", (MAX_MELDS,)),
        ("secret_faces", "u8", (MAX_MELDS,)),
        ("steer", STEER_DTYPE),
        ("branch", BRANCH_DTYPE),
        # The options, the own answer first, and what each brought more than that: sums over worlds, hundredths.
        ("options", "i8"),
        ("words", "u8", (MAX_OPTIONS,)),
        ("wanted", "i8", (MAX_OPTIONS,)),  # 1: still in the race
        ("ahead", "i8", (MAX_OPTIONS,)),
        ("ahead_sq", "i8", (MAX_OPTIONS,)),
        # Counts.
        ("decisions", "i8"),  # decisions thought about
        ("changed", "i8"),  # those with another answer than the field's
        ("played", "i8"),  # worlds
    ],
    align=True,
)
"""The parameters of a player who thinks."""
