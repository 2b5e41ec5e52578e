"""A player who calls, challenges and lays the first meld by a book, and otherwise plays as another player."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from strategies.book.find import book_of, known, program
from strategies.book.hooks import HOOK_OF, HOOKS, MAX_ROWS, NEVER_MOST, BookRow
from strategies.book.limits import DECISIONS as BOOK_DECISIONS
from strategies.book.limits import HABITS, NO_END, Book, Decision
from strategies.book.margin import paid_in_money
from strategies.book.shipped import book_files
from strategies.laid_over import Habit, HabitPlayer, Plan, laid_over
from tongits_sim.bots.player import params_dtype
from tongits_sim.errors import TongitsError
from tongits_sim.game.state import DECISIONS
from tongits_sim.run.compiling import to_stderr
from tongits_sim.strategy import Param, Player

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet
    from tongits_sim.run.job import Notice

Row = tuple[int, ...]
"""A value for each of `BookRow`."""
Rows = tuple[Row, ...]

PARAMS: tuple[Param, ...] = (Param("row", 0, 0, len(HABITS) - 1, "the opponents' habits", tuple(HABITS)),)
_FURTHER = (
    ("plan_hooks", "i8", (len(DECISIONS),)),  # addresses of the other player's hooks
    ("plan_params", "i8"),  # address of the other player's parameters
    ("used", "i8"),  # rows
    ("rows", "i2", (MAX_ROWS, len(BookRow))),
)


def rows_of(book: Book, table: str, decisions: tuple[Decision, ...] = BOOK_DECISIONS) -> Rows:
    """The rows of a book for the bot, at a table of `limits.HABITS`."""
    found: list[Row] = []
    for decision in decisions:
        part = book.part(decision)
        number = DECISIONS.index(HOOK_OF[decision])
        for row in part.rows:
            if row.habit != HABITS[table].at(decision):
                continue
            columns = part.columns if len(row.cells) > 1 else ((0, NO_END),)
            for (low, high), cell in zip(columns, row.cells, strict=True):
                most = NEVER_MOST if cell.most is None else cell.most
                least = NO_END if cell.least is None else cell.least
                net = int(part.statistic == "net")
                found.append((number, *row.rivals, low, high, *row.thrown, most, least, net))
    return tuple(found)


@dataclass(frozen=True)
class BookPlan(Plan):
    """Makes the record of a player who goes by a book."""

    rows: Rows = ()  # empty: the rows of the book of the rules at the table

    def prepare(self, rules: RuleSet, notice: Notice) -> None:
        """Make the book of the rules, unless it comes with the program or was made before."""
        super().prepare(rules, notice)
        if not self.rows:
            book_of(paid_in_money(rules), notice)

    def record(self, values: Mapping[str, float], rules: RuleSet, file: str = "") -> np.ndarray:
        """The record of a seat. Makes the book of the rules if `prepare` did not."""
        table = tuple(HABITS)[int(values["row"])]
        rows = self.rows or rows_of(book_of(paid_in_money(rules), to_stderr), table)
        record = super().record(values, rules, file)
        record["used"] = len(rows)
        record["rows"][0, : len(rows)] = rows
        return record

    def digest(self, file: str = "") -> str:
        """Digest of the rows, or of the shipped books and of the program that makes other books."""
        books = [repr(self.rows).encode()] if self.rows else [*map(Path.read_bytes, book_files()), program().encode()]
        return super().digest(file) + hashlib.sha256(b"".join(books)).hexdigest()[:16]


def books_to_make(players: Iterable[Player], rule_sets: Iterable[RuleSet]) -> int:
    """The number of books of these players that must be made first; each takes some ten CPU seconds."""
    if not any(map(_goes_by_book, players)):
        return 0
    needed = {rules.digest(): rules for rules in map(paid_in_money, rule_sets)}
    return sum(known(rules) is None for rules in needed.values())


def _goes_by_book(player: Player | None) -> bool:
    plan = None if player is None else player.strategy.scratch
    return (isinstance(plan, BookPlan) and not plan.rows) or (isinstance(plan, Plan) and _goes_by_book(plan.player))


BOOK = Habit(
    "book",
    "Calls, challenges and lays its first meld by the book of the rules, and otherwise plays as another player.",
    HOOKS,
    params=PARAMS,
    remembers=True,
    scratch=BookPlan(None, params_dtype(PARAMS, _FURTHER)),
)


@dataclass(frozen=True)
class RowsPlayer(HabitPlayer):
    """A player who goes by rows of its own; `by_rows` makes one."""

    @property
    def rows(self) -> Rows:
        """The rows of the book; `by_rows` takes them."""
        plan = self.strategy.scratch
        return plan.rows if isinstance(plan, BookPlan) else ()

    @property
    def _digest(self) -> str:
        return hashlib.sha256(repr(self.rows).encode()).hexdigest()[:16]

    @property
    def label(self) -> str:
        """The label of the other player, and a digest of the rows."""
        return f"{self.player.label if self.player else ''} by book {self._digest[:8]}"

    @property
    def spec(self) -> str:
        """The label, because no spec holds the rows."""
        return self.label

    def manifest(self) -> dict[str, Any]:
        """Everything that decides play, for JSON."""
        return {**super().manifest(), "book": self._digest}

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        """Pickle as the other player and the rows."""
        return by_rows, (self.player, self.rows)


def by_rows(player: Player, rows: Rows) -> RowsPlayer:
    """A player with rows of a book. Raises TongitsError."""
    if not 0 < len(rows) <= MAX_ROWS:
        raise TongitsError(f"a book has 1 to {MAX_ROWS} rows at a table, not {len(rows)}")
    plan = BookPlan(None, params_dtype(PARAMS, _FURTHER), rows)
    made = laid_over(replace(BOOK, scratch=plan), player)
    return RowsPlayer(made.strategy)


def by_book(
    player: Player, book: Book, table: str, decisions: tuple[Decision, ...] = BOOK_DECISIONS
) -> RowsPlayer | Player:
    """A player who decides by a book, as at a table of `limits.HABITS`; the player itself if nothing is to decide."""
    rows = rows_of(book, table, decisions)
    return by_rows(player, rows) if rows else player
