"""The tables of distances, against enumeration and against numbers others have published."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from mahjong_sim.hands.lanes import lane, unpacked
from mahjong_sim.hands.tables import HONOURS, RANKS, Tables, distances_of_groups, hand_tables

CHOWS = [(kind, kind + 1, kind + 2) for kind in range(7)]
PUNGS = [(kind,) * 3 for kind in range(9)]


@pytest.fixture(scope="module")
def tables() -> Tables:
    return hand_tables(jokers=True)


def code(counts: tuple[int, ...]) -> int:
    return int("".join(map(str, counts)), 5)


def complete_suits(bahay: int, eyes: int) -> set[tuple[int, ...]]:
    """Every group of one suit that is so many bahay and eyes: all sets of bahay, by their tiles."""
    complete = set()
    for groups in itertools.combinations_with_replacement(CHOWS + PUNGS, bahay):
        for eye in range(9) if eyes else (None,):
            counts = Counter(itertools.chain(*groups, (eye, eye) if eye is not None else ()))
            if max(counts.values(), default=0) <= 4:
                complete.add(tuple(counts[kind] for kind in range(9)))
    return complete


def complete_rows(rows: Any, bahay: int, eye: int) -> Any:
    """The codes of the groups whose distance is 0."""
    return np.flatnonzero((rows >> np.uint64(4 * bahay + 32 * eye)) & np.uint64(15) == 0)


def tiles_of_codes(kinds: int) -> Any:
    """How many tiles the group of each code has."""
    return np.indices((5,) * kinds).reshape(kinds, -1).sum(axis=0)


@pytest.mark.parametrize(("bahay", "eye"), [(1, 0), (2, 1), (3, 0), (4, 1)])
def test_complete_groups_are_those_that_bahay_and_eye_make(tables: Tables, bahay: int, eye: int) -> None:
    exact = tiles_of_codes(RANKS) == 3 * bahay + 2 * eye
    complete = [each for each in complete_rows(tables.suits, bahay, eye) if exact[each]]
    assert set(complete) == {code(counts) for counts in complete_suits(bahay, eye)}


def test_complete_hands_of_one_and_of_three_suits_are_as_many_as_published(tables: Tables) -> None:
    """Project Euler, problem 696: w(9, 1, 4) = 13259 and w(9, 3, 4) = 5237550 hands of four bahay and the eye."""
    size = tiles_of_codes(RANKS)
    ways = {
        (bahay, eye): int((size[complete_rows(tables.suits, bahay, eye)] == 3 * bahay + 2 * eye).sum())
        for bahay in range(6)
        for eye in range(2)
    }
    assert ways[4, 1] == 13_259
    three = 0
    for split in itertools.product(range(5), repeat=3):
        if sum(split) == 4:
            for eye in range(3):
                three += int(np.prod([ways[bahay, int(suit == eye)] for suit, bahay in enumerate(split)]))
    assert three == 5_237_550


def nearest(counts: tuple[int, ...], bahay: int, eye: int, most: int) -> int:
    """The distance by enumeration of all targets of one suit."""
    best = 99
    for groups in itertools.combinations_with_replacement(CHOWS + PUNGS, bahay):
        for pair in range(9) if eye else (None,):
            target = Counter(itertools.chain(*groups, (pair, pair) if pair is not None else ()))
            if max(target.values(), default=0) <= most:
                best = min(best, sum(max(0, wanted - counts[kind]) for kind, wanted in target.items()))
    return best


def random_groups(number: int, kinds: int) -> Iterator[tuple[int, ...]]:
    chance = random.Random(11)
    for _ in range(number):
        tiles = chance.sample([kind for kind in range(kinds) for _ in range(4)], chance.randint(0, 17))
        yield tuple(tiles.count(kind) for kind in range(kinds))


@pytest.mark.parametrize("most", [4, 99])
def test_distances_of_a_suit_are_those_of_the_nearest_target(tables: Tables, most: int) -> None:
    rows = tables.suits if most == 4 else tables.wild
    for counts in random_groups(40, RANKS):
        both = unpacked(rows[code(counts)])
        for bahay, eye in itertools.product(range(4), range(2)):
            assert lane(both[eye], bahay) == nearest(counts, bahay, eye, most), (counts, bahay, eye)


def test_a_fifth_tile_of_a_kind_can_be_a_joker_only(tables: Tables) -> None:
    four = code((0, 0, 0, 0, 4, 0, 0, 0, 0))
    assert lane(unpacked(tables.suits[four])[1], 1) == 2  # 555 and a pair of another kind, or 456 or ...
    assert lane(unpacked(tables.wild[four])[1], 1) == 1  # 555 and 5 with a joker


def test_distances_of_dragons_and_winds_are_those_of_pungs_and_a_pair(tables: Tables) -> None:
    for counts in random_groups(200, HONOURS):
        both = unpacked(tables.honours[code(counts)])
        for bahay in range(6):
            pungs = itertools.combinations(range(HONOURS), bahay)
            costs = [{kind: max(0, 3 - counts[kind]) for kind in each} for each in pungs]
            assert lane(both[0], bahay) == min(15, min(sum(cost.values()) for cost in costs))
            with_eye = [
                sum(cost.values()) + min(max(0, 2 - counts[kind]) for kind in range(HONOURS) if kind not in cost)
                for cost in costs
            ]
            assert lane(both[1], bahay) == min(15, *with_eye)


def test_one_tile_more_is_at_most_one_nearer() -> None:
    rows = distances_of_groups(5, True, 4)
    far = np.array([[(int(row) >> shift) & 15 for shift in (0, 4, 8, 32, 36, 40)] for row in rows])
    for codes, weight in ((np.flatnonzero(np.arange(5**5) // 5**place % 5 < 4), 5**place) for place in range(5)):
        nearer = far[codes] - far[codes + weight]
        assert ((nearer >= 0) & (nearer <= 1)).all()


def test_the_tables_are_made_once_and_shared() -> None:
    with_jokers, without = hand_tables(jokers=True, pairs=1), hand_tables(pairs=0)
    assert with_jokers.suits is without.suits is without.wild
    assert with_jokers.wild is not with_jokers.suits
    assert (with_jokers.pairs, without.pairs) == (1, 0)
    assert sum(each.nbytes for each in with_jokers[:3]) < 33_000_000
