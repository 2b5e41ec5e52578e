import itertools
import math
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.compile.splitmix import GOLDEN, WORD, unmix, words_of
from tests.naive import JOKERS, NATURALS
from tongits_sim.cards import U, card_text, deposit, parse_card
from tongits_sim.compile.bits import stream
from tongits_sim.compile.jit import njit
from tongits_sim.game import deal

WORDS = st.integers(0, WORD - 1)


@njit
def _deposit(bits, mask):
    return deposit(bits, mask)


def digits(left: int, count: int, words: Iterator[int], size: int = WORD) -> list[int]:
    """Whole numbers below left, left - 1, ...: the digits of a word as a fraction, in mixed radix, from the first word
    that none of them would favour."""
    product = math.prod(range(left - count + 1, left + 1))
    for word in words:
        if word * product % size < size % product:
            continue
        numbers = []
        for bound in range(left, left - count, -1):
            numbers.append(word * bound // size)
            word = word * bound % size
        return numbers
    raise AssertionError("the words have run out")


def dealt(deck: list[str], words: Iterator[int]) -> list[list[str]]:
    """Three hands and the stock, taken from a deck card by card, each hand in the order of the deck."""
    left = list(deck)
    parts = []
    for count, halves in ((13, (7, 6)), (12, (6, 6)), (12, (6, 6))):
        rest = list(left)
        for half in halves:
            for place in digits(len(rest), half, words):
                del rest[place]
        assert len(left) - len(rest) == count
        parts.append([card for card in left if card not in rest])
        left = rest
    stock = [left.pop(place) for place in [*digits(len(left), len(left) - 1, words), 0]]
    return [*parts, stock]


def kernel_deal(jokers: int, state: int) -> list[list[str]]:
    stock = np.full(17, -1, np.int8)
    hands = deal.deal_cards(stock, jokers, U(state))
    assert list(stock[15 + jokers :]) == [-1] * (2 - jokers)
    by_bit = sorted([*NATURALS, *JOKERS], key=parse_card)
    texts = [[card for card in by_bit if int(hand) >> parse_card(card) & 1] for hand in hands]
    return [*texts, [card_text(int(card)) for card in stock[: 15 + jokers]]]


def deck_of(jokers: int) -> list[str]:
    return sorted([*NATURALS, *JOKERS[:jokers]], key=parse_card)


PURPOSES = [int(purpose) for purpose in (deal.DECK, deal.WORDS, deal.FIRST_DEALER, deal.NEXT_DEALER)]


def key(*parts: int) -> int:
    return int(stream(*(U(part) for part in parts)))


@given(WORDS)
def test_below_three_is_the_remainder(word: int) -> None:
    assert deal.below_three(U(word)) == word % 3


@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_r1_the_kernel_deals_as_the_plain_one(jokers: int) -> None:
    for game in range(300):
        state = key(1, 2, game, PURPOSES[0])
        parts = kernel_deal(jokers, state)
        assert parts == dealt(deck_of(jokers), words_of(state))
        assert [len(part) for part in parts] == [13, 12, 12, 15 + jokers]
        assert sorted(itertools.chain(*parts)) == sorted(deck_of(jokers))


@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_a_word_that_would_favour_some_deals_is_thrown_away(jokers: int) -> None:
    size = 52 + jokers
    product = math.prod(range(size - 6, size + 1))
    assert WORD % product > 0
    rejected = [-(-k * WORD // product) for k in range(200)]
    rejected = [word for word in rejected if word * product % WORD < WORD % product]
    assert rejected
    for word in rejected[:20]:
        state = (unmix(word) - GOLDEN) % WORD
        words = words_of(state)
        assert next(words) == word
        assert kernel_deal(jokers, state) == dealt(deck_of(jokers), words), "the word is as if it were not there"


def test_the_products_fit_a_word() -> None:
    batches = [(52 + j, 7) for j in range(3)] + [(45 + j, 6) for j in range(3)]
    batches += [(left + j, 6) for left in (39, 33, 27, 21) for j in range(3)] + [(15 + j, 14 + j) for j in range(3)]
    for left, count in batches:
        assert int(deal._PRODUCTS[left, count]) == math.prod(range(left - count + 1, left + 1)) < WORD


@pytest.mark.parametrize(("size", "left", "count"), [(61, 5, 2), (256, 6, 3), (1000, 5, 4), (128, 4, 3)])
def test_with_words_few_enough_to_count_all_digits_are_equally_likely(size: int, left: int, count: int) -> None:
    product = math.prod(range(left - count + 1, left + 1))
    fair = [word for word in range(size) if word * product % size >= size % product]
    counts = Counter(tuple(digits(left, count, iter([word]), size)) for word in fair)
    assert len(counts) == product
    assert set(counts.values()) == {size // product}


@pytest.mark.parametrize("mask", [0, 1, 0x8000_0000_0000_0000, 0x1FFF_1FFF_5FFF_5FFF, 0xF0F0, WORD - 1])
def test_deposit_picks_set_bits_by_number(mask: int) -> None:
    places = [bit for bit in range(64) if mask >> bit & 1]
    for bits in (0, 1, 2, 0b1011, 1 << 51, WORD - 1, 0xAAAA_AAAA_AAAA_AAAA):
        wanted = sum(1 << place for number, place in enumerate(places) if bits >> number & 1)
        assert int(_deposit(U(bits), U(mask))) == wanted


OF_ONE_MACHINE = """
import numpy as np
from tongits_sim.cards import U, deposit, extract, high_product, popcount, select_bit
from tongits_sim.compile.jit import njit
from tongits_sim.game.deal import deal_cards

@njit
def of(bits, mask, n):
    return deposit(bits, mask), extract(bits, mask), select_bit(mask, n), high_product(bits, n)

chance = np.random.default_rng(1)
for _ in range(2000):
    bits, mask = (chance.integers(0, 2**64, dtype=U) >> U(chance.integers(64)) for _ in range(2))
    mask |= U(1) << U(chance.integers(64))
    print(*of(bits, mask, U(chance.integers(int(mask).bit_count()))))
stock = np.zeros(17, np.int8)
for seed in range(2000):
    print(*deal_cards(stock, np.int64(seed % 3), U(seed)), *stock[: 15 + seed % 3])
"""


def test_a_machine_without_the_instructions_deals_the_same_cards(tmp_path: Path) -> None:
    plain = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "TONGITS_CACHE_DIR": str(tmp_path)}
    lines = [
        subprocess.run(
            [sys.executable, "-c", OF_ONE_MACHINE], env=os.environ | settings, capture_output=True, check=True
        )
        for settings in ({}, plain)
    ]
    assert lines[0].stdout == lines[1].stdout
    assert lines[0].stdout.count(b"\n") == 4000


def test_every_card_is_everywhere_equally_often() -> None:
    n = 20_000
    hands = np.zeros((n, 3), np.uint64)
    stocks = np.zeros((n, 17), np.int8)
    for game in range(n):
        hands[game] = deal.deal_cards(stocks[game], 2, U(key(99, 0, game, PURPOSES[0])))
    cards = np.array([parse_card(card) for card in deck_of(2)])
    in_hands = (hands.T[:, :, None] >> cards.astype(np.uint64)) & U(1)
    seen = np.concatenate([in_hands.sum(axis=1), (stocks.T[:, :, None] == cards).sum(axis=1)]).astype(float)
    assert (seen.sum(axis=1) == n * np.array([13, 12, 12] + [1] * 17)).all()
    sizes = np.array([13, 12, 12] + [1] * 17)[:, None]
    chi_square = 53 / n * ((seen - n * sizes / 54) ** 2 / sizes).sum()
    freedom = 53 * 19
    assert abs(chi_square - freedom) < 5 * math.sqrt(2 * freedom)
