"""Every arrangement of a complete hand is found, each once."""

from __future__ import annotations

import random

from mahjong_sim.hands.arrange import CHOWS, JOKERS, PUNGS, eye_of, first_arrangement, next_arrangement
from mahjong_sim.tiles import SUITED
from tests.mahjong_sim.hands.plain_hands import (
    Hand,
    arrangements,
    counts_of,
    random_winner,
    stand_ins,
    vector,
)

Found = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], int]


def found(hand: Hand, jokers: int, bahay: int) -> list[Found]:
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
        ways = found(winner.hand, 0, bahay)
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
        ways = found(winner.hand, winner.jokers, bahay)
        assert len(ways) == len(set(ways))
        assert set(ways) == expected(winner.hand, winner.jokers, bahay)


def test_three_equal_chows_are_three_pungs_too() -> None:
    hand = tuple(map(int, counts_of("1s 1s 1s 2s 2s 2s 3s 3s 3s 5d 5d")[:34]))
    ways = found(hand, 0, 3)
    assert sorted((chows[0], pungs[0]) for chows, pungs, _, _ in ways) == [(0, 1), (3, 0)]


def test_dragons_and_winds_are_pungs_or_the_eye_only() -> None:
    assert not found(tuple(map(int, counts_of("Dr Dg Dw 5d 5d")[:34])), 0, 1)
    assert not found(tuple(map(int, counts_of("Dr Dr Dr Dr 5d")[:34])), 0, 1)
    (only,) = found(tuple(map(int, counts_of("Dr Dr Dr Wn Wn")[:34])), 0, 1)
    assert only[1][27] == 1
    assert only[3] == 33
    assert only[3] >= SUITED
