"""The purposes of random streams (`compile/bits.py`), and the deal, which makes all deals exactly equally likely.

Several bounded numbers from one word: N. Brackett-Rozinsky, D. Lemire, "Batched ranged random integer generation",
Software: Practice and Experience 55(1), 2025, section 3.
"""

from __future__ import annotations

import math

import numpy as np

from tongits_sim.cards import JOKERS, NATURALS, X1, U, deposit, high_product, lowest, select_bit
from tongits_sim.compile.bits import GOLDEN, mix
from tongits_sim.compile.jit import inline_njit, njit

DECK = U(0xD3C5_0001)
WORDS = U(0xD3C5_0002)
FIRST_DEALER = U(0xD3C5_0003)
NEXT_DEALER = U(0xD3C5_0004)


@inline_njit
def below_three(word):
    """Turn a word into 0, 1 or 2 (int64); the bias is below 2**-62."""
    return np.int64(word % U(3))


def _products() -> np.ndarray:
    """uint64[55, 17], by `left` and count: products of `left`, `left - 1`, ..., the bounds of numbers drawn from one
    word.
    """
    products = np.zeros((55, 17), np.uint64)
    for left in range(55):
        for count in range(1, min(17, left + 1)):
            product = math.prod(range(left - count + 1, left + 1))
            products[left, count] = product if product < 2**60 else 0
    return products


_PRODUCTS = _products()


@njit
def deal_cards(stock, jokers, state):
    """Deal 52 + jokers cards, all deals equally likely; returns the hands (uint64 masks) of 13, 12 and 12 cards.

    The other 15 + jokers cards go into `stock` (int8[17]) in random order. Each hand is a random subset of the
    remaining cards, chosen by position from the lowest card up, so that the choices are independent instructions.
    """
    size = np.int64(52) + jokers
    # 13 = 7 + 6 and 12 = 6 + 6: the product of 13 bounds exceeds 2**60, so one word cannot serve 13 numbers (see
    # `_PRODUCTS`), and parts of nearly equal size make rejections rarest.
    state, left = _chosen(state, _low(size), size, np.int64(7))
    state, left = _chosen(state, left, size - 7, np.int64(6))
    cards = NATURALS | (JOKERS if jokers > 1 else U(jokers) << U(X1))
    rest = deposit(left, cards)
    first = cards ^ rest
    state, left = _chosen(state, _low(size - 13), size - 13, np.int64(6))
    state, left = _chosen(state, left, size - 19, np.int64(6))
    undealt = deposit(left, rest)
    second = rest ^ undealt
    state, left = _chosen(state, _low(size - 25), size - 25, np.int64(6))
    state, left = _chosen(state, left, size - 31, np.int64(6))
    last = deposit(left, undealt)
    third = undealt ^ last
    _order(stock, last, size - 37, state)
    return first, second, third


@inline_njit
def _low(count):
    """The `count` lowest bits."""
    return (U(1) << U(count)) - U(1)


@inline_njit
def _batch_word(state, left, count):
    """The next word for `count` random numbers, below `left`, below `left - 1` and so on; returns (state, word).

    To make all outcomes equally likely, words whose low product is among the first 2**64 mod product values are
    rejected. This is rare, and the test is fast unless the low product is below the product.
    """
    product = _PRODUCTS[left, count]
    state += GOLDEN
    word = mix(state)
    if word * product < product:
        while word * product < (~product + U(1)) % product:
            state += GOLDEN
            word = mix(state)
    return state, word


@inline_njit
def _chosen(state, places, left, count):
    """Remove `count` (6 or 7) random bits of the `left` set bits of `places`; returns (state, the remaining bits)."""
    state, word = _batch_word(state, left, count)
    bound = U(left)
    places, word = _without_one(places, word, bound)
    places, word = _without_one(places, word, bound - U(1))
    places, word = _without_one(places, word, bound - U(2))
    places, word = _without_one(places, word, bound - U(3))
    places, word = _without_one(places, word, bound - U(4))
    places, word = _without_one(places, word, bound - U(5))
    if count == 7:
        places, word = _without_one(places, word, bound - U(6))
    return state, places


@inline_njit
def _without_one(places, word, bound):
    """Remove one of the `bound` set bits of `places`; returns (the remaining bits, the word for the next number)."""
    return places ^ select_bit(places, high_product(word, bound)), word * bound


@inline_njit
def _order(stock, cards, left, state):
    """Put the `left` cards of a mask into `stock` in random order."""
    state, word = _batch_word(state, left, left - 1)
    places = _low(left)
    bound = U(left)
    for number in range(left):
        place = select_bit(places, high_product(word, bound))
        stock[number] = lowest(select_bit(cards, U(lowest(place))))
        places ^= place
        word *= bound
        bound -= U(1)
