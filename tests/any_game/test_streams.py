"""The random streams: exact against plain whole numbers, even, and apart from each other."""

from __future__ import annotations

import itertools
import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.any_game.splitmix import GOLDEN, WORD, mix, unmix
from tongits_sim.any_game import streams
from tongits_sim.any_game.streams import U
from tongits_sim.game import rng

WORDS = st.integers(0, WORD - 1)


def test_splitmix64_has_its_published_values() -> None:
    state, numbers = 1234567, []
    for _ in range(5):
        state = (state + GOLDEN) % WORD
        numbers.append(int(streams.mix(U(state))))
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]
    assert numbers == [*published, 16408922859458223821]


@given(WORDS)
def test_mix_is_a_bijection(word: int) -> None:
    assert int(streams.mix(U(word))) == mix(word)
    assert unmix(mix(word)) == word


PURPOSES = [int(each) for each in (rng.DECK, rng.WORDS, rng.FIRST_DEALER, rng.NEXT_DEALER)]


def key(*parts: int) -> int:
    """The start of the stream with these keys."""
    return int(streams.stream(*(U(part) for part in parts)))


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
