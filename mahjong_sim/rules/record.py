"""House rules as one record of integers, for kernels, and the codes of the choices in it."""

import numpy as np

from mahjong_sim.rules.ruleset import KNOBS, RuleSet
from tongits_sim.knobs.fields import copied, filled_record, rules_dtype

RULES_DTYPE = rules_dtype(KNOBS)
"""One field for each knob (`win_several`); a choice is its position among the knob's values."""

# Positions of values among the values of their knobs.
TILES_HONOURS_FLOWERS = 1
DEAL_AFTER_VOID_STAY = 1
CLAIM_CHOW_ANY = 1
SAGASA_WHEN_DRAWN = 1
FIRST_DISCARDS_ROUND = 1
WIN_SEVERAL_ALL = 1
QUICK_COUNTS_OWN = 1
WAIT_SINGLE_ONLY = 1
JOKER_COPIES_ONE = 1


def rules_record(rules: RuleSet) -> np.recarray:
    """The rules as a recarray of length 1 of `RULES_DTYPE`; its fields are also attributes."""
    return copied(filled_record(rules, RULES_DTYPE)).view(np.recarray)
