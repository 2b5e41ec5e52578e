"""How many tiles help after each discard, all at once and one by one."""

from __future__ import annotations

import numpy as np
import pytest

from mahjong_sim.hands.accept import accepted_tiles, discards
from mahjong_sim.hands.discard import below, mirrored, tiles_after
from mahjong_sim.hands.lanes import packed
from mahjong_sim.hands.tables import Tables, hand_tables
from mahjong_sim.tiles import KINDS, PLAIN

U = np.uint64


def one_by_one(tables: Tables, counts: np.ndarray, n_melds: int, unseen: np.ndarray) -> list[int]:
    """The same by `accepted_tiles`."""
    after = np.zeros(KINDS, np.int8)
    least = discards(tables, counts, 0, n_melds, after)
    found = []
    for kind in range(PLAIN):
        if counts[kind] == 0 or after[kind] != least:
            found.append(-1)
            continue
        counts[kind] -= 1
        found.append(int(accepted_tiles(tables, counts, 0, n_melds, unseen)[1]))
        counts[kind] += 1
    return found


@pytest.mark.parametrize("pairs", [0, 1, 2])
@pytest.mark.parametrize("n_melds", [0, 1, 3, 4])
def test_all_at_once_is_one_by_one(pairs: int, n_melds: int) -> None:
    tables, chance = hand_tables(False, pairs), np.random.default_rng(n_melds)
    deck = np.repeat(np.arange(PLAIN), 4)
    for number in range(60):
        # Hands of few suits, or of many pairs, are near to winning.
        kinds = (
            deck[deck < 14]
            if number % 3 == 0
            else np.repeat(chance.choice(PLAIN, 10, False), 4)
            if number % 3 == 1
            else deck
        )
        dealt = chance.permutation(kinds)[: 17 - 3 * n_melds]
        counts = np.bincount(dealt, minlength=KINDS).astype(np.int8)
        unseen = np.zeros(KINDS, np.int8)
        unseen[:PLAIN] = chance.integers(0, 5 - counts[:PLAIN])
        before = counts.copy()
        after = np.zeros(KINDS, np.int8)
        least = discards(tables, counts, 0, n_melds, after)
        found = tiles_after(tables, counts, n_melds, after, least, unseen)
        assert found.tolist() == one_by_one(tables, counts, n_melds, unseen)
        assert counts.tolist() == before.tolist()


def test_mirrored_turns_bytes_round() -> None:
    word = U(0x060504030201)
    assert int(mirrored(word, 5)) == 0x010203040506
    assert int(mirrored(word, 2)) == 0x3F3F3F010203


def test_below_finds_the_least_sum() -> None:
    # The group holds the eye at no cost, and one bahay for two tiles; the others lack three for one bahay.
    row = packed(U(0x3F3F3F3F0200), U(0x3F3F3F3F0300))
    rest, rest_eye = mirrored(U(0x3F3F3F3F0300), 1), mirrored(U(0x3F3F3F3F3F02), 1)
    assert [bool(below(rest, rest_eye, row, bound)) for bound in (2, 3, 4)] == [False, False, True]
