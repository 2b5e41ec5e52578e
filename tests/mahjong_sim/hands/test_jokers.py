"""Hands with jokers at one look, against every tile by itself."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from mahjong_sim.hands.distance import codes, distance
from mahjong_sim.hands.jokers import (
    OTHER_KINDS,
    SUITED_KINDS,
    helping_pairs,
    helping_with_jokers,
    lacks_with_jokers,
    outlook_with_jokers,
    suited_and_others,
)
from mahjong_sim.hands.moves import wild_moves_in
from mahjong_sim.hands.outlook import UNKNOWN, keys
from mahjong_sim.hands.pairs import kinds_held
from mahjong_sim.hands.tables import Tables, hand_tables
from mahjong_sim.hands.words import held_often
from mahjong_sim.tiles import COPIES, KINDS, PLAIN, SUITED
from tests.mahjong_sim.hands.plain_hands import counts_of
from tongits_sim.jit import njit


@njit
def _outlook(tables: Any, counts: Any, jokers: Any, bahay: Any) -> Any:
    return outlook_with_jokers(wild_moves_in(tables), keys(codes(counts)), jokers, bahay, held_often(counts)[0])


@njit
def _lacks(tables: Any, counts: Any, jokers: Any, n_melds: Any) -> Any:
    return lacks_with_jokers(wild_moves_in(tables), keys(codes(counts)), held_often(counts), jokers, n_melds)


@njit
def _helping(tables: Any, counts: Any, jokers: Any, n_melds: Any) -> Any:
    return helping_with_jokers(wild_moves_in(tables), keys(codes(counts)), held_often(counts), jokers, n_melds)


@njit
def _pairs(counts: Any, jokers: Any, mode: Any, within: Any) -> Any:
    held = held_often(counts)
    suited, others = suited_and_others(held)
    return suited, others, helping_pairs(held, suited, others, jokers, mode, within)


def kinds(word: Any) -> set[int]:
    return {kind for kind in range(64) if int(word) >> kind & 1}


def hands(number: int, tiles: int, seed: int) -> Any:
    """Hands with one to three jokers: any tiles, few suits, many pairs."""
    chance = random.Random(seed)
    for each in range(number):
        jokers = 1 + each % 3
        among = (range(PLAIN), range(chance.randint(12, 34)), chance.sample(range(PLAIN), 9))[each // 3 % 3]
        picked = chance.sample([kind for kind in among for _ in range(COPIES)], tiles - jokers)
        yield np.array([picked.count(kind) for kind in range(KINDS)], np.int8), jokers


def changed(tables: Tables, hand: Any, jokers: int, n_melds: int, step: int) -> dict[int, int]:
    """The distance with one tile more or less of each kind that can be had or given."""
    distances = {}
    for kind in range(PLAIN):
        if 0 <= hand[kind] + step <= COPIES:
            hand[kind] += step
            distances[kind] = int(distance(tables, hand, jokers, n_melds))
            hand[kind] -= step
    return distances


@pytest.mark.parametrize("n_melds", [0, 1, 2, 4])
def test_one_look_is_every_tile_by_itself(n_melds: int) -> None:
    tables = hand_tables(jokers=True, pairs=0)
    for hand, jokers in hands(45, 17 - 3 * n_melds, n_melds):
        away, helps, spare = _outlook(tables, hand, jokers, 5 - n_melds)
        if max(hand[first : first + 9].sum() for first in (0, 9, 18)) > 14:
            assert away == UNKNOWN
            continue
        assert away == distance(tables, hand, jokers, n_melds)
        more, less = (changed(tables, hand, jokers, n_melds, step) for step in (1, -1))
        assert kinds(helps) == {kind for kind, far in more.items() if far < away}
        assert kinds(spare) == {kind for kind, far in less.items() if far == away}


@pytest.mark.parametrize("pairs", [0, 1, 2])
def test_kinds_that_help_seven_pairs_counted(pairs: int) -> None:
    tables = hand_tables(jokers=True, pairs=pairs)
    for hand, jokers in hands(45, 16, pairs):
        away, helps = _helping(tables, hand, jokers, 0)
        if away == UNKNOWN:
            continue
        assert away == _lacks(tables, hand, jokers, 0) == distance(tables, hand, jokers, 0)
        assert kinds(helps) == {k for k, far in changed(tables, hand, jokers, 0, 1).items() if far < away}


def test_pairs_of_some_kinds_only() -> None:
    hand = counts_of("1s 1s 2s 3s 3s 3s 5d 5d 5d 5d Dr Dr We")
    suited, others, every = _pairs(hand, 3, 2, SUITED_KINDS | OTHER_KINDS)
    assert suited == kinds_held(hand, 0, SUITED)
    assert others == kinds_held(hand, SUITED, PLAIN)
    single = np.uint64(1 << 1)
    assert int(_pairs(hand, 3, 2, single)[2]) == int(every & single)


def test_a_suit_with_too_many_tiles_is_not_known() -> None:
    full = counts_of("1s 1s 1s 2s 2s 2s 3s 3s 3s 4s 4s 4s 5s 5s 5s")
    tables = hand_tables(jokers=True)
    assert _outlook(tables, full, 2, 5)[0] == _lacks(tables, full, 2, 0) == _helping(tables, full, 2, 0)[0] == UNKNOWN
