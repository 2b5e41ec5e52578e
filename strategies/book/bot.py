"""A player who calls, challenges and lays the first meld by a book, and otherwise plays as another player."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from strategies.book.limits import DECISIONS as BOOK_DECISIONS
from strategies.book.limits import HABITS, NO_END, Book, Decision, Facts
from strategies.book.shipped import book_files, shipped
from strategies.helpers import NO, YES, lay_to_open
from strategies.inference import live_cards
from strategies.laid_over import Habit, HabitPlayer, Plan, laid_over, own_action
from tongits_sim.bots.player import params_dtype
from tongits_sim.cards import EMPTY, points, popcount
from tongits_sim.compile.hooks import Hook
from tongits_sim.compile.jit import njit
from tongits_sim.errors import TongitsError
from tongits_sim.game.legality import discard_points, visible_rivals, visibly_may_challenge
from tongits_sim.game.state import DECISION_CALL, DECISION_LAY, DECISION_RESPOND, DECISIONS
from tongits_sim.strategy import Hooks, Param, Player

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet

MAX_ROWS = 256
ROW = (
    "decision",  # DECISION_*
    "rivals_from",
    "rivals_to",
    "cards_from",
    "cards_to",
    "thrown_from",
    "thrown_to",
    "most",
    "least",  # yes with at most, and with at least; `NEVER_MOST`, `NO_END`: never
    "net",  # 1: the count less the points to expect
)
NEVER_MOST = -NO_END
Row = tuple[int, ...]
Rows = tuple[Row, ...]
HOOK_OF: dict[Decision, str] = {"call": "call", "challenge": "respond", "lay": "lay"}
"""The engine's name of a decision."""

PARAMS: tuple[Param, ...] = (Param("row", 0, 0, len(HABITS) - 1, "the opponents' habits", tuple(HABITS)),)
_FURTHER = (
    ("plan_hooks", "i8", (len(DECISIONS),)),  # addresses of the other player's hooks
    ("plan_params", "i8"),  # address of the other player's parameters
    ("used", "i8"),  # rows
    ("rows", "i2", (MAX_ROWS, len(ROW))),
)
_FOLDED, _CHALLENGED = 1, 2
"""Values of `VIEW.responses`."""


@njit
def expected_points(view, seat, unseen):
    """The points to expect in a hand: known cards, and average unseen cards (`unseen`: eighths of a point)."""
    hidden = view.hand_size[seat] - popcount(view.known[seat])
    return np.int64((hidden * unseen >> 3) + points(view.known[seat]))


@njit
def look(view, decision):
    """The facts of a position: rivals, cards, thrown, count, expected; see `limits.Facts`."""
    live = live_cards(view)
    unseen = 8 * points(live) // max(popcount(live), np.int64(1))
    if decision == DECISION_RESPOND:
        caller = np.int64(view.caller)
        opponent = 3 - np.int64(view.me) - caller
        rivals = np.int64(1)
        if view.responses[opponent] == _CHALLENGED:
            rivals = np.int64(2)
        elif view.responses[opponent] == _FOLDED or not visibly_may_challenge(view, opponent):
            rivals = np.int64(0)
        cards = np.int64(view.hand_size[caller])
        thrown = np.int64(discard_points(view, caller))
        expected = expected_points(view, caller, unseen)
    else:
        rivals, cards, thrown = visible_rivals(view)
        right = (np.int64(view.me) + 1) % 3
        left = (np.int64(view.me) + 2) % 3
        expected = min(expected_points(view, right, unseen), expected_points(view, left, unseen))
        if rivals == 1:
            open_opponent = right if visibly_may_challenge(view, right) else left
            expected = expected_points(view, open_opponent, unseen)
    return rivals, cards, thrown, np.int64(view.count), expected


@njit
def answer_of(view, rows, used, decision):
    """The answer (YES or NO) of the first row that covers a decision; -1 if no row does."""
    rivals, cards, thrown, count, expected = look(view, decision)
    for place in range(used):
        row = rows[place]
        if (
            row[0] == decision
            and row[1] <= rivals <= row[2]
            and row[3] <= cards <= row[4]
            and row[5] <= thrown <= row[6]
        ):
            number = count - expected if row[9] == 1 else count
            return np.int64(1) if number <= row[7] or number >= row[8] else np.int64(0)
    return np.int64(-1)


@njit
def call(view, params):
    answer = answer_of(view, params.rows, params.used, DECISION_CALL)
    return own_action(view, params, DECISION_CALL) if answer < 0 else YES if answer else NO


@njit
def respond(view, params):
    answer = answer_of(view, params.rows, params.used, DECISION_RESPOND)
    return own_action(view, params, DECISION_RESPOND) if answer < 0 else YES if answer else NO


@njit
def lay(view, params):
    """Lay or hold the first meld by the book; lay later melds as the other player does."""
    word = own_action(view, params, DECISION_LAY)
    if view.open_melds[view.me] + view.secrets[view.me] > 0:
        return word
    answer = answer_of(view, params.rows, params.used, DECISION_LAY)
    if answer < 0:
        return word
    if answer == 0:
        return EMPTY
    return word if word != EMPTY else lay_to_open(view, params)


def _own(decision: str) -> Hook:
    number = np.int64(DECISIONS.index(decision))

    @njit
    def hook(view, params):
        return own_action(view, params, number)

    return hook


HOOKS = Hooks(call, respond, _own("draw"), lay, _own("sapaw"), _own("discard"))


def facts_of(view: Any, decision: Decision) -> Facts:
    """The facts of a decision that a seat sees.

    Args:
        view: a `VIEW` record.
        decision: at a challenge the view must name the caller.
    """
    return Facts(*map(int, look(view, np.int64(DECISIONS.index(HOOK_OF[decision])))))


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

    rows: Rows = ()  # none: those of the book that comes with the rules of the table

    def record(self, values: Mapping[str, float], rules: RuleSet, file: str = "") -> np.ndarray:
        """The record of a seat. Raises TongitsError: no book comes with the rules."""
        rows = self.rows or _shipped_rows(rules, tuple(HABITS)[int(values["row"])])
        record = super().record(values, rules, file)
        record["used"] = len(rows)
        record["rows"][0, : len(rows)] = rows
        return record

    def digest(self, file: str = "") -> str:
        books = repr(self.rows).encode() if self.rows else b"".join(path.read_bytes() for path in book_files())
        return super().digest(file) + hashlib.sha256(books).hexdigest()[:16]


def _shipped_rows(rules: RuleSet, table: str) -> Rows:
    book = shipped(rules)
    if book is None:
        names = ", ".join(path.stem for path in book_files())
        raise TongitsError(
            f"no book comes with the rules {rules.name}, so the bot book cannot play them; it plays {names}"
        )
    return rows_of(book, table)


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
