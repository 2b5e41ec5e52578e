"""The tables of a tournament, and the seatings in which every deal is played there.

A table is a triple of bots by number, in ascending order: `(0, 1, 2)`, `(0, 0, 1)`. Three different bots have
six seatings; with the same bot twice, the three rotations are all there are.
"""

from __future__ import annotations

import itertools

Triple = tuple[int, int, int]

ROTATIONS: tuple[Triple, ...] = ((0, 1, 2), (1, 2, 0), (2, 0, 1))
"""The slot on each seat, for tables with the same bot twice."""

PERMUTATIONS: tuple[Triple, ...] = tuple((a, b, c) for a, b, c in itertools.permutations(range(3)))
"""The slot on each seat, for three different bots."""


def triples(bots: int, repeats: bool = False) -> tuple[Triple, ...]:
    """All tables of `bots` bots; with `repeats`, or for two bots, also those with the same bot twice.

    A table with the same bot three times is left out: its payouts cancel.

    >>> triples(3), triples(2)
    (((0, 1, 2),), ((0, 0, 1), (0, 1, 1)))
    >>> len(triples(14)), len(triples(14, repeats=True))
    (364, 546)
    """
    if repeats or bots < 3:
        combinations = itertools.combinations_with_replacement(range(bots), 3)
        return tuple((a, b, c) for a, b, c in combinations if a < c)
    return tuple(itertools.combinations(range(bots), 3))


def seatings(triple: Triple) -> tuple[Triple, ...]:
    """All distinct seatings of a table.

    >>> len(seatings((0, 1, 2))), len(seatings((0, 1, 1)))
    (6, 3)
    """
    return PERMUTATIONS if len(set(triple)) == 3 else ROTATIONS


def places(tables: tuple[Triple, ...], bots: int) -> list[int]:
    """Number of places of each bot, over all tables and seatings.

    >>> places(triples(2), 2), places(triples(4), 4)
    ([9, 9], [18, 18, 18, 18])
    """
    counts = [0] * bots
    for table in tables:
        for bot in table:
            counts[bot] += len(seatings(table))
    return counts
