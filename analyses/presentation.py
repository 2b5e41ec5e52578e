"""The parts of an answer in words: tables, figures with captions, the first screen, and phrases that answers share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from analyses.money import terms, worth
from tongits_sim.run.answers import Estimate
from tongits_sim.run.numbers import bar, change, column, estimate, level, number_word, share_between, share_change
from tongits_sim.run.numbers import share as share_words

if TYPE_CHECKING:
    from analyses.figures import Drawing


R = TypeVar("R")

ENDING_WORDS = {
    "draw": "call, unchallenged",
    "challenge": "call, challenged",
    "tongits": "tongits",
    "stock_out": "stock ran out",
    "spread": "all melds when dealt",
    "void": "nobody could win",
}


@dataclass
class Table:
    """A table: key, caption, headings, cells as text. The first `text` columns hold text, all others numbers."""

    key: str
    caption: str
    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    text: int = 1
    note: str = ""

    def markdown(self) -> str:
        """The table as Markdown, with its caption above and its note below."""
        bars = ["---" if i < self.text else "---:" for i in range(len(self.headings))]
        lines = [self.headings, bars, *self.rows]
        text = "\n".join("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines)
        return f"**{self.caption}**\n\n{text}\n" + (f"\n{self.note}\n" if self.note else "")

    def csv(self) -> str:
        """The headings and rows as CSV."""
        import polars as pl

        width = range(len(self.headings))
        cells = pl.DataFrame(
            {str(i): [str(row[i]) for row in self.rows] for i in width}, dict.fromkeys(map(str, width), pl.String)
        )
        return (
            pl.DataFrame({str(i): [heading] for i, heading in enumerate(self.headings)})
            .vstack(cells)
            .write_csv(include_header=False)
        )


def columns(
    key: str, caption: str, rows: Iterable[R], cells: Mapping[str, Callable[[R], str]], text: int = 1, note: str = ""
) -> Table:
    """A table with a column for each heading of `cells`; its function makes the cell of a row."""
    return Table(key, caption, list(cells), [[cell(row) for cell in cells.values()] for row in rows], text, note)


class LimitRow(NamedTuple):
    """A row of limits: its label, and a text and a colour for each column, or one text for all columns."""

    label: str
    cells: Sequence[tuple[str, str]]  # text, and `YES`, `FROM`, `NO` or `PLAIN`


YES, FROM, NO, PLAIN = "yes", "from", "no", ""
"""Colours of cells: do it up to a count, do it from a count on, do not; no colour."""


@dataclass(frozen=True)
class Limits:
    """A table of limits on a screen: the number says it, the colour repeats it."""

    heading: str  # what the columns are
    columns: Sequence[str]
    rows: Sequence[LimitRow | None]  # None: an empty line
    sentences: Sequence[str]  # the table in sentences, for a screen reader or a narrow screen


@dataclass(frozen=True)
class SideBySide:
    """Two small tables side by side, whose rows have nothing to do with each other."""

    left: Table
    right: Table


@dataclass(frozen=True)
class Screen:
    """The first screen of a command: 24 lines of 80 columns, the answer first."""

    heading: str  # rules, players or table, size, seed: joined by ` · `
    answer: str  # one or two lines with the main number once
    body: Sequence[Table | SideBySide | Limits | str] = ()  # one table; a second small one if both fit
    notes: Sequence[str] = ()  # at most three lines, the last one what to type next

    def tables(self) -> list[Table]:
        """The tables of the screen, each by itself."""
        found = list[Table]()
        for part in self.body:
            if isinstance(part, SideBySide):
                found += [part.left, part.right]
            elif isinstance(part, Table):
                found.append(part)
        return found


class Advice(NamedTuple):
    """A question, its answer and the uncertainty of the answer, each in plain words."""

    asks: str
    says: str
    sure: str = ""


class Finding(NamedTuple):
    """A figure of an answer: its key, title and caption, and what is drawn: one figure, or several with titles."""

    key: str
    title: str
    text: str
    drawn: Drawing | Sequence[tuple[str, Drawing]]

    def panels(self) -> list[tuple[str, Drawing]]:
        """The figures with their titles; a figure of one piece has no title."""
        return list(self.drawn) if isinstance(self.drawn, Sequence) else [("", self.drawn)]


class Presenter(Protocol):
    """Shows the answers of a question or a command: a module or an object with these functions. `reports/questions`
    lists further functions that a presenter may have.
    """

    def screen(self, answer: Any, /) -> Screen:
        """The first screen."""
        ...

    def tables(self, answer: Any, /) -> list[Table]:
        """All numbers."""
        ...

    def findings(self, answer: Any, /) -> list[Finding]:
        """The figures, the main figure first."""
        ...


def seated(labels: Sequence[str]) -> str:
    """Who sits at a table: `three expert`, `expert ×2, greedy`."""
    if len(labels) > 1 and len(set(labels)) == 1:
        return f"{number_word(len(labels))} {labels[0]}"
    counts = {label: list(labels).count(label) for label in labels}
    return ", ".join(label if count == 1 else f"{label} ×{count}" for label, count in counts.items())


def join_and(parts: Sequence[str]) -> str:
    """Parts of a sentence, joined by commas and `and`."""
    return ", ".join(parts[:-1]) + f" and {parts[-1]}" if len(parts) > 1 else "".join(parts)


# --- amounts: in units, or in money if a stake is given ---


def earned(units: Estimate, sign: bool = True) -> str:
    """What somebody earns: `+1.59 ± 0.01`."""
    return estimate(*_priced(units), sign, _is_money())


def earnings(amounts: Iterable[Estimate], sign: bool = True) -> list[str]:
    """Earnings for a column, with the decimals of the least precise."""
    return column([_priced(units) for units in amounts], sign, _is_money())


def paid(units: Estimate, sign: bool = False) -> str:
    """An amount without its interval, no finer than the interval: `6.07`."""
    return level(*_priced(units), sign, _is_money())


def paid_exactly(units: float | None, sign: bool = False) -> str:
    """An amount that has no interval: a quantile, a standard deviation."""
    return paid(Estimate(units), sign)


def moved(units: Estimate) -> str:
    """A change of an amount: `+0.31 ± 0.02`, `within ± 0.03`."""
    return change(*_priced(units), _is_money())


def _is_money() -> bool:
    return terms().money is not None


def _priced(units: Estimate) -> tuple[float | None, Sequence[float] | None]:
    limits = None if units.ci95 is None else [worth(end) for end in units.ci95]
    return None if units.mean is None else worth(units.mean), limits


def sure(difference: Estimate) -> bool:
    """Return True if a sentence may state the sign of a difference: it exceeds three standard errors, not two."""
    if difference.mean is None or difference.half_width is None:
        return False
    return abs(difference.mean) > 1.53 * difference.half_width


# --- shares ---


def share(estimate: Estimate) -> str:
    """A share: `59 %`, `under 2 %`."""
    return share_words(estimate.mean, estimate.ci95)


def share_interval(estimate: Estimate) -> str:
    """A share and its interval: `41 ± 2 %`."""
    return share_between(estimate.mean, estimate.ci95)


def share_difference(estimate: Estimate) -> str:
    """A difference of shares in percentage points: `−6.8 ± 0.2`."""
    return share_change(estimate.mean, estimate.ci95)


def bars(rows: Iterable[tuple[str, Estimate]], width: int = 30) -> Table:
    """Shares of a whole with a bar each: `tongits  2.8 %  ▉`; `width`: of a bar for all."""
    cells = [(label, share(part), bar(part.mean or 0.0, width)) for label, part in rows]
    return Table("bars", "", ("", "", ""), cells)
