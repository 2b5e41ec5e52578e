"""A hand at one look, against the same hand asked tile by tile."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from mahjong_sim.hands.distance import codes, rows, rows_distance
from mahjong_sim.hands.moves import moves_in
from mahjong_sim.hands.outlook import (
    UNKNOWN,
    WEIGHTS,
    Outlook,
    fetch_row,
    helps_at_most,
    helps_without,
    keys,
    lacking,
    of_group,
    outlook,
    without,
)
from mahjong_sim.tiles import COPIES, PLAIN
from tests.mahjong_sim.hands.plain_hands import counts_of, vector
from tests.mahjong_sim.hands.test_distance import plain_tables, random_hand
from tongits_sim.jit import njit

NOTHING = np.uint64(0)


@njit
def _look(tables: Any, counts: Any, bahay: Any) -> Any:
    return outlook(moves_in(tables), keys(codes(counts)), bahay)


@njit
def _lacking(tables: Any, counts: Any, bahay: Any) -> Any:
    return lacking(moves_in(tables), keys(codes(counts)), bahay)


@njit
def _helps_without(tables: Any, counts: Any, kind: Any, bahay: Any, need: Any) -> Any:
    moves = moves_in(tables)
    return helps_without(moves, outlook(moves, keys(codes(counts)), bahay), kind, bahay, need)


@njit
def _fetch(tables: Any, group: Any, code: Any) -> Any:
    return fetch_row(moves_in(tables), group, code)


@njit
def _keys_of(counts: Any) -> Any:
    return keys(codes(counts))


def _keys(counts: Any) -> tuple[int, ...]:
    return tuple(int(each) for each in _keys_of(counts))


@njit
def _without(at: Any, kind: Any) -> Any:
    return without(at, kind)


@njit
def _far(tables: Any, counts: Any, bahay: Any) -> Any:
    """The distance by sums over the groups."""
    return rows_distance(rows(tables, codes(counts), 0), 0, bahay)


def far(counts: Any, bahay: int) -> int:
    return int(_far(plain_tables(), counts, bahay))


@njit
def _helps_at_most(tables: Any, counts: Any, kind: Any, bahay: Any) -> Any:
    moves = moves_in(tables)
    return helps_at_most(moves, outlook(moves, keys(codes(counts)), bahay), kind)


@njit
def _of_group(four: Any, group: Any) -> Any:
    return of_group(four, group)


def helpful(counts: Any, bahay: int) -> set[int]:
    """The kinds that bring a hand nearer, one by one."""
    now, tiles = far(counts, bahay), set()
    for kind in range(PLAIN):
        if counts[kind] < COPIES:
            counts[kind] += 1
            if far(counts, bahay) < now:
                tiles.add(kind)
            counts[kind] -= 1
    return tiles


def kinds(word: Any) -> set[int]:
    return {kind for kind in range(64) if int(word) >> kind & 1}


def hands(number: int, bahay: int) -> list[Any]:
    chance = random.Random(bahay)
    return [vector(random_hand(chance, 3 * bahay + 2 - each % 2, suits=1 + each % 4)) for each in range(number)]


@pytest.mark.parametrize("bahay", range(1, 6))
def test_one_look_is_every_tile_by_itself(bahay: int) -> None:
    for hand in hands(24, bahay):
        look = Outlook(*_look(plain_tables(), hand, bahay))
        if look.away == UNKNOWN:
            assert max(hand[first : first + 9].sum() for first in (0, 9, 18)) > 14
            continue
        helps = helpful(hand, bahay)
        assert look.away == _lacking(plain_tables(), hand, bahay) == far(hand, bahay)
        assert kinds(look.helps) == helps
        for kind in np.flatnonzero(hand):
            hand[kind] -= 1
            spare, left = far(hand, bahay) == look.away, helpful(hand, bahay)
            hand[kind] += 1
            assert (kind in kinds(look.spare)) == spare
            if spare:
                assert left <= helps
                assert kinds(_helps_without(plain_tables(), hand, kind, bahay, NOTHING)) == left
                most, all_help = _helps_at_most(plain_tables(), hand, kind, bahay)
                assert left == kinds(most) if all_help else left <= kinds(most) <= helps
                needed = kinds(_helps_without(plain_tables(), hand, kind, bahay, look.helps))
                assert needed == left or (needed == set() and left < helps)
                if kind not in kinds(look.harms):
                    assert left == helps


def test_a_suit_with_too_many_tiles_is_not_known() -> None:
    full = counts_of("1s 1s 1s 2s 2s 2s 3s 3s 3s 4s 4s 4s 5s 5s 5s")
    assert Outlook(*_look(plain_tables(), full, 5)).away == _lacking(plain_tables(), full, 5) == UNKNOWN


def test_rows_may_be_fetched_before_they_are_needed() -> None:
    assert [_fetch(plain_tables(), group, code) for group, code in ((0, 0), (2, 5**8 - 1), (3, 5**7 - 1))] == [0, 0, 0]


def test_one_of_four_by_its_group() -> None:
    assert [int(_of_group((5, 7, 11, 13), group)) for group in range(4)] == [5, 7, 11, 13]


def test_keys_after_a_tile_has_gone() -> None:
    hand = counts_of("1s 9s 2d 5c 5c Dr Wn")
    for kind in np.flatnonzero(hand):
        less = hand.copy()
        less[kind] -= 1
        assert tuple(int(each) for each in _without(_keys(hand), kind)) == _keys(less)
    assert len(WEIGHTS) == PLAIN
