"""What a batch counts: columns, which are summed for each match, and sums by slot."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from tongits_sim.run.totals import Axis


@dataclass(frozen=True)
class Column:
    """A number that every game yields."""

    name: str  # in totals
    # `money`: cents; `share`: 0 or 1, decided by play; `number`: any other number that play decides
    kind: Literal["money", "share", "number"]
    most: float = 1.0  # largest difference between two arms in a game; for money, in largest payments of a seat


NEEDED = ("games", "payout", "payout_sq", "wins")
"""Sums by slot that every game has."""


@dataclass(frozen=True)
class Counts:
    """The counts of a game.

    Every game has the columns payout and wins of each slot and payout of each seat, read from the fields `payout`
    (int64[seats], cents) and `wins` (0 or 1, [seats]) of its `RESULT`. A game may add columns.
    """

    seats: int  # players at a table
    # a kernel `(tally, records)` that counts a finished game: the game's column i in `tally.now[3 * seats + i]`, field
    # f of a slot in `tally.fields[slot, f]`, arrays by name
    add: Callable[..., Any]
    own: tuple[Column, ...] = ()
    fields: tuple[str, ...] = NEEDED  # names of sums by slot; they include `NEEDED`, which every game counts
    # further sums of all games, with their axes
    arrays: Mapping[str, tuple[int | Axis, ...]] = field(default_factory=dict)
    # effects of a change of the rules, in words, by the column that counts them
    measures: Mapping[str, str] = field(default_factory=dict)
    # groups of knobs that only decide payments: play ignores them unless a player reads them
    payments: tuple[str, ...] = ()

    @property
    def columns(self) -> tuple[Column, ...]:
        """Payout and wins of each slot, payout of each seat, then the columns of the game."""
        by = range(self.seats)
        return (
            *(Column(f"payout_{slot}", "money", 2) for slot in by),
            *(Column(f"wins_{slot}", "share") for slot in by),
            *(Column(f"seat_{seat}", "money", 2) for seat in by),
            *self.own,
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(column.name for column in self.columns)

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The pairs of slots whose products of payouts are counted."""
        return tuple((a, b) for a in range(self.seats) for b in range(a + 1, self.seats))

    @property
    def axes(self) -> dict[str, tuple[int | Axis, ...]]:
        """The axes of a block's counts. A cluster is a match in all its seatings."""
        column = (Axis("column", self.names),)
        return {
            "clusters": (Axis("of", ("clusters", "games", "games_sq")),),
            **dict.fromkeys(("x", "nx", "xx"), column),
            "cross": (Axis("slots", tuple(f"{a}-{b}" for a, b in self.pairs)),),
            "fields": (Axis("slot", self.seats), Axis("field", self.fields)),
            **self.arrays,
        }
