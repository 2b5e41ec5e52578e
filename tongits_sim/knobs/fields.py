"""House rules as a record of integers, which kernels read."""

from __future__ import annotations

import functools
from collections.abc import Mapping

import numpy as np

from tongits_sim.knobs.house_rules import HouseRules
from tongits_sim.knobs.knob import Kind, Knob

_TYPES: dict[Kind, type[np.generic]] = {
    "choice": np.int8,
    "flag": np.int8,
    "whole": np.int32,
    "units": np.int64,
    "share": np.int64,
}


def rules_dtype(knobs: Mapping[str, Knob]) -> np.dtype:
    """The layout of a game's rules, a field for each knob (`call_timing`).

    int8: flags, and positions of choices among the knob's values; int32: whole numbers; int64: money in hundredths of a
    unit, shares in millionths.
    """
    return np.dtype([(knob.field_name, _TYPES[knob.kind]) for knob in knobs.values()], align=True)


def copied(record: np.ndarray) -> np.ndarray:
    """A copy of an array of records in every byte. Numpy's own copy has the padding between the fields as it finds the
    memory, so its bytes would differ between processes.
    """
    copy = np.zeros_like(record)
    copy.view(np.uint8)[...] = record.view(np.uint8)
    return copy


@functools.lru_cache(maxsize=32)
def filled_record(rules: HouseRules, dtype: np.dtype) -> np.recarray:
    """The rules as a recarray of length 1, made once for equal rules. Callers that write into the record take a
    copy.
    """
    record = np.zeros(1, dtype).view(np.recarray)
    values = rules.knobs()
    for name, knob in rules.ALL.knobs.items():
        record[knob.field_name] = knob.encode(values[name])
    return record
