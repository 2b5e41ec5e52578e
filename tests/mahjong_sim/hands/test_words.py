"""Kinds held often, and numbers at an address, against plain loops."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from mahjong_sim.hands.words import (
    count_in,
    fetch,
    held_often,
    one_less,
    one_more,
    short_at,
    small_at,
    word_at,
    write_counts,
)
from mahjong_sim.tiles import KINDS
from tongits_sim.jit import njit


@njit
def _held(counts: Any) -> Any:
    return held_often(counts)


@njit
def _read(address: Any) -> Any:
    fetch(0)  # may be anywhere
    fetch(address)
    return small_at(address), word_at(address), short_at(address)


def test_kinds_held_once_twice_three_and_four_times() -> None:
    chance = random.Random(7)
    for _ in range(50):
        counts = np.array([chance.randint(0, 4) for _ in range(KINDS)], np.int8)
        expected = [sum(1 << kind for kind in range(40) if counts[kind] >= least) for least in (1, 2, 3, 4)]
        assert [int(each) for each in _held(counts)] == expected


@njit
def _step(counts: Any, kind: Any) -> Any:
    held, mark = held_often(counts), np.uint64(1) << np.uint64(kind)
    return one_more(held, mark), one_less(held, mark), count_in(held, kind)


def test_kinds_held_with_a_tile_more_or_less() -> None:
    for count in range(5):
        counts = np.full(KINDS, 2, np.int8)
        counts[11] = count
        more, less, same = _step(counts, 11)
        assert int(same) == count
        for step, words in ((1, more), (-1, less)):
            if 0 <= count + step <= 4:
                counts[11] = count + step
                assert words == _held(counts)


@njit
def _written(counts: Any, once: Any, twice: Any, thrice: Any, all_four: Any) -> Any:
    return write_counts(counts, once, twice, thrice, all_four)


def test_counts_are_written_from_the_kinds_held() -> None:
    chance = random.Random(17)
    for _ in range(50):
        counts = np.array([*(chance.randint(0, 4) for _ in range(40)), 0, 0], np.int8)
        beside = np.full(KINDS + 2, 99, np.int8)
        assert _written(beside[1:-1], *_held(counts)) == 0
        assert beside.tolist() == [99, *counts.tolist(), 99]


def test_numbers_at_an_address() -> None:
    table = np.arange(10, dtype=np.uint32) * np.uint32(0x01020304)
    small, word, short = _read(table[1:].ctypes.data)
    assert small == table[1]
    assert int(word) == int(table[1]) | int(table[2]) << 32
    assert int(short) == int(table[1]) & 0xFFFF
