"""Parts of a page that its templates place: orders, bars, spots on an axis, evenings, sections."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from analyses.money import worth
from analyses.presentation import Table


@dataclass(frozen=True)
class Order:
    """A sentence of *In short*: what to do, and its numbers."""

    order: str
    says: str


@dataclass(frozen=True)
class BarRow:
    """A bar with its number. `wide` is a percentage of the longest bar."""

    label: str
    value: str
    wide: float
    ink: str = "gain"
    note: str = ""
    now: bool = False


@dataclass(frozen=True)
class Spot:
    """A value on an axis: places in percent of its length."""

    left: float
    wide: float
    ink: str
    value: str
    side: str  # style that places the number


@dataclass(frozen=True)
class SpotRow:
    """A line of spots, with its label."""

    label: str
    spots: Sequence[Spot]


@dataclass(frozen=True)
class Evening:
    """What a player has at the end of an evening: the median and the range of nine evenings in ten; places in
    percent.
    """

    player: str
    left: float
    wide: float
    middle: float
    ink: str
    value: str
    bring: str
    ahead: str


@dataclass(frozen=True)
class Section:
    """A question, an order, and figures that the template places by their names."""

    key: str
    title: str
    say: str
    figures: dict[str, Any]
    notes: Sequence[str] = ()
    tables: Sequence[Table] = field(default_factory=tuple)
    half: bool = False


def shown_size(units: float) -> str:
    """The size of an amount, without a sign."""
    return f"{abs(worth(units)):,.1f}"


def lower_first(text: str) -> str:
    """A text whose first letter is small, to continue a sentence."""
    return text[:1].lower() + text[1:]
