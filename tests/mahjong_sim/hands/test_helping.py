"""The kinds that bring a hand nearer, seven pairs counted, one by one."""

from __future__ import annotations

import random
from typing import Any

import pytest

from mahjong_sim.hands.distance import codes, rows, rows_distance, seven_pairs_distance
from mahjong_sim.hands.helping import helping, lacks, of_count
from mahjong_sim.hands.moves import moves_in
from mahjong_sim.hands.outlook import keys
from mahjong_sim.hands.tables import Tables, hand_tables
from mahjong_sim.hands.words import held_often
from mahjong_sim.tiles import COPIES, PLAIN
from tests.mahjong_sim.hands.plain_hands import vector
from tests.mahjong_sim.hands.test_pairs import random_hand
from tongits_sim.jit import njit


@njit
def _helping(tables: Any, counts: Any, n_melds: Any) -> Any:
    moves = moves_in(tables)
    at, held = keys(codes(counts)), held_often(counts)
    away, helps = helping(moves, at, held, n_melds)
    return away, helps, lacks(moves, at, held, n_melds)


@njit
def _far(tables: Any, counts: Any, n_melds: Any) -> Any:
    own = rows_distance(rows(tables, codes(counts), 0), 0, 5 - n_melds)
    return min(own, seven_pairs_distance(tables, counts, 0, n_melds))


@njit
def _of_count(counts: Any, count: Any) -> Any:
    return of_count(held_often(counts), count)


def helpful(tables: Tables, hand: Any) -> set[int]:
    now, kinds = _far(tables, hand, 0), set()
    for kind in range(PLAIN):
        if hand[kind] < COPIES:
            hand[kind] += 1
            if _far(tables, hand, 0) < now:
                kinds.add(kind)
            hand[kind] -= 1
    return kinds


@pytest.mark.parametrize("pairs", [0, 1, 2])
def test_kinds_that_help_one_by_one(pairs: int) -> None:
    tables, chance = hand_tables(pairs=pairs), random.Random(pairs)
    by_pairs = 0
    for _ in range(40):
        hand = vector(random_hand(chance, 0))
        away, helps, again = _helping(tables, hand, 0)
        assert away == again == _far(tables, hand, 0)
        assert {kind for kind in range(64) if int(helps) >> kind & 1} == helpful(tables, hand)
        by_pairs += away == seven_pairs_distance(tables, hand, 0, 0)
    assert (by_pairs > 10) == (pairs > 0)


def test_kinds_of_each_count() -> None:
    hand = vector(random_hand(random.Random(4), 0))
    for count in range(5):
        expected = sum(1 << kind for kind in range(PLAIN) if hand[kind] == count)
        assert int(_of_count(hand, count)) == expected
