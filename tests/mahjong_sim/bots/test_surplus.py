"""The discard after which most tiles help, all kinds at once and tile by tile."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from mahjong_sim.bots.hooks import isolation
from mahjong_sim.bots.surplus import (
    NO_ANSWER,
    best_surplus,
    kind_of,
    loneliest,
    preferred,
    rank,
    tiles_of,
    unseen_often,
)
from mahjong_sim.hands.accept import accepted_tiles, discards
from mahjong_sim.hands.distance import codes
from mahjong_sim.hands.moves import moves_in
from mahjong_sim.hands.outlook import keys
from mahjong_sim.hands.tables import Tables, hand_tables
from mahjong_sim.hands.words import held_often
from mahjong_sim.tiles import KINDS, PLAIN
from tests.mahjong_sim.hands.plain_hands import counts_of
from tongits_sim.jit import njit

NOTHING = np.uint64(0)


@njit
def _surplus(tables: Any, counts: Any, n_melds: Any, seen: Any, hidden: Any) -> Any:
    return best_surplus(moves_in(tables), keys(codes(counts)), held_often(counts), n_melds, held_often(seen), hidden)


@njit
def _unseen(kinds: Any, counts: Any, seen: Any, hidden: Any) -> Any:
    unseen = unseen_often(held_often(counts), held_often(seen), hidden)
    return tiles_of(kinds, unseen), kinds & unseen[0]


@njit
def _order(kinds: Any) -> Any:
    kind = loneliest(kinds)
    return kind, preferred(kind) if kind >= 0 else kinds


@njit
def _rank(helps: Any, kind: Any, gone: Any) -> Any:
    every = np.uint64((1 << PLAIN) - 1)
    best = rank(helps, kind, (every, every, every, every), gone)
    return best, kind_of(best)


@njit
def _kind_of(best: Any) -> Any:
    return kind_of(best)


def tile_by_tile(tables: Tables, counts: Any, n_melds: int, unseen: Any) -> int:
    """The same, by asking for each discard what helps after it."""
    after = np.zeros(KINDS, np.int8)
    least = discards(tables, counts, 0, n_melds, after)
    best, most = -1, -1
    for kind in range(PLAIN):
        if counts[kind] and after[kind] == least:
            counts[kind] -= 1
            score = 8 * int(accepted_tiles(tables, counts, 0, n_melds, unseen)[1]) + int(isolation(kind))
            counts[kind] += 1
            if score > most:
                best, most = kind, score
    return best


def positions(number: int, n_melds: int) -> Any:
    """Hands of all sorts: any tiles, few suits, many pairs; and what of the rest lies open."""
    chance = random.Random(n_melds)
    for each in range(number):
        kinds = (range(PLAIN), range(chance.randint(15, 30)), chance.sample(range(PLAIN), 11), range(3, 13))[each % 4]
        wall = [kind for kind in kinds for _ in range(4 if each % 4 != 2 else 3)]
        tiles = chance.sample(wall, 17 - 3 * n_melds)
        counts = np.array([tiles.count(kind) for kind in range(KINDS)], np.int8)
        seen = np.zeros(KINDS, np.int8)
        for kind in range(PLAIN):
            seen[kind] = chance.randint(0, 4 - counts[kind]) if each % 3 else 0
        yield counts, seen


@pytest.mark.parametrize("pairs", [0, 1, 2])
@pytest.mark.parametrize("n_melds", [0, 1, 3])
def test_all_at_once_is_tile_by_tile(pairs: int, n_melds: int) -> None:
    tables = hand_tables(pairs=pairs)
    answers = 0
    for counts, seen in positions(60, n_melds):
        unseen = np.zeros(KINDS, np.int8)
        unseen[:PLAIN] = 4 - seen[:PLAIN] - counts[:PLAIN]
        surplus = int(_surplus(tables, counts, n_melds, seen, NOTHING))
        if surplus != NO_ANSWER:
            answers += 1
            assert surplus == tile_by_tile(tables, counts, n_melds, unseen), counts
    assert answers > 40


def test_a_complete_hand_has_no_answer() -> None:
    hand = counts_of("1s 2s 3s 4s 5s 6s 7s 8s 9s 1d 2d 3d 4d 5d 6d Dr Dr")
    assert _surplus(hand_tables(pairs=0), hand, 0, np.zeros(KINDS, np.int8), NOTHING) == NO_ANSWER


def test_unseen_tiles_leave_out_own_hidden_melds() -> None:
    counts, seen = counts_of("1s 1s 5d"), counts_of("1s Dr Dr Dr")
    kinds = np.uint64(1 | 1 << 13 | 1 << 27 | 1 << 30)
    assert _unseen(kinds, counts, seen, NOTHING) == (1 + 3 + 1 + 4, kinds)
    assert _unseen(kinds, counts, seen, np.uint64(1 << 30)) == (1 + 3 + 1, kinds - (1 << 30))


def test_kinds_with_a_tile_unseen() -> None:
    for held in range(5):
        for seen in range(5 - held):
            counts, open_ = np.zeros(KINDS, np.int8), np.zeros(KINDS, np.int8)
            counts[7], open_[7] = held, seen
            tiles, kinds = _unseen(np.uint64(1 << 7), counts, open_, NOTHING)
            assert (tiles, int(kinds)) == (4 - held - seen, (held + seen < 4) << 7)


def test_the_loneliest_kind_goes_first() -> None:
    order = sorted(range(PLAIN), key=lambda kind: (-int(isolation(kind)), kind))
    for number, kind in enumerate(order):
        left = sum(1 << each for each in order[number:])
        before = sum(1 << each for each in order[:number])
        assert [int(each) for each in _order(np.uint64(left))] == [kind, before]
    assert int(_order(NOTHING)[0]) == -1


def test_more_tiles_come_before_lonelier_kinds_and_these_before_lower_ones() -> None:
    three, two = np.uint64(0b111), np.uint64(0b110)
    assert _rank(three, 13, True) > _rank(two, 27, True)
    assert _rank(two, 27, True) > _rank(two, 12, True) > _rank(two, 14, True) > _rank(two, 13, True)
    assert [int(_rank(two, kind, True)[1]) for kind in (0, 13, 33)] == [0, 13, 33]
    assert _rank(three, 0, True)[0] == _rank(two, 0, True)[0] < _rank(three, 0, False)[0]
    assert int(_kind_of(NO_ANSWER)) == NO_ANSWER
