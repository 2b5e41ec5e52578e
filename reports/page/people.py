"""What the bots are called at a table, and what each does, for readers who know no code names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from analyses.presentation import join_and


class Person(NamedTuple):
    """A kind of player."""

    name: str
    does: str


PEOPLE: Mapping[str, Person] = {
    "trained": Person("strong", "plays best"),
    "expert": Person("good", "plays soundly"),
    "greedy": Person("plain", "opens early, lowers its count"),
    "caller": Person("bold", "calls whenever it may"),
    "hunter": Person("patient", "keeps its melds"),
}
"""By code name."""


def person(player: str) -> str:
    """The name at a table; the code name if it has none."""
    return PEOPLE[player].name if player in PEOPLE else player


def people_at(table: Sequence[str]) -> str:
    """Who sits at a table, in words.

    >>> people_at(["expert", "greedy", "caller"])
    'a good, a plain and a bold player'
    >>> people_at(["expert", "greedy", "greedy"]), people_at(["expert"] * 3)
    ('a good and two plain players', 'three good players')
    """
    seats = Counter(table)
    parts = [f"{('a', 'two', 'three')[count - 1]} {person(player)}" for player, count in seats.items()]
    return f"{join_and(parts)} player{'s' if max(seats.values()) > 1 else ''}"
