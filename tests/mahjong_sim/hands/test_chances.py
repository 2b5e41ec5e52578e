"""Exact probabilities of dealt hands, against enumeration of small cases and against dealt games."""

from __future__ import annotations

import doctest
import math
from fractions import Fraction

import numpy as np

from mahjong_sim.game.board import Board
from mahjong_sim.game.rng import U, shuffle
from mahjong_sim.hands import chances
from mahjong_sim.rules import load
from tongits_sim.any_game.streams import GOLDEN, mix
from tongits_sim.jit import njit

DEALS = 300_000
LIMIT = 4.5


def test_examples() -> None:
    assert doctest.testmod(chances).failed == 0


def test_probabilities_add_up() -> None:
    assert sum(chances.flowers_dealt(number) for number in range(9)) == 1
    assert sum(chances.flowers_dealt(number, 17) for number in range(9)) == 1
    manila = [chances.flowers_dealt(number, 16, chances.MOST_BONUS) for number in range(17)]
    assert sum(manila) == 1
    mean = sum(number * each for number, each in enumerate(manila))
    assert mean == 16 * 36 / 144


def test_sure_and_impossible_hands() -> None:
    assert chances.all_of(3, 2) == 0
    assert chances.all_of(3, 134) == 1
    assert chances.four_equal(3) == 0
    assert chances.four_equal(4) == Fraction(34, math.comb(136, 4))


@njit
def count_deals(wall, state, deals):
    """Shuffle and deal so many times; counts, of the first seat's 16 tiles, what `chances` says of them.

    Flowers dealt by number in counts[0..8]; then hands with a beauty, NEWS, four equal tiles, after flowers were
    replaced from the back.
    """
    counts = np.zeros(12, np.int64)
    held = np.zeros(42, np.int64)
    for deal in range(deals):
        shuffle(wall, mix(state + U(deal) * GOLDEN))
        held[:] = 0
        for place in range(16):
            held[wall[place]] += 1
        flowers = held[34:].sum()
        counts[flowers] += 1
        back = 143
        while flowers > 0:
            if wall[back] < 34:
                held[wall[back]] += 1
                flowers -= 1
            back -= 1
        counts[9] += held[27:30].min() > 0
        counts[10] += held[30:34].min() > 0
        counts[11] += held[:34].max() == 4
    return counts


def z_values(counts: list[int], expected: list[float], deals: int) -> list[float]:
    """How many standard deviations each count is from what is expected."""
    return [
        (count - deals * chance) / math.sqrt(deals * chance * (1 - chance))
        for count, chance in zip(counts, expected, strict=True)
    ]


def test_shuffled_walls_deal_as_the_formulas_say() -> None:
    counts = list(map(int, count_deals(np.zeros(144, np.int8), U(2024), DEALS)))
    expected = [float(chances.flowers_dealt(number)) for number in range(5)]
    expected += [float(chances.all_of(3)), float(chances.all_of(4)), float(chances.four_equal())]
    seen = counts[:5] + counts[9:]
    worst = max(map(abs, z_values(seen, expected, DEALS)))
    assert worst < LIMIT, list(zip(seen, expected, strict=True))


def test_the_game_deals_as_the_formulas_say() -> None:
    """Both a beauty and no flowers at all, on every seat of dealt games: few, through the engine's own deal."""
    games = 4000
    board = Board(load("visayan"))
    hands = no_flowers = beauties = 0
    for number in range(games):
        board.begin_match(5, number)
        board.deal()
        for seat in range(4):
            if seat != board.match["mano"]:
                hands += 1
                no_flowers += int(board.game["flowers_at_deal"][seat] == 0)
                beauties += int(board.game["counts"][seat][27:30].min() > 0)
    expected = [float(chances.flowers_dealt(0)), float(chances.all_of(3))]
    assert max(map(abs, z_values([no_flowers, beauties], expected, hands))) < LIMIT
