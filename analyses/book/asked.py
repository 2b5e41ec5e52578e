"""Questions that a book answers: their answer, and the way from an inquiry to the book or to a measurement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analyses.book import screens
from analyses.question import Inquiry, Question, QuestionError
from analyses.rollouts import measured
from analyses.rollouts.measured import Measured
from strategies.book.limits import Book, Decision
from tongits_sim.run.answers import Answer

if TYPE_CHECKING:
    from analyses.presentation import Finding, Screen, Table

GAMES_HELP = (
    f"Measure in this many games, with intervals, instead of reading the book.  [with --players: {measured.GAMES:,}]"
)


@dataclass(frozen=True, kw_only=True)
class BookAnswer(Measured):
    """What to do, from the book of the rules; or what the players named in the question gain."""

    book: Book | None = None  # None: measured
    timing: str = "start"  # when a draw is called


def by_book(inquiry: Inquiry) -> bool:
    """Whether the book answers: nobody asked for games, players or a table of decisions."""
    return inquiry.at_tables and not inquiry.games and not inquiry.options.get("decisions_table")


def read_book(inquiry: Inquiry, question: Question[Any]) -> dict[str, Any]:
    """The fields of an answer from the book. Raises QuestionError: the rules are played for a score."""
    from strategies.book.find import book_of
    from tongits_sim.run.compiling import to_stderr

    if inquiry.rules.match.progressive_target > 0:
        raise QuestionError(f"{inquiry.rules.name} is played for a score, not for money: no choice gains units")
    book = book_of(inquiry.rules, inquiry.run_options.notice or to_stderr)
    head = inquiry.head(question)
    return {**head, "games": book.made.games, "seed": book.made.seed, "book": book, "timing": timing_of(inquiry)}


def measuring(inquiry: Inquiry) -> Inquiry:
    """The inquiry of a measurement, with its number of games. Raises QuestionError."""
    from dataclasses import replace

    if inquiry.at_tables and inquiry.options.get("decisions_table"):
        raise QuestionError("--decisions-table holds the decisions of one table: name its players with --players")
    return replace(inquiry, games=inquiry.games or measured.GAMES)


def timing_of(inquiry: Inquiry) -> str:
    """When a draw may be called under the rules: `start`, `end` or `after_draw` of a turn."""
    return str(inquiry.rules.knobs()["call.timing"])


@dataclass(frozen=True)
class Presenter:
    """Shows the answers of a question that a book answers."""

    decision: Decision
    verb: str  # yes, as a verb
    doing: str  # yes, as a noun
    no: str
    across: str  # the coordinate of the columns of a measurement
    panel: str  # the coordinate of its panels; empty: none
    titles: Mapping[int, str]  # their titles

    def screen(self, answer: BookAnswer) -> Screen:
        if answer.book is not None:
            return screens.screen(answer.book, self.decision, answer.timing)
        return measured.screen(answer, self.doing, self.panel, self.titles, self.across)

    def short(self, answer: BookAnswer) -> str:
        if answer.book is not None:
            return screens.headline(answer.book, self.decision)
        return self.screen(answer).answer

    def tables(self, answer: BookAnswer) -> list[Table]:
        if answer.book is not None:
            return screens.tables(answer.book, self.decision)
        return measured.tables(answer, self.verb, self.no)

    def about(self, answer: BookAnswer) -> list[str]:
        if answer.book is not None:
            return [screens.ABOUT]
        return list(answer.method.values())

    def findings(self, answer: BookAnswer) -> list[Finding]:
        """No figure: the table of the first screen is the figure."""
        return []

    def csv_rows(self, answer: BookAnswer) -> Sequence[Answer | Mapping[str, object]]:
        """A row for each limit of the book, or for each cell of a measurement."""
        if answer.book is None:
            return list(answer.cells)
        return screens.csv_rows(answer.book, self.decision)
