"""Every arrangement of a complete hand is found, each once."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from mahjong_sim.hands.arrange import (
    CHOWS,
    JOKERS,
    PUNGS,
    beside_eye,
    chows_beside,
    eye_of,
    eyes_of,
    first_arrangement,
    is_arranged,
    next_arrangement,
)
from mahjong_sim.hands.words import held_often
from mahjong_sim.tiles import SUITED
from tests.mahjong_sim.hands.plain_hands import (
    Hand,
    arrangements,
    counts_of,
    random_winner,
    stand_ins,
    vector,
)
from tongits_sim.jit import njit

Found = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], int]


def every_arrangement(hand: Hand, jokers: int, bahay: int) -> list[Found]:
    counts = vector(hand)
    state = first_arrangement(counts, jokers, bahay)
    answer = []
    while next_arrangement(counts, state):
        rows = (tuple(map(int, state[row])) for row in (CHOWS, PUNGS, JOKERS))
        answer.append((*rows, int(eye_of(state))))
    assert not next_arrangement(counts, state)
    return answer  # type: ignore[return-value]


def expected(hand: Hand, jokers: int, bahay: int) -> set[Found]:
    answer = set()
    for full, stands in stand_ins(hand, jokers):
        for groups, eye in arrangements(full, bahay):
            chows = tuple(groups.count(("chow", kind)) for kind in range(34))
            pungs = tuple(groups.count(("pung", kind)) for kind in range(34))
            answer.add((chows, pungs, tuple(stands[kind] for kind in range(34)), eye))
    return answer


def test_all_arrangements_are_found_once() -> None:
    chance = random.Random(121)
    several = 0
    for number in range(200):
        winner = random_winner(chance, suits=None if number % 2 else (0, 9))
        bahay = 5 - len(winner.melds)
        ways = every_arrangement(winner.hand, 0, bahay)
        assert len(ways) == len(set(ways))
        assert set(ways) == expected(winner.hand, 0, bahay)
        several += len(ways) > 1
    assert several > 10


def test_jokers_stand_for_every_suited_tile_that_fits() -> None:
    chance = random.Random(131)
    hands = 0
    while hands < 20:
        winner = random_winner(chance, most_jokers=2)
        if winner.jokers == 0 or (winner.jokers == 2 and hands % 5):
            continue
        hands += 1
        bahay = 5 - len(winner.melds)
        ways = every_arrangement(winner.hand, winner.jokers, bahay)
        assert len(ways) == len(set(ways))
        assert set(ways) == expected(winner.hand, winner.jokers, bahay)


def test_three_equal_chows_are_three_pungs_too() -> None:
    hand = tuple(map(int, counts_of("1s 1s 1s 2s 2s 2s 3s 3s 3s 5d 5d")[:34]))
    ways = every_arrangement(hand, 0, 3)
    assert sorted((chows[0], pungs[0]) for chows, pungs, _, _ in ways) == [(0, 1), (3, 0)]


def test_dragons_and_winds_are_pungs_or_the_eye_only() -> None:
    assert not every_arrangement(tuple(map(int, counts_of("Dr Dg Dw 5d 5d")[:34])), 0, 1)
    assert not every_arrangement(tuple(map(int, counts_of("Dr Dr Dr Dr 5d")[:34])), 0, 1)
    (only,) = every_arrangement(tuple(map(int, counts_of("Dr Dr Dr Wn Wn")[:34])), 0, 1)
    assert only[1][27] == 1
    assert only[3] == 33
    assert only[3] >= SUITED


@njit
def _arranged(counts: Any, bahay: Any) -> Any:
    held = held_often(counts)
    return eyes_of(held, bahay), is_arranged(held, bahay)


@njit
def _beside(counts: Any, eye: Any) -> Any:
    return beside_eye(held_often(counts), eye)


@njit
def _chows(counts: Any, eye: Any, pungs: Any) -> Any:
    return chows_beside(beside_eye(held_often(counts), eye)[0], pungs)


def by_sets(hand: Hand, bahay: int) -> list[tuple[int, int, int]]:
    """Every arrangement without jokers, as kinds of chows and of pungs (bits), and of the eye."""
    eyes, answer = int(_arranged(vector(hand), bahay)[0]), []
    for eye in (kind for kind in range(34) if eyes >> kind & 1):
        _, able, sure, fits = _beside(vector(hand), eye)
        for pungs in subsets(int(able)):
            chows, used = _chows(vector(hand), eye, np.uint64(pungs))
            if fits and used:
                answer.append((int(chows), pungs | int(sure), eye))
    return answer


def subsets(kinds: int) -> list[int]:
    """All sets of kinds that are part of one."""
    parts, part = [0], -kinds & kinds
    while part:
        parts.append(part)
        part = (part - kinds) & kinds
    return parts


def bits(counts: tuple[int, ...]) -> int:
    return sum(1 << kind for kind, count in enumerate(counts) if count)


def test_sets_of_kinds_give_the_same_arrangements() -> None:
    chance = random.Random(141)
    wins = losses = several = 0
    for number in range(200):
        winner = random_winner(chance, suits=None if number % 2 else (0, 9))
        bahay, hand = 5 - len(winner.melds), list(winner.hand)
        if number % 5 == 0:  # most of these are not complete
            gone, come = chance.choice([kind for kind in range(34) if hand[kind]]), chance.randrange(34)
            hand[gone] -= 1
            hand[come] += 1
        if max(hand) > 4:
            continue
        ways = by_sets(tuple(hand), bahay)
        slow = {(bits(chows), bits(pungs), eye) for chows, pungs, _, eye in expected(tuple(hand), 0, bahay)}
        assert len(ways) == len(set(ways))
        assert set(ways) == slow
        assert bool(_arranged(vector(tuple(hand)), bahay)[1]) == bool(slow)
        wins += len(ways) > 0
        losses += len(ways) == 0
        several += len(ways) > 1
    assert wins > 100
    assert losses > 20
    assert several > 10


def test_no_eye_in_a_hand_with_other_numbers_of_tiles() -> None:
    for text, bahay in (("1s 2s 3s 5d 5d", 2), ("1s 2s 3s 5d 5c", 1), ("1s 1s 5d 5d", 1), ("1s 2s 3s", 1)):
        eyes, complete = _arranged(counts_of(text), bahay)
        assert int(eyes) == 0
        assert not complete
