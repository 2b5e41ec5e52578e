"""Whole records: copied, compared and in part cleared, byte for byte."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from tongits_sim.any_game.memory import (
    clear_fields,
    copy_fields,
    copy_record,
    publish,
    same_record,
)
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


@njit
def count(record: Any, to: int) -> None:
    """Publish every number up to one."""
    for number in range(1, to + 1):
        publish(record, "number", number)


WIDE = np.dtype(
    [("head", "u1"), ("one", "i8"), ("many", "i1", (131,)), ("two", "u8", (3,)), ("tail", "u1")], align=True
)


@njit
def clear(record: Any) -> None:
    """Compiled `clear_fields`."""
    clear_fields(record, "one", "two")


@njit
def clear_tail(record: Any) -> None:
    """Compiled `clear_fields`, to the end of the record."""
    clear_fields(record, "two", "tail")


@njit
def copy_some(target: Any, source: Any) -> None:
    """Compiled `copy_fields`."""
    copy_fields(target, source, "one", "two")


def test_the_fields_between_two_are_copied_and_no_others() -> None:
    records, source = np.zeros(3, WIDE), np.frombuffer(bytearray(range(1, 1 + WIDE.itemsize)), WIDE)
    copy_some(records[1], source[0])
    for name in ("one", "many", "two"):
        assert records[1][name].tobytes() == source[0][name].tobytes()
    assert (records[1]["head"], records[1]["tail"]) == (0, 0)
    assert not any(any(each.tobytes()) for each in records[::2])


def test_the_fields_between_two_are_cleared_and_no_others() -> None:
    records = np.frombuffer(bytearray(b"\xff" * 3 * WIDE.itemsize), WIDE)
    clear(records[1])
    assert not any(records[1][name].any() for name in ("one", "many", "two"))
    assert (records[1]["head"], records[1]["tail"]) == (255, 255)
    assert all(each.tobytes() == b"\xff" * WIDE.itemsize for each in records[::2])
    clear_tail(records[0])
    assert (records[0]["tail"], records[0]["many"][130]) == (0, -1)
    assert records[2].tobytes() == b"\xff" * WIDE.itemsize


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


def test_what_is_published_is_the_field_and_no_other() -> None:
    record = np.ones(1, LAYOUT).view(np.recarray)
    count(record[0], 9)
    assert (record["small"][0], record["number"][0], record["masks"][0].tolist()) == (1, 9, [1] * 5)


def test_another_thread_reads_what_is_published_meanwhile() -> None:
    record = np.zeros(1, LAYOUT).view(np.recarray)
    last = 10_000_000
    with ThreadPoolExecutor(1) as pool:
        for _ in range(100):  # a busy machine may leave this thread no time meanwhile
            counting = pool.submit(count, record[0], last)
            seen = {int(record["number"][0])}
            while not counting.done():
                seen.add(int(record["number"][0]))
            if seen - {0, last}:
                return
    pytest.fail("it was written at the end only")
