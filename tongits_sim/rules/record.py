"""House rules as a record of integers, which kernels read."""

import functools

import numpy as np

from tongits_sim.knobs.fields import copied, filled_record, rules_dtype
from tongits_sim.rules.ruleset import KNOBS, RuleSet

RULES_DTYPE = rules_dtype(KNOBS)
"""A field for each knob (`call_timing`); choices by their code (`codes.py`)."""


def rules_record(rules: RuleSet) -> np.recarray:
    """The rules as a recarray of length 1 of `RULES_DTYPE`."""
    return copied(_filled(rules)).view(np.recarray)


@functools.lru_cache(maxsize=32)
def _filled(rules: RuleSet) -> np.recarray:
    return filled_record(rules, RULES_DTYPE)
