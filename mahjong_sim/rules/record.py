"""House rules as one record of integers, for kernels, and the codes of the choices in it."""

import numpy as np

from mahjong_sim.rules.ruleset import KNOBS, RuleSet
from tongits_sim.rules.knob import Kind

_TYPES: dict[Kind, type[np.generic]] = {"choice": np.int8, "flag": np.int8, "whole": np.int32, "units": np.int64}

RULES_DTYPE = np.dtype([(knob.field_name, _TYPES[knob.kind]) for knob in KNOBS.values()], align=True)
"""One field per knob (`win_several`): choices as their code and flags in int8, whole numbers in int32, money in int64
cents."""

# The position of a value among those of its knob.
TILES_HONOURS_FLOWERS = 1
DEAL_AFTER_VOID_STAY = 1
CLAIM_CHOW_ANY = 1
WIN_SEVERAL_ALL = 1
QUICK_COUNTS_OWN = 1
WAIT_SINGLE_ONLY = 1
JOKER_COPIES_ONE = 1


def rules_record(rules: RuleSet) -> np.recarray:
    """The rules as a recarray of length 1 of `RULES_DTYPE`; its fields are also attributes."""
    record = np.zeros(1, RULES_DTYPE).view(np.recarray)
    for name, value in rules.knobs().items():
        record[KNOBS[name].field_name] = KNOBS[name].encode(value)
    return record
