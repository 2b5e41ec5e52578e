"""Siete pares: distances to seven pairs and a pung, against all ways to choose them."""

from __future__ import annotations

import functools
import random

import numpy as np
import pytest

from mahjong_sim.hands.pairs import (
    DISTINCT,
    EQUAL,
    OFF,
    at_least,
    kinds_held,
    pairs_distance,
    pairs_distance_with_jokers,
    stepped,
)
from mahjong_sim.tiles import PLAIN, SUITED
from tests.mahjong_sim.hands.plain_hands import Hand, counts_of, vector

FAR = 99


def lacking(hand: Hand, jokers: int, equal: bool) -> int:
    """Tiles that must come, by going through the kinds: none, one, two ... pairs of each, and the pung once."""
    most = 4 if not jokers else FAR

    @functools.cache
    def least(kind: int, pairs: int, pung: bool, suited: int) -> int:
        """The least of dragons and winds lacking, while so many suited tiles lack."""
        if suited > 12:
            return FAR
        if kind == PLAIN:
            return max(0, suited - jokers) if pairs == 0 and not pung else FAR
        best = FAR
        for taken in range(min(pairs, (3 if equal else 1)) + 1):
            for three in range(int(pung) + 1):
                wanted = 2 * taken + 3 * three
                if wanted <= most and (equal or taken + three <= 1):
                    missing = max(0, wanted - hand[kind])
                    rest = (kind + 1, pairs - taken, pung and not three)
                    if kind < SUITED:
                        best = min(best, least(*rest, suited + missing))
                    elif wanted <= 4:
                        best = min(best, missing + least(*rest, suited))
        return best

    return least(0, 7, True, 0)


def random_hand(chance: random.Random, jokers: int) -> Hand:
    wall = [kind for kind in range(PLAIN) for _ in range(4)]
    if chance.random() < 0.8:  # many pairs
        wall = sorted(chance.sample(range(PLAIN), chance.randint(7, 10)) * 4)
    tiles = chance.sample(wall, chance.choice((16, 17)) - jokers)
    return tuple(tiles.count(kind) for kind in range(PLAIN))


@pytest.mark.parametrize("equal", [False, True])
@pytest.mark.parametrize("jokers", [0, 1, 2, 3, 4])
def test_distances_are_the_least(jokers: int, equal: bool) -> None:
    chance = random.Random(5 * jokers + equal)
    for _ in range(25):
        hand = random_hand(chance, jokers)
        mode = EQUAL if equal else DISTINCT
        suited, honours = kinds_held(vector(hand), 0, SUITED), kinds_held(vector(hand), SUITED, PLAIN)
        if jokers:
            assert pairs_distance_with_jokers(suited, honours, jokers, mode) == lacking(hand, jokers, equal), hand
        else:
            assert pairs_distance(kinds_held(vector(hand), 0, PLAIN), mode) == lacking(hand, 0, equal), hand
            assert pairs_distance_with_jokers(suited, honours, 0, mode) >= 0


def test_v9_seven_pairs_and_a_pung() -> None:
    hand = counts_of("1s 1s 3s 3s 5s 5s 1d 1d 4c 4c Dr Dr We We We Wn Wn")
    assert pairs_distance(kinds_held(hand, 0, PLAIN), DISTINCT) == 0
    hand = counts_of("1s 1s 1s 1s 5s 5s 1d 1d 4c 4c Dr Dr We We We Wn Wn")
    assert pairs_distance(kinds_held(hand, 0, PLAIN), EQUAL) == 0
    assert pairs_distance(kinds_held(hand, 0, PLAIN), DISTINCT) == 2
    assert pairs_distance(kinds_held(hand, 0, PLAIN), OFF) == FAR


def test_no_hand_is_nearer_than_its_pairs_say() -> None:
    chance, exact = random.Random(5), 0
    for _ in range(300):
        hand = random_hand(chance, 0)
        sets = [sum(1 << kind for kind in range(PLAIN) if hand[kind] >= least) for least in (1, 2, 3, 4)]
        held = kinds_held(vector(hand), 0, PLAIN)
        bound, away = int(at_least(tuple(np.array(sets, np.uint64)))), int(pairs_distance(held, EQUAL))
        assert bound <= away <= int(pairs_distance(held, DISTINCT))
        exact += bound == away
    assert exact > 30


def test_kinds_held_after_a_tile_more_or_less() -> None:
    chance = random.Random(3)
    for _ in range(50):
        hand = np.array(random_hand(chance, 0), np.int8)
        held = kinds_held(hand, 0, PLAIN)
        kind = chance.randrange(PLAIN)
        for step in (-1, 1):
            if 0 <= hand[kind] + step <= 4:
                after = hand.copy()
                after[kind] += step
                assert stepped(held, hand[kind], step) == kinds_held(after, 0, PLAIN)
