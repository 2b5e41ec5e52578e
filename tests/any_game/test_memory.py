"""Whole records: copied and compared, byte for byte."""

from __future__ import annotations

from typing import Any

import numpy as np

from tongits_sim.any_game.memory import copy_record, same_record
from tongits_sim.jit import njit

LAYOUT = np.dtype([("small", "i1"), ("number", "i8"), ("masks", "u8", (5,))], align=True)


@njit
def same(one: Any, other: Any) -> Any:
    """Compiled `same_record`."""
    return same_record(one, other)


@njit
def copy(target: Any, source: Any) -> None:
    """Compiled `copy_record`."""
    copy_record(target, source)


def test_a_copied_record_is_the_same_and_its_neighbours_stay() -> None:
    one, other = np.zeros(3, LAYOUT), np.ones(1, LAYOUT)
    copy(one[1], other[0])
    assert one[1] == other[0]
    assert same(one[1], other[0])
    assert not one[0]["masks"].any()
    assert not one[2]["masks"].any()


def test_one_byte_makes_records_differ() -> None:
    one, other = np.zeros(1, LAYOUT), np.zeros(1, LAYOUT)
    assert same(one[0], other[0])
    for name in ("small", "number"):
        other[name] = 1
        assert not same(one[0], other[0])
        other[name] = 0
    other["masks"][0, 4] = 1 << 63
    assert not same(one[0], other[0])
