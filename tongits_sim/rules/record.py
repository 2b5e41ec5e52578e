"""House rules as one record of integers, for kernels."""

import numpy as np

from tongits_sim.rules.knob import Kind
from tongits_sim.rules.ruleset import KNOBS, RuleSet

_TYPES: dict[Kind, type[np.generic]] = {
    "choice": np.int8,
    "flag": np.int8,
    "whole": np.int32,
    "units": np.int64,
    "share": np.int64,
}

RULES_DTYPE = np.dtype([(knob.field_name, _TYPES[knob.kind]) for knob in KNOBS.values()], align=True)
"""One field per knob (`call_timing`): choices as their code (`codes.py`) and bools in int8, whole numbers in int32,
money in int64 hundredths of a unit, shares in int64 millionths."""


def rules_record(rules: RuleSet) -> np.recarray:
    """The rules as a recarray of length 1 of `RULES_DTYPE`; its fields are also attributes."""
    record = np.zeros(1, RULES_DTYPE).view(np.recarray)
    for name, value in rules.knobs().items():
        knob = KNOBS[name]
        record[knob.field_name] = knob.encode(value)
    return record
