"""How far a hand is, by adding up the distances of its groups; and what kernels say of the counts of a hand."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from mahjong_sim.hands import outlook
from mahjong_sim.hands.kinds import held_often
from mahjong_sim.hands.lookups import HONOURS, RANKS, distances_of_groups, hand_tables
from mahjong_sim.hands.outlook import keys_of
from mahjong_sim.hands.pairs import OFF, pairs_distance, pairs_distance_with_jokers
from mahjong_sim.tiles import COPIES, PLAIN, SUITED
from tongits_sim.compile.jit import njit


@functools.cache
def group_rows(jokers: bool, honours: bool) -> Any:
    """The packed distances of all groups."""
    return distances_of_groups(HONOURS if honours else RANKS, not honours, 99 if jokers else COPIES)


def unpacked(row: Any) -> list[list[int]]:
    """The distances of a group by bahay: without the eye, and with it."""
    return [[int(row) >> (4 * bahay + 32 * eye) & 15 for bahay in range(6)] for eye in range(2)]


def code(counts: Any) -> int:
    return int("".join(str(int(count)) for count in counts), 5)


def kinds_held(counts: Any, first: int, end: int) -> tuple[int, ...]:
    """How many of these kinds are held once, twice, three and four times."""
    return tuple(int((np.asarray(counts[first:end]) == number).sum()) for number in range(1, COPIES + 1))


def by_pairs(counts: Any, jokers: int, pairs: int) -> int:
    if pairs == OFF:
        return 99
    if jokers:
        suited = kinds_held(counts, 0, SUITED)
        honours = kinds_held(counts, SUITED, PLAIN)
        return int(pairs_distance_with_jokers(suited, honours, jokers, pairs))
    return int(pairs_distance(kinds_held(counts, 0, PLAIN), pairs))


def far(counts: Any, bahay: int, jokers: int = 0) -> int:
    """Tiles that a hand lacks for bahay and the eye: the best way to divide them among the groups."""
    suits = [unpacked(group_rows(jokers > 0, False)[code(counts[first : first + 9])]) for first in (0, 9, 18)]
    suited = functools.reduce(_together, suits)
    suited = [[max(0, lacking - jokers) for lacking in lacks] for lacks in suited]
    return _together(suited, unpacked(group_rows(False, True)[code(counts[SUITED:PLAIN])]))[1][bahay]


def _together(one: list[list[int]], other: list[list[int]]) -> list[list[int]]:
    """The distances of two groups together."""

    def least(*pairs: tuple[list[int], list[int]]) -> list[int]:
        return [min(a[i] + b[n - i] for a, b in pairs for i in range(n + 1)) for n in range(6)]

    return [least((one[0], other[0])), least((one[0], other[1]), (one[1], other[0]))]


def distance(counts: Any, jokers: int, n_melds: int, pairs: int) -> int:
    """Tiles that a hand lacks, seven pairs counted."""
    best = far(counts, 5 - n_melds, jokers)
    return best if n_melds else min(best, by_pairs(counts, jokers, pairs))


def changed(counts: Any, step: int, away: Callable[[Any], int]) -> dict[int, int]:
    """How far a hand is with one tile more or less of each kind that can be had or given."""
    distances = {}
    for kind in range(PLAIN):
        if 0 <= counts[kind] + step <= COPIES:
            counts[kind] += step
            distances[kind] = away(counts)
            counts[kind] -= step
    return distances


def nearer(counts: Any, away: Callable[[Any], int]) -> set[int]:
    """The kinds that bring a hand nearer to winning, tried one by one; away: tiles from waiting."""
    now = away(counts)
    return {kind for kind, far_away in changed(counts, 1, away).items() if far_away < now}


def kinds(word: Any) -> set[int]:
    return {kind for kind in range(64) if int(word) >> kind & 1}


@njit
def lacks(tables: Any, counts: Any, jokers: Any, n_melds: Any) -> Any:
    return outlook.shanten(tables, counts, jokers, n_melds) + 1


@njit
def helping(tables: Any, counts: Any, jokers: Any, n_melds: Any) -> Any:
    return outlook.helping(tables, keys_of(counts), held_often(counts), jokers, n_melds)


def waits(counts: Any, jokers: int, n_melds: int, pairs: int) -> set[int]:
    """The kinds that complete a hand, by the kernels."""
    away, helps = helping(hand_tables(True, pairs), counts, jokers, n_melds)
    return kinds(helps) if away == 1 else set()
