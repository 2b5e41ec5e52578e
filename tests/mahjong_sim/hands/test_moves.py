"""What one tile more or less does to a group, for every group of four kinds and for groups of a suit."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from mahjong_sim.hands.distance import group_code
from mahjong_sim.hands.lanes import LANES, lane, unpacked
from mahjong_sim.hands.moves import (
    HARMS,
    HELPS,
    LARGE_PAGE,
    LAST,
    LAST_BITS,
    LINE,
    MOST_TILES,
    ROW,
    SPARE,
    WORD,
    Moves,
    fill_moves,
    groups_of,
    key_of,
    key_weights,
    moves_in,
    moves_of,
    numbers_of,
    ranks_of_last,
    starts_of,
)
from mahjong_sim.hands.tables import HONOURS, RANKS, distances_of_groups, hand_tables
from tongits_sim.jit import njit

Counts = tuple[int, ...]


@njit
def _addresses(tables: Any) -> Any:
    return moves_in(tables)


def all_groups(kinds: int) -> Iterator[Counts]:
    for code in range(5**kinds):
        yield tuple(code // 5**place % 5 for place in range(kinds - 1, -1, -1))


class Twin:
    """The definitions of the sets, from the distances of whole groups."""

    def __init__(self, rows: Any) -> None:
        self.rows = rows

    def far(self, counts: Counts) -> list[int]:
        both = unpacked(self.rows[group_code(np.array(counts, np.int8), 0, len(counts))])
        return [int(lane(both[eye], bahay)) for eye in range(2) for bahay in range(LANES)]

    def helpful(self, counts: Counts, target: int) -> set[int]:
        """The kinds of which one more brings the target nearer."""
        own = self.far(counts)[target]
        return {
            kind for kind in range(len(counts)) if counts[kind] < 4 and self.far(step(counts, kind, 1))[target] < own
        }

    def row(self, counts: Counts) -> list[int]:
        """The row of a group but for its distances."""
        row = [0] * WORD
        for target, own in enumerate(self.far(counts)):
            helps = self.helpful(counts, target)
            for kind in range(len(counts)):
                row[HELPS + kind] |= (kind in helps) << target
                if counts[kind]:
                    less = step(counts, kind, -1)
                    spare = self.far(less)[target] == own
                    row[SPARE + kind] |= spare << target
                    row[HARMS + kind] |= (not spare or not helps <= self.helpful(less, target)) << target
        return row


def place_of(starts: Any, code: int) -> int | None:
    """The number of a group's row; None if it has none."""
    first, last = divmod(code, LAST)
    place = int(starts[first]) + int(ranks_of_last()[last])
    return place if place < starts[first + 1] else None


def step(counts: Counts, kind: int, tiles: int) -> Counts:
    return tuple(count + tiles * (each == kind) for each, count in enumerate(counts))


@pytest.mark.parametrize("chows", [True, False])
def test_every_group_of_four_kinds(chows: bool) -> None:
    rows = distances_of_groups(4, chows, 4)
    starts, moves = moves_of(rows, 4)
    twin = Twin(rows)
    for code, counts in enumerate(all_groups(4)):
        place = place_of(starts, code)
        assert (place is None) == (sum(counts) > MOST_TILES)
        if place is not None:
            assert moves[ROW * place :][:WORD].tolist() == twin.row(counts), counts


def test_groups_of_a_suit() -> None:
    tables = hand_tables()
    chance, twin = random.Random(19), Twin(tables.suits)
    for _ in range(60):
        wall = [kind for kind in range(chance.randint(4, RANKS)) for _ in range(4)]
        tiles = chance.sample(wall, chance.randint(0, 14))
        counts = tuple(tiles.count(kind) for kind in range(RANKS))
        place = place_of(tables.starts, int(group_code(np.array(counts, np.int8), 0, RANKS)))
        assert place is not None
        row = tables.moves[ROW * place :][:ROW]
        assert row[:WORD].tolist() == twin.row(counts), counts
        plain, eye = (twin.far(counts)[first : first + LANES] for first in (0, LANES))
        expected = sum((a | b << 4) << 8 * place for place, (a, b) in enumerate(zip(plain, eye, strict=True)))
        assert sum(int(each) << 16 * part for part, each in enumerate(row[WORD:])) == expected


def test_every_group_of_few_tiles_has_a_row_of_its_own() -> None:
    starts = starts_of(5)
    tiles = [sum(counts) for counts in all_groups(5)]
    places = [place_of(starts, code) for code in range(5**5)]
    assert [place is None for place in places] == [each > MOST_TILES for each in tiles]
    rows = [place for place in places if place is not None]
    assert sorted(rows) == list(range(groups_of(5))) == list(range(int(starts[-1])))
    last = [sum(counts) for counts in all_groups(4)]
    assert [last[code] for code in np.argsort(ranks_of_last())] == sorted(last)


@pytest.mark.parametrize("kinds", [RANKS, HONOURS])
def test_a_tile_more_is_added_to_the_key_of_a_group(kinds: int) -> None:
    weights = key_weights(kinds)
    for counts in all_groups(4):
        hand = (0,) * (kinds - 6) + (*counts, 4, 1)
        code = int(group_code(np.array(hand, np.int8), 0, kinds))
        key = int(key_of(code))
        assert key == sum(count * weight for count, weight in zip(hand, weights, strict=True))
        assert (key >> LAST_BITS, key % (1 << LAST_BITS)) == divmod(code, LAST)


def test_rows_begin_on_lines_and_are_found_by_address() -> None:
    tables = hand_tables()
    assert LARGE_PAGE % LINE == 0
    assert tables.moves.ctypes.data % LARGE_PAGE == tables.honour_moves.ctypes.data % LARGE_PAGE == 0
    assert (len(tables.moves), len(tables.honour_moves)) == (numbers_of(RANKS), numbers_of(HONOURS))
    arrays = tables.ranks, tables.starts, tables.moves, tables.honour_starts, tables.honour_moves
    assert Moves(*_addresses(tables)) == (*(each.ctypes.data for each in arrays), tables.pairs)
    assert sum(each.nbytes for each in arrays) < 30_000_000


def test_rows_can_be_filled_anew() -> None:
    rows = distances_of_groups(5, True, 4)
    starts, moves = moves_of(rows, 5)
    again = np.zeros(numbers_of(5), np.uint16)
    fill_moves(rows, ranks_of_last(), starts, 5, again)
    assert again.tolist() == moves.tolist()
