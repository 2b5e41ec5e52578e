"""The random streams: exact against plain whole numbers, even, and apart from each other."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.hands import mask
from tests.naive import JOKERS, NATURALS
from tongits_sim import rng
from tongits_sim.cards import U, card_text

WORD = 2**64
HALF = 2**32
GOLDEN = 0x9E3779B97F4A7C15
M1, M2 = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
WORDS = st.integers(0, WORD - 1)


def mix(x: int) -> int:
    """SplitMix64's finalizer, with plain whole numbers."""
    x = (x ^ x >> 30) * M1 % WORD
    x = (x ^ x >> 27) * M2 % WORD
    return x ^ x >> 31


def unmix(x: int) -> int:
    """The word that `mix` turns into x."""

    def unshift(x: int, by: int) -> int:
        found = x
        for _ in range(64 // by):
            found = x ^ found >> by
        return found

    x = unshift(x, 31) * pow(M2, -1, WORD) % WORD
    x = unshift(x, 27) * pow(M1, -1, WORD) % WORD
    return unshift(x, 30)


def halves(state: int) -> Iterator[int]:
    """The 32-bit halves of the words of a stream, low half first."""
    while True:
        state = (state + GOLDEN) % WORD
        word = mix(state)
        yield word % HALF
        yield word // HALF


def pick_below(n: int, words: Iterator[int], size: int = HALF) -> int:
    """Lemire's bounded number: of `size` equally likely words the `size % n` that would favour some are thrown away."""
    for word in words:
        if word * n % size >= size % n:
            return word * n // size
    raise AssertionError("the words have run out")


def shuffled(deck: list[Any], words: Iterator[int], size: int = HALF) -> list[Any]:
    """Fisher and Yates: each card from the last on changes places with one that is not yet settled."""
    deck = list(deck)
    for left in range(len(deck), 1, -1):
        pick = pick_below(left, words, size)
        deck[pick], deck[left - 1] = deck[left - 1], deck[pick]
    return deck


def kernel_shuffle(jokers: int, state: int) -> list[str]:
    """The deck as the kernel shuffles it."""
    deck = np.full(54, -1, np.int8)
    rng.shuffle(deck, jokers, U(state))
    assert list(deck[52 + jokers :]) == [-1] * (2 - jokers)
    return [card_text(int(card)) for card in deck[: 52 + jokers]]


# --- words and streams -----------------------------------------------------------------------------------------------


def test_splitmix64_has_its_published_values() -> None:
    state, found = 1234567, []
    for _ in range(5):
        state = (state + GOLDEN) % WORD
        found.append(int(rng.mix(U(state))))
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]
    assert found == [*published, 16408922859458223821]


@given(WORDS)
def test_mix_is_a_bijection(word: int) -> None:
    assert int(rng.mix(U(word))) == mix(word)
    assert unmix(mix(word)) == word


PURPOSES = [int(each) for each in (rng.DECK, rng.WORDS, rng.FIRST_DEALER, rng.NEXT_DEALER)]


def key(*parts: int) -> int:
    """The start of the stream with these keys."""
    return int(rng.stream(*(U(part) for part in parts)))


def test_streams_of_different_keys_start_apart() -> None:
    seeds = [0, 1, 2, 3, 42, 2**63, WORD - 1]
    keys = list(itertools.product(seeds, range(40), range(40), PURPOSES))
    starts = sorted(key(*each) for each in keys)
    assert len(set(starts)) == len(keys) == 44800
    # Streams are one cycle entered at different places: none may enter where another passes within a game.
    steps = sorted(start * pow(GOLDEN, -1, WORD) % WORD for start in starts)
    assert min(b - a for a, b in itertools.pairwise(steps)) > 200


def test_each_bit_of_each_key_turns_half_of_the_start() -> None:
    base = [12345, 678, 9, PURPOSES[0]]
    turned = []
    for place, shift in itertools.product(range(4), range(64)):
        other = list(base)
        other[place] ^= 1 << shift
        turned.append((key(*base) ^ key(*other)).bit_count())
    assert min(turned) > 12
    assert max(turned) < 52
    assert abs(np.mean(turned) - 32) < 1


def test_bits_of_neighbouring_games_are_even_and_unrelated() -> None:
    n = 4000
    starts = np.array([key(7, 3, game, PURPOSES[1]) for game in range(n)], np.uint64)
    bits = (starts[:, None] >> np.arange(64, dtype=np.uint64)) & np.uint64(1)
    assert np.all(np.abs(bits.mean(axis=0) - 0.5) < 4.5 * 0.5 / math.sqrt(n))
    same = (bits[1:] == bits[:-1]).mean(axis=0)
    assert np.all(np.abs(same - 0.5) < 4.5 * 0.5 / math.sqrt(n))


@given(WORDS)
def test_below_three_is_the_remainder(word: int) -> None:
    assert rng.below_three(U(word)) == word % 3


# --- the deck --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_r1_the_kernel_shuffles_as_the_plain_one(jokers: int) -> None:
    deck = [*NATURALS, *JOKERS[:jokers]]
    for game in range(300):
        state = key(1, 2, game, PURPOSES[0])
        found = kernel_shuffle(jokers, state)
        assert found == shuffled(deck, halves(state))
        assert sorted(found) == sorted(deck)


@pytest.mark.parametrize("jokers", [0, 1, 2])
@pytest.mark.parametrize("high", [False, True])
def test_a_half_that_would_favour_low_numbers_is_thrown_away(jokers: int, high: bool) -> None:
    n = 51 + jokers if high else 52 + jokers
    assert HALF % n > 0
    rejected = [half for half in (0, *(-(-k * HALF // n) for k in range(1, n))) if half * n % HALF < HALF % n]
    for half in rejected[:20]:
        word = half * HALF + 12345 if high else 9876 * HALF + half
        state = (unmix(word) - GOLDEN) % WORD
        words = halves(state)
        kept = [next(words), next(words)]
        assert kept[high] == half
        deck = [*NATURALS, *JOKERS[:jokers]]
        assert kernel_shuffle(jokers, state) == shuffled(deck, halves(state))
        without = itertools.chain([kept[not high]], words)
        assert kernel_shuffle(jokers, state) == shuffled(deck, without), "the half is as if it were not there"


def test_every_number_below_n_comes_from_equally_many_halves() -> None:
    # The halves that give k are those from ceil(k * 2**32 / n) on; h * n grows by n from one to the next,
    # so only the first of them can have a low part below 2**32 % n, which is less than n.
    for n in range(2, 55):
        kept = set()
        for k in range(n):
            first, after = -(-k * HALF // n), -(-(k + 1) * HALF // n)
            kept.add(after - first - (first * n % HALF < HALF % n))
        assert kept == {HALF // n}, n


@pytest.mark.parametrize(("size", "n"), [(8, 3), (16, 5), (32, 7), (64, 6), (256, 52), (256, 54), (64, 64)])
def test_the_same_with_words_few_enough_to_count(size: int, n: int) -> None:
    picks = Counter(word * n // size for word in range(size) if word * n % size >= size % n)
    assert picks == Counter(dict.fromkeys(range(n), size // n))


@pytest.mark.parametrize("cards", [2, 3, 4, 5])
def test_every_order_of_a_small_deck_is_equally_likely(cards: int) -> None:
    # All runs of words without a rejected one, of a size that rejects some: each order equally often.
    size = 7
    usable = [[w for w in range(size) if w * n % size >= size % n] for n in range(cards, 1, -1)]
    orders = Counter(tuple(shuffled(list(range(cards)), iter(words), size)) for words in itertools.product(*usable))
    assert len(orders) == math.factorial(cards)
    assert len(set(orders.values())) == 1
    assert Fraction(sum(orders.values()), math.factorial(cards)) == orders[tuple(range(cards))]


def test_every_card_is_in_every_place_equally_often() -> None:
    n = 20_000
    seen = np.zeros((54, 54))
    deck = np.zeros(54, np.int8)
    index = np.zeros(64, np.int64)
    index[[card for card in range(64) if card & 15 < 13] + [14, 30]] = np.arange(54)
    for game in range(n):
        rng.shuffle(deck, 2, rng_state(game))
        seen[np.arange(54), index[deck]] += 1
    chi_square = ((seen - n / 54) ** 2 / (n / 54)).sum()
    freedom = 53 * 53
    assert abs(chi_square - freedom) < 5 * math.sqrt(2 * freedom)


def rng_state(game: int) -> np.uint64:
    """The start of the deck's stream of one game, as the kernels take it."""
    return U(key(99, 0, game, PURPOSES[0]))


def test_neighbours_in_the_deck_and_in_time_are_unrelated() -> None:
    n = 6000
    decks = np.zeros((n, 54), np.int8)
    for game in range(n):
        rng.shuffle(decks[game], 2, rng_state(game))
    rising = (decks[:, 1:] > decks[:, :-1]).mean(axis=0)
    assert np.all(np.abs(rising - 0.5) < 4.5 * 0.5 / math.sqrt(n))
    same_place_again = (decks[1:] == decks[:-1]).mean()
    assert abs(same_place_again - 1 / 54) < 5 * math.sqrt(1 / 54 / (n * 54))


def test_take_cards_is_a_slice_of_the_deck() -> None:
    deck = np.zeros(54, np.int8)
    rng.shuffle(deck, 2, U(5))
    texts = [card_text(int(card)) for card in deck]
    for start, stop in ((0, 13), (13, 25), (25, 37), (37, 54), (5, 5)):
        assert rng.take_cards(deck, start, stop) == mask(texts[start:stop])
    assert int(rng.take_cards(deck, 0, 54)).bit_count() == 54
