"""Shanten and the test for a win, against breadth-first search, enumeration, and facts others have published."""

from __future__ import annotations

import functools
import itertools
import random

import pytest

from mahjong_sim.hands.distance import codes, distance, is_win, shanten
from mahjong_sim.hands.tables import Tables, hand_tables
from mahjong_sim.tiles import PLAIN, SUITED
from tests.mahjong_sim.hands.plain_hands import (
    Hand,
    arrangements,
    counts_of,
    holds_pairs,
    least_lacking,
    random_winner,
    steps_away,
    vector,
)


@functools.cache
def plain_tables() -> Tables:
    """Tables without pairs: five groups and a pair only."""
    return hand_tables(pairs=0)


@pytest.fixture(scope="module")
def tables() -> Tables:
    return hand_tables(jokers=True, pairs=2)


def disturbed(chance: random.Random, hand: Hand, changes: int) -> Hand:
    """A hand after so many tiles have been exchanged for others."""
    tiles = [kind for kind, count in enumerate(hand) for _ in range(count)]
    for _ in range(changes):
        tiles.pop(chance.randrange(len(tiles)))
        tiles.append(chance.choice([kind for kind in range(PLAIN) if tiles.count(kind) < 4]))
    return tuple(tiles.count(kind) for kind in range(PLAIN))


def random_hand(chance: random.Random, tiles: int, suits: int = 4) -> Hand:
    kinds = PLAIN if suits == 4 else 9 * suits
    drawn = chance.sample([kind for kind in range(kinds) for _ in range(4)], tiles)
    return tuple(drawn.count(kind) for kind in range(PLAIN))


def test_codes_are_the_counts_in_base_five() -> None:
    assert codes(counts_of("9s 8s 8s 1d Dr Wn Wn")) == (11, 5**8, 0, 5**6 + 2)


def test_near_hands_are_as_far_as_breadth_first_search_says(tables: Tables) -> None:
    chance = random.Random(21)
    for number in range(24):
        winner = random_winner(chance)
        bahay = 5 - len(winner.melds)
        hand = disturbed(chance, winner.hand, number % 3)
        expected = steps_away(hand, bahay, 2, 1)
        assert min(distance(tables, vector(hand), 0, 5 - bahay), 2) == expected, (hand, bahay)


@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_far_hands_are_as_far_as_the_nearest_target(jokers: int) -> None:
    tables = hand_tables(jokers=True, pairs=0)
    chance = random.Random(31 + jokers)
    for number in range(8):
        bahay = number % 3
        hand = random_hand(chance, 3 * bahay + 2 - number % 2 - min(jokers, 3 * bahay), suits=1 + number % 4)
        held = min(jokers, 3 * bahay)
        assert distance(tables, vector(hand), held, 5 - bahay) == least_lacking(hand, held, bahay), (hand, bahay)


def test_a_win_is_a_hand_that_can_be_arranged(tables: Tables) -> None:
    chance = random.Random(41)
    wins = 0
    for number in range(300):
        winner = random_winner(chance)
        melds = len(winner.melds)
        hand = disturbed(chance, winner.hand, number % 2)
        expected = any(True for _ in arrangements(hand, 5 - melds)) or (not melds and holds_pairs(hand, True))
        wins += expected
        assert is_win(tables, vector(hand), 0, melds) == expected, (hand, melds)
        assert (shanten(tables, vector(hand), 0, melds) == -1) == expected
    assert 150 <= wins < 300


def test_every_complete_hand_with_jokers_is_a_win(tables: Tables) -> None:
    chance = random.Random(51)
    for _ in range(300):
        winner = random_winner(chance, most_jokers=4)
        assert is_win(tables, vector(winner.hand), winner.jokers, len(winner.melds)), winner.hand


def test_a_joker_is_worth_at_least_any_suited_tile(tables: Tables) -> None:
    chance = random.Random(61)
    for _ in range(40):
        hand = random_hand(chance, 15)
        own = distance(tables, vector(hand), 1, 0)
        for kind in range(SUITED):
            if hand[kind] < 4:
                fuller = tuple(count + (each == kind) for each, count in enumerate(hand))
                assert own <= distance(tables, vector(fuller), 0, 0)


def test_seven_pairs_count_only_while_no_bahay_is_on_the_table(tables: Tables) -> None:
    hand = counts_of("1s 1s 3s 3s 5s 5s 1d 1d 4c 4c Dr Dr We We We Wn Wn")
    assert is_win(tables, hand, 0, 0)
    assert not is_win(plain_tables(), hand, 0, 0)
    assert shanten(plain_tables(), hand, 0, 0) > 1
    pairs = counts_of("1s 1s 3s 3s 5s 5s 1d 1d 4c 4c Dr Dr We We")
    assert not is_win(tables, pairs, 0, 1)


@pytest.mark.parametrize(
    ("text", "n_melds", "expected"),
    [
        ("1s 4s 7s 1d 4d 7d 1c 4c 7c Dr Dg Dw We", 1, 8),  # thirteen tiles without a pair: the farthest there is
        ("1s 4s 7s 1d 4d 7d 1c 4c 7c Dr Dg Dw We Ws Ww Wn", 0, 10),
        ("1s 1s 1s 2s 3s 4s 5s 6s 7s 8s 9s 9s 9s", 1, 0),  # nine gates
        ("1s 1s 1s 1s", 4, 1),  # waits for a fifth: not one away
        ("1s 2s 3s 4s", 4, 0),
        ("5s 5s", 5, -1),
        ("5s", 5, 0),
    ],
)
def test_shanten_of_known_hands(text: str, n_melds: int, expected: int) -> None:
    assert shanten(plain_tables(), counts_of(text), 0, n_melds) == expected


def test_no_hand_is_farther_than_ten() -> None:
    chance = random.Random(71)
    assert max(shanten(plain_tables(), vector(random_hand(chance, 16)), 0, 0) for _ in range(2000)) <= 10


def test_exchanging_a_tile_changes_the_distance_by_at_most_one(tables: Tables) -> None:
    chance = random.Random(81)
    for number, jokers in itertools.product(range(100), range(3)):
        hand = random_hand(chance, 17 - jokers, suits=1 + number % 4)
        other = disturbed(chance, hand, 1)
        assert abs(distance(tables, vector(hand), jokers, 0) - distance(tables, vector(other), jokers, 0)) <= 1
