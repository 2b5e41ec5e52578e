"""The discard of a hand with jokers after which most tiles help, all kinds at once and tile by tile."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mahjong_sim.bots.hooks import isolation
from mahjong_sim.bots.surplus import NO_ANSWER
from mahjong_sim.bots.surplus_jokers import best_surplus_with_jokers, unseen_beside_jokers
from mahjong_sim.hands.accept import accepted_tiles, discards
from mahjong_sim.hands.distance import codes
from mahjong_sim.hands.moves import wild_moves_in
from mahjong_sim.hands.outlook import keys
from mahjong_sim.hands.tables import Tables, hand_tables
from mahjong_sim.hands.words import held_often
from mahjong_sim.tiles import COPIES, KINDS, PLAIN
from tests.mahjong_sim.hands.plain_hands import counts_of
from tests.mahjong_sim.hands.test_jokers import hands
from tongits_sim.jit import njit

JOKER_KIND = 4


@njit
def _surplus(tables: Any, counts: Any, jokers: Any, n_melds: Any, seen: Any, left: Any) -> Any:
    unseen = unseen_beside_jokers(held_often(counts), held_often(seen), np.uint64(0), JOKER_KIND, left)
    return best_surplus_with_jokers(
        wild_moves_in(tables), keys(codes(counts)), held_often(counts), jokers, n_melds, unseen
    )


@njit
def _unseen(counts: Any, seen: Any, left: Any) -> Any:
    return unseen_beside_jokers(held_often(counts), held_often(seen), np.uint64(0), JOKER_KIND, left)


def tile_by_tile(tables: Tables, counts: Any, jokers: int, n_melds: int, unseen: Any) -> int:
    """The same, by asking for each discard what helps after it."""
    after = np.zeros(KINDS, np.int8)
    least = discards(tables, counts, jokers, n_melds, after)
    best, most = -1, -1
    for kind in range(PLAIN):
        if counts[kind] and after[kind] == least:
            counts[kind] -= 1
            score = 8 * int(accepted_tiles(tables, counts, jokers, n_melds, unseen)[1]) + int(isolation(kind))
            counts[kind] += 1
            if score > most:
                best, most = kind, score
    return best


@pytest.mark.parametrize("pairs", [0, 1, 2])
@pytest.mark.parametrize("n_melds", [0, 1, 3])
def test_all_at_once_is_tile_by_tile(pairs: int, n_melds: int) -> None:
    tables = hand_tables(jokers=True, pairs=pairs)
    answers = 0
    for number, (counts, jokers) in enumerate(hands(45, 17 - 3 * n_melds, 7 * n_melds + pairs)):
        counts[JOKER_KIND] = 0
        seen = np.zeros(KINDS, np.int8)
        if number % 2:
            seen[:PLAIN] = (np.arange(PLAIN) * number // 3) % (COPIES + 1 - counts[:PLAIN])
        seen[JOKER_KIND] = 1
        unseen = np.zeros(KINDS, np.int8)
        unseen[:PLAIN] = COPIES - seen[:PLAIN] - counts[:PLAIN]
        unseen[JOKER_KIND] -= jokers
        surplus = int(_surplus(tables, counts, jokers, n_melds, seen, unseen[JOKER_KIND]))
        if surplus != NO_ANSWER:
            answers += 1
            assert surplus == tile_by_tile(tables, counts, jokers, n_melds, unseen), (counts, jokers)
    assert answers > 30


def test_a_complete_hand_has_no_answer() -> None:
    hand = counts_of("1s 2s 3s 4s 6s 7s 8s 9s 1d 2d 3d 4d 5d 6d Dr Dr")
    assert _surplus(hand_tables(jokers=True), hand, 1, 0, np.zeros(KINDS, np.int8), 3) == NO_ANSWER


def test_unseen_tiles_of_the_jokers_kind() -> None:
    counts, seen = counts_of("1s 1s 9c"), counts_of("5s 1s")
    for left in range(5):
        unseen = [int(each) for each in _unseen(counts, seen, left)]
        assert [each >> JOKER_KIND & 1 for each in unseen] == [left > n for n in range(4)]
        assert [each & 1 for each in unseen] == [1, 0, 0, 0]
