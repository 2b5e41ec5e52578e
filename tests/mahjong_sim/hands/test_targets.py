"""The best division of bahay and eye among four groups, against all divisions one by one."""

from __future__ import annotations

import itertools
import random
from typing import Any

import numpy as np
import pytest

from mahjong_sim.hands.lanes import LANES
from mahjong_sim.hands.targets import TARGETS, best_targets, least_lacking, marked, targets_beside_jokers, targets_if
from tongits_sim.jit import njit

Group = list[tuple[int, int]]  # by number of bahay: the distance without the eye, and with it


@njit
def _best(a: Any, b: Any, c: Any, d: Any, bahay: Any) -> Any:
    return best_targets(a, b, c, d, bahay)


@njit
def _least(a: Any, b: Any, c: Any, d: Any, bahay: Any) -> Any:
    return least_lacking(a, b, c, d, bahay)


@njit
def _if(one: Any, fit: Any, near: Any, far: Any, bahay: Any) -> Any:
    return targets_if(one, fit, near, far, bahay)


@njit
def _beside_jokers(a: Any, b: Any, c: Any, d: Any, jokers: Any, bahay: Any) -> Any:
    return targets_beside_jokers(a, b, c, d, jokers, bahay)


@njit
def _marked(address: Any, targets: Any) -> Any:
    return marked(address, targets)


def word_of(group: Group) -> np.uint64:
    return np.uint64(sum((plain | eye << 4) << 8 * place for place, (plain, eye) in enumerate(group)))


def divisions(groups: list[Group], bahay: int) -> tuple[int, list[tuple[int, ...]]]:
    """The least distance, and the targets of the four groups in each division that has it."""
    best = 99
    splits: list[tuple[int, ...]] = []
    for split in itertools.product(range(bahay + 1), repeat=4):
        if sum(split) != bahay:
            continue
        for eye in range(4):
            cost = sum(group[own][number == eye] for number, (group, own) in enumerate(zip(groups, split, strict=True)))
            if cost < best:
                best, splits = cost, []
            if cost == best:
                splits.append(tuple(own + LANES * (number == eye) for number, own in enumerate(split)))
    return best, splits


def sets(splits: list[tuple[int, ...]]) -> list[int]:
    """The targets of each group in some divisions, as bits."""
    return [sum(1 << target for target in {each[group] for each in splits}) for group in range(4)]


def random_groups(chance: random.Random, most: int | None = None) -> list[Group]:
    """Four groups with any distances, but that nothing is lacking of no bahay without the eye."""
    most = most or chance.choice((2, 5, 15))
    return [
        [(chance.randint(0, most) if bahay else 0, chance.randint(0, most)) for bahay in range(LANES)] for _ in range(4)
    ]


def test_best_targets_are_those_of_the_best_divisions() -> None:
    chance = random.Random(13)
    for number in range(200):
        groups = random_groups(chance)
        bahay = number % LANES
        a, b, c, d = (word_of(group) for group in groups)
        least, best = divisions(groups, bahay)
        targets = [int(each) for each in _best(a, b, c, d, bahay)]
        assert targets[:5] == [least, *sets(best)]
        assert int(_least(a, b, c, d, bahay)) == least
        assert [pairs.bit_count() for pairs in targets[5:]] == [
            len({each[:2] for each in best}),
            len({each[2:] for each in best}),
        ]


def test_best_targets_if_one_group_has_some() -> None:
    chance = random.Random(23)
    for number in range(200):
        groups, bahay, group = random_groups(chance), number % LANES, chance.randrange(4)
        best = divisions(groups, bahay)[1]
        own = sorted({each[group] for each in best})
        fit = chance.sample(own, chance.randint(1, len(own)))
        a, b, c, d = (word_of(each) for each in groups)
        near, far = _best(a, b, c, d, bahay)[5:]
        pairs = (near, far) if group < 2 else (far, near)
        word = np.uint64(sum(1 << target for target in fit))
        targets = [int(each) for each in _if(1 - group % 2, word, *pairs, bahay)]
        expected = sets([each for each in best if each[group] in fit])
        assert targets == (expected if group < 2 else [*expected[2:], *expected[:2]])


def test_marked_numbers_share_a_bit() -> None:
    chance = random.Random(17)
    row = np.array([chance.randrange(1 << 16) for _ in range(32)], np.uint16)
    for targets in (0, 1, 1 << (TARGETS - 1), 0b101, 0xFFF):
        expected = sum(1 << place for place, each in enumerate(row) if int(each) & targets)
        assert int(_marked(row.ctypes.data, np.uint64(targets))) == expected


def beside_jokers(groups: list[Group], jokers: int, bahay: int) -> list[int]:
    """What `targets_beside_jokers` says, from all divisions one by one."""
    costs = []
    for split in itertools.product(range(bahay + 1), repeat=4):
        if sum(split) != bahay:
            continue
        for eye in range(4):
            lacks = [group[own][number == eye] for number, (group, own) in enumerate(zip(groups, split, strict=True))]
            targets = [own + LANES * (number == eye) for number, own in enumerate(split)]
            costs.append((sum(lacks[:3]), lacks[3], targets))
    least = min(max(0, suits - jokers) + others for suits, others, _ in costs)
    helped, keeping, free, rest = [0] * 3, [0] * 3, [0] * 3, 0
    for suits, others, targets in costs:
        best = max(0, suits - jokers) + others == least
        rest |= best << targets[3]
        for suit in range(3):
            helped[suit] |= (max(0, suits - jokers - 1) + others < least) << targets[suit]
            keeping[suit] |= best << targets[suit]
            free[suit] |= max(0, suits + 1 - jokers) + others == least
    return [least, *helped, *keeping, *free, rest]


@pytest.mark.parametrize("jokers", [1, 2, 3])
def test_targets_beside_jokers_are_those_of_all_divisions(jokers: int) -> None:
    chance = random.Random(jokers)
    seen_free = 0
    for number in range(60):
        bahay, most = number % 6, 2 + number % 3 * 6
        groups = random_groups(chance, most)
        a, b, c, d = (word_of(group) for group in groups)
        targets = [int(each) for each in _beside_jokers(a, b, c, d, jokers, bahay)]
        assert targets == [int(each) for each in beside_jokers(groups, jokers, bahay)]
        seen_free += sum(targets[7:10])
    assert seen_free > 3
