"""The slow, obvious twin of the rules of the hand: cards, melds, counts, knobs and presets.

Written from the rule text alone (sets and itertools, cards as strings); of `tongits_sim` it takes only the
names, values and defaults of the knobs, so that the fast kernels can be compared with it. `tests.referee` checks whole
games with it.
"""

from tests.naive.arrange import best_arrangement, can_meld_all, count, full_arrangement, least_deadwood
from tests.naive.cards import (
    JOKERS,
    NATURALS,
    RANKS,
    SUITS,
    Rules,
    deck,
    is_joker,
    is_natural,
    normal,
    plain_total,
    points,
)
from tests.naive.knobs import DEFAULTS, PRESETS, knob_problems, preset
from tests.naive.melds import (
    Meld,
    all_melds,
    held_secret,
    is_run,
    is_secret_shape,
    is_set,
    kind_of,
    sapaw_slots,
)

__all__ = [
    "DEFAULTS",
    "JOKERS",
    "NATURALS",
    "PRESETS",
    "RANKS",
    "SUITS",
    "Meld",
    "Rules",
    "all_melds",
    "best_arrangement",
    "can_meld_all",
    "count",
    "deck",
    "full_arrangement",
    "held_secret",
    "is_joker",
    "is_natural",
    "is_run",
    "is_secret_shape",
    "is_set",
    "kind_of",
    "knob_problems",
    "least_deadwood",
    "normal",
    "plain_total",
    "points",
    "preset",
    "sapaw_slots",
]
