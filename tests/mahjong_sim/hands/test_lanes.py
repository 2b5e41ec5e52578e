"""Distances as bytes of a word: sums over groups, against plain lists."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from mahjong_sim.hands import lanes

DISTANCES = st.lists(st.integers(0, lanes.MOST), min_size=lanes.LANES, max_size=lanes.LANES)


def word(distances: list[int]) -> np.uint64:
    return np.uint64(sum(each << 8 * place for place, each in enumerate(distances)))


def read(packed: np.uint64) -> list[int]:
    return [int(lanes.lane(packed, bahay)) for bahay in range(lanes.LANES)]


def least_sums(a: list[int], b: list[int]) -> list[int]:
    return [min(a[own] + b[whole - own] for own in range(whole + 1)) for whole in range(lanes.LANES)]


@given(DISTANCES, DISTANCES)
def test_the_smaller_of_each_two_bytes(a: list[int], b: list[int]) -> None:
    assert read(lanes.least(word(a), word(b))) == [min(pair) for pair in zip(a, b, strict=True)]


@given(DISTANCES, DISTANCES, DISTANCES, DISTANCES)
def test_two_groups_together(a: list[int], a_eye: list[int], b: list[int], b_eye: list[int]) -> None:
    total, total_eye = lanes.together(word(a), word(a_eye), word(b), word(b_eye))
    assert read(total) == least_sums(a, b)
    with_eye = [min(pair) for pair in zip(least_sums(a, b_eye), least_sums(a_eye, b), strict=True)]
    assert read(total_eye) == with_eye
    for bahay in range(lanes.LANES):
        assert lanes.whole(word(a), word(a_eye), word(b), word(b_eye), bahay) == with_eye[bahay]


@given(DISTANCES, DISTANCES)
def test_a_row_of_a_table_holds_both_words(a: list[int], a_eye: list[int]) -> None:
    both = lanes.unpacked(lanes.packed(word(a), word(a_eye)))
    assert [read(each) for each in both] == [a, a_eye]


def test_a_table_keeps_large_distances_as_the_largest() -> None:
    both = lanes.unpacked(lanes.packed(word([0, 3, 15, 16, 17, 63]), lanes.FAR))
    assert [read(each) for each in both] == [[0, 3, 15, 15, 15, 15], [15] * 6]


@given(DISTANCES, st.integers(0, 4))
def test_jokers_stand_for_what_is_missing(a: list[int], jokers: int) -> None:
    assert read(lanes.lowered(word(a), jokers)) == [max(0, each - jokers) for each in a]


@given(DISTANCES, st.integers(0, 5))
def test_bahay_besides_move_the_bytes(a: list[int], bahay: int) -> None:
    moved = read(lanes.moved(word(a), bahay))
    assert moved[bahay:] == a[: lanes.LANES - bahay]
    assert set(moved[:bahay]) <= {63}
