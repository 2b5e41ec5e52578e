"""House rules as a record of integers, which kernels read."""

import numpy as np

from tongits_sim.knobs.fields import copied, filled_record, rules_dtype
from tongits_sim.rules.ruleset import KNOBS, RuleSet

RULES_DTYPE = rules_dtype(KNOBS)
"""A field for each knob (`call_timing`); choices by their code (`codes.py`)."""


def rules_record(rules: RuleSet) -> np.recarray:
    """The rules as a recarray of length 1 of `RULES_DTYPE`."""
    return copied(filled_record(rules, RULES_DTYPE)).view(np.recarray)
