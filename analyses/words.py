"""The parts of an answer in words: tables, figures with captions, advice for the first screen, and phrases that answers
share.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from tongits_sim.run.answers import Estimate
from tongits_sim.run.numbers import known, number_word

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analyses.answers.shared import QuestionAnswer


@dataclass
class Table:
    """A table: key, caption, headings, cells as text; the first `text` columns hold text, the others numbers."""

    key: str
    caption: str
    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    text: int = 1
    note: str = ""
    classes: dict[tuple[int, int], str] = field(default_factory=dict)

    def markdown(self) -> str:
        """The table in Markdown."""
        bars = ["---" if i < self.text else "---:" for i in range(len(self.headings))]
        lines = [self.headings, bars, *self.rows]
        text = "\n".join("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines)
        return f"**{self.caption}**\n\n{text}\n" + (f"\n{self.note}\n" if self.note else "")

    def csv(self) -> str:
        """The table as CSV."""
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows([self.headings, *self.rows])
        return text.getvalue()


class Advice(NamedTuple):
    """A question, its answer and the uncertainty of the answer, each in plain words."""

    asks: str
    says: str
    sure: str = ""


class Panel(NamedTuple):
    """A part of a figure: its title, the figure, and a caption if the title does not suffice."""

    title: str
    figure: Figure
    text: str = ""


class Finding(NamedTuple):
    """A figure: its key, title and caption, and the function that draws it.

    It is drawn in one piece, or as several figures with titles, which a page sets side by side if there is room.
    `detail`: the figure is about the numbers rather than about the game, and is placed next to them.
    """

    key: str
    title: str
    text: str
    draw: Callable[[], Figure | Sequence[tuple[str, Figure] | Panel]]
    detail: bool = False

    def panels(self) -> list[Panel]:
        """The figures, drawn; a figure in one piece is a panel without a title."""
        drawn = self.draw()
        return [Panel(*each) for each in drawn] if isinstance(drawn, Sequence) else [Panel("", drawn)]


def players(answer: QuestionAnswer) -> str:
    """The players in words: `three greedy bots`, or their names."""
    names = answer.players
    return f"{number_word(len(names))} {names[0]} bots" if len(set(names)) == 1 else ", ".join(names)


def value(estimate: Estimate) -> str:
    """A mean with half the width of its interval."""
    return known(estimate.mean, estimate.ci95)


def units_words(units: Estimate) -> str:
    """The same for an amount that may be unknown."""
    return "–" if units.mean is None else value(units)


def listed(parts: Sequence[str]) -> str:
    """Parts of a sentence, joined by commas and `and`."""
    return ", ".join(parts[:-1]) + f" and {parts[-1]}" if len(parts) > 1 else "".join(parts)
