"""What the bots are called at a table, and what each does, for readers who know no code names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


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
