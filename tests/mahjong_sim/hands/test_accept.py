"""Accepted tiles, waits and discards, against the distance of every hand one tile away, and published waits."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import numpy as np
import pytest

from mahjong_sim.hands.accept import NOT_HELD, accepted, accepted_tiles, accepts_joker, discards, waits
from mahjong_sim.hands.distance import distance, is_win, shanten
from mahjong_sim.hands.tables import hand_tables
from mahjong_sim.tiles import COPIES, KINDS, PLAIN, parse_tiles
from tests.mahjong_sim.hands.plain_hands import counts_of, random_winner, vector
from tests.mahjong_sim.hands.test_distance import disturbed, random_hand

CASES = [(pairs, jokers, n_melds) for pairs in (0, 1, 2) for jokers in (0, 1, 3) for n_melds in (0, 2)]


@pytest.mark.parametrize(("pairs", "jokers", "n_melds"), CASES)
def test_a_tile_is_accepted_if_the_hand_with_it_is_nearer(pairs: int, jokers: int, n_melds: int) -> None:
    tables = hand_tables(jokers=True, pairs=pairs)
    chance = random.Random(91)
    out = np.empty(KINDS, np.int8)
    for number in range(30):
        hand = vector(random_hand(chance, 16 - 3 * n_melds - jokers, suits=1 + number % 4))
        before = hand.copy()
        now = distance(tables, hand, jokers, n_melds)
        assert accepted(tables, hand, jokers, n_melds, out) == now - 1
        for kind in range(KINDS):
            nearer = False
            if kind < PLAIN and hand[kind] < COPIES:
                hand[kind] += 1
                nearer = distance(tables, hand, jokers, n_melds) < now
                hand[kind] -= 1
            assert out[kind] == nearer, (hand, kind)
        assert (hand == before).all()
        unseen = np.full(KINDS, COPIES) - hand
        assert accepted_tiles(tables, hand, jokers, n_melds, unseen) == (now - 1, int((unseen * out).sum()))
        assert accepts_joker(tables, hand, jokers, n_melds) == (distance(tables, hand, jokers + 1, n_melds) < now)


@pytest.mark.parametrize(("pairs", "jokers", "n_melds"), CASES)
def test_discards_leave_the_hands_without_them(pairs: int, jokers: int, n_melds: int) -> None:
    tables = hand_tables(jokers=True, pairs=pairs)
    chance = random.Random(101)
    out = np.empty(KINDS, np.int8)
    for number in range(30):
        hand = vector(random_hand(chance, 17 - 3 * n_melds - jokers, suits=1 + number % 4))
        best = discards(tables, hand, jokers, n_melds, out)
        for kind in range(KINDS):
            left = NOT_HELD
            if hand[kind]:
                hand[kind] -= 1
                left = shanten(tables, hand, jokers, n_melds)
                hand[kind] += 1
            assert out[kind] == left, (hand, kind)
        assert best == out.min()


def test_waits_are_the_tiles_that_complete() -> None:
    tables = hand_tables(jokers=True, pairs=2)
    chance = random.Random(111)
    out = np.empty(KINDS, np.int8)
    waiting = 0
    for number in range(120):
        winner = random_winner(chance, most_jokers=2)
        tiles = list(disturbed(chance, winner.hand, number % 2))
        tiles[chance.choice([kind for kind in range(PLAIN) if tiles[kind]])] -= 1
        hand = vector(tuple(tiles))
        kinds = waits(tables, hand, winner.jokers, len(winner.melds), out)
        waiting += kinds > 0
        assert kinds == out.sum()
        for kind in range(PLAIN):
            complete = False
            if hand[kind] < COPIES:
                hand[kind] += 1
                complete = is_win(tables, hand, winner.jokers, len(winner.melds))
                hand[kind] -= 1
            assert out[kind] == complete
    assert waiting > 60


@pytest.mark.parametrize(
    ("text", "n_melds", "expected"),
    [
        ("1s 1s 1s 2s 3s 4s 5s 6s 7s 8s 9s 9s 9s", 1, "1s 2s 3s 4s 5s 6s 7s 8s 9s"),
        ("1s 2s 5d 5d", 4, "3s"),
        ("4s 6s Dr Dr", 4, "5s"),
        ("3d 3d Wn Wn", 4, "3d Wn"),
        ("2c 3c 4c 5c", 4, "2c 5c"),
        ("8s 8s 8s 8s", 4, ""),
        ("1s 1s 3s 3s 5s 5s 1d 1d 4c 4c Dr Dr We We Wn Wn", 0, "1s 3s 5s 1d 4c Dr We Wn"),
        ("1s 1s 3s 3s 5s 5s 1d 1d 4c 4c Dr Dr We We We Wn", 0, "Wn"),
    ],
)
def test_waits_of_known_hands(text: str, n_melds: int, expected: str) -> None:
    out = np.empty(KINDS, np.int8)
    waits(hand_tables(pairs=1), counts_of(text), 0, n_melds, out)
    assert list(np.flatnonzero(out)) == parse_tiles(expected)


def test_thirteen_tiles_of_a_suit_wait_as_often_as_published() -> None:
    """Hands of one suit by their number of waits, as counted on endlessriichi.blogspot.com (August 2016)."""
    tables = hand_tables(pairs=0)
    size = np.indices((5,) * 9).reshape(9, -1)
    complete = [
        hand for hand in size[:, size.sum(axis=0) == 14].T if is_win(tables, vector((*map(int, hand), *[0] * 25)), 0, 1)
    ]
    assert len(complete) == 13_259
    hands = Counter[bytes]()
    for hand, kind in itertools.product(complete, range(9)):
        if hand[kind]:
            hand[kind] -= 1
            hands[np.array(hand, np.int8).tobytes()] += 1
            hand[kind] += 1
    number = Counter[int]()
    out = np.empty(KINDS, np.int8)
    for hand in hands:
        full = np.zeros(KINDS, np.int8)
        full[:9] = np.frombuffer(hand, np.int8)
        kinds = waits(tables, full, 0, 1, out)
        assert kinds == hands[hand]
        number[int(kinds)] += 1
    published = {9: 1, 8: 16, 7: 79, 6: 392, 5: 1335, 4: 2948, 3: 6739, 2: 14493, 1: 14067}
    assert number == published
