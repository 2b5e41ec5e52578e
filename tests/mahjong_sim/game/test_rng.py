"""Random streams and the shuffle."""

from __future__ import annotations

import numpy as np

from mahjong_sim.game.rng import WALL, WORDS, U, below, shuffle
from mahjong_sim.tiles import KINDS, copies
from tongits_sim.any_game.streams import GOLDEN, game_stream, match_key, mix


def shuffled(start: int) -> np.ndarray:
    wall = np.zeros(144, np.int8)
    shuffle(wall, U(start))
    return wall


def test_a_wall_has_all_tiles() -> None:
    assert np.bincount(shuffled(7), minlength=KINDS).tolist() == [copies(kind) for kind in range(KINDS)]


def test_the_published_outputs_of_splitmix() -> None:
    # The first outputs for the seed 1234567, as in Java's SplittableRandom and Vigna's reference.
    with np.errstate(over="ignore"):
        words = [int(mix(U(1234567) + GOLDEN * U(i))) for i in (1, 2, 3)]
    assert words == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_streams_differ_by_everything_that_names_them() -> None:
    keys = {int(match_key(U(seed), U(match))) for seed in (1, 2) for match in (0, 1)}
    streams = {
        int(game_stream(match_key(U(1), U(0)), U(game), purpose)) for game in (0, 1) for purpose in (WALL, WORDS)
    }
    assert len(keys) == len(streams) == 4


def test_a_tile_is_anywhere_in_the_wall() -> None:
    walls = np.array([shuffled(start) for start in range(0, 40_000_000, 10_007)])
    places = np.bincount(np.argmax(walls == 41, axis=1), minlength=144)  # F8, of which there is one
    expected = len(walls) / 144
    chi2 = float(((places - expected) ** 2 / expected).sum())
    assert abs(chi2 - 143) < 4.5 * (2 * 143) ** 0.5


def test_numbers_below_a_bound() -> None:
    with np.errstate(over="ignore"):
        numbers = np.array([below(U(mix(U(i) * GOLDEN)), np.int64(6)) for i in range(6000)])
    assert sorted(set(numbers.tolist())) == list(range(6))
    counts = np.bincount(numbers)
    assert ((counts - 1000) ** 2 / 1000).sum() < 30
