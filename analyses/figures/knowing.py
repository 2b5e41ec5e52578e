"""The figure of what hidden cards are worth: a row for each group of decisions. Shape, then draw."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from analyses.figures.comparison import Point

if TYPE_CHECKING:
    from analyses.answers.knowing import KnowingAnswer
    from tongits_sim.run.answers import Estimate


def worths(answer: KnowingAnswer) -> list[Point]:
    """What is known of each worth: the hands by decisions, then the stock; drawn as a forest."""
    every = [(f"the hands: {row.decisions}", row.worth) for row in answer.cells]
    return list(_points([*every, ("the stock, to one who sees the hands", answer.beyond_hands)]))


def _points(rows: list[tuple[str, Estimate]]) -> Iterator[Point]:
    for label, units in rows:
        if units.mean is not None:
            yield Point(label, units.mean, units.ci95 or (units.mean, units.mean))
