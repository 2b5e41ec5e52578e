"""Bits counted and found, and products of words, against whole numbers of any size."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tongits_sim.any_game import bits
from tongits_sim.jit import njit

WORDS = (0, 1, 0b1011000, 0x123456789ABCDEF0, 2**63, 2**64 - 1)


@njit
def _bits(word: Any) -> Any:
    return bits.popcount(word), bits.lowest(word), bits.highest(word)


@njit
def _product(one: Any, other: Any) -> Any:
    return bits.high_product(one, other)


@pytest.mark.parametrize("word", WORDS)
def test_bits_are_counted_and_found(word: int) -> None:
    places = [place for place in range(64) if word >> place & 1]
    assert _bits(np.uint64(word)) == (len(places), min(places, default=64), max(places, default=-1))


@pytest.mark.parametrize("one", WORDS)
def test_the_upper_half_of_a_product(one: int) -> None:
    for other in WORDS:
        assert int(_product(np.uint64(one), np.uint64(other))) == one * other >> 64
