"""A player who calls, challenges and lays the first meld by a small table, and otherwise plays as another player.

The other player has its own record, so it may be any bot. A row of the table is a situation with an answer; if no row
covers a decision, the other player answers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from strategies.deviator import own_answer
from strategies.hooks import NO, YES, lay_to_open
from tongits_sim.cards import EMPTY
from tongits_sim.compile.jit import njit
from tongits_sim.compile.struct_copy import keep_alive
from tongits_sim.errors import TongitsError
from tongits_sim.game.hooks import Hook
from tongits_sim.game.legality import discard_points, visible_rivals
from tongits_sim.game.state import DECISION_CALL, DECISION_LAY, DECISION_RESPOND, DECISIONS
from tongits_sim.strategy import Hooks, Player, Strategy

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet

MAX_ROWS = 512
ROW = (
    "decision",  # DECISION_*
    *("rivals_from", "rivals_to"),  # rivals, who may challenge a call; at a challenge: cards of both opponents
    *("cards_from", "cards_to"),  # fewest cards of a rival; at a challenge: the caller's cards
    *("stock_from", "stock_to"),
    *("thrown_from", "thrown_to"),  # rivals' lower last discard, points; at a challenge: the caller's; 10 if none
    *("count_from", "count_to"),  # the own count
    "yes",  # 1: call, challenge, lay
)
NO_END = 1000
"""Above every count, hand size and discard."""
Row = tuple[int, ...]
Rows = tuple[Row, ...]


def row(decision: str, yes: bool, **ends: tuple[int, int | None]) -> Row:
    """A row for a decision of `DECISIONS`; ends: lowest and highest value of each condition (None: no end).

    >>> row("call", True, count=(0, 28))
    (0, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 28, 1)
    """
    found = [DECISIONS.index(decision)]
    for name in ("rivals", "cards", "stock", "thrown", "count"):
        low, high = ends.pop(name, (0, None))
        found += [low, NO_END if high is None else high]
    assert not ends, ends
    return (*found, int(yes))


CARD_DTYPE = np.dtype(
    [
        ("card", "i8"),  # a unique first name, because numba confuses records that begin alike
        ("plan_hooks", "i8", (len(DECISIONS),)),  # addresses of the other player's hooks
        ("plan_params", "i8"),  # address of the other player's parameters
        ("used", "i8"),  # rows
        ("row", "i2", (MAX_ROWS, len(ROW))),
    ],
    align=True,
)


@njit
def answer_of(view, rows, used, decision):
    """The answer (YES or NO) of the first row that covers a decision; -1 if no row does."""
    if decision == DECISION_RESPOND:
        caller = np.int64(view.caller)
        cards, thrown = np.int64(view.hand_size[caller]), np.int64(discard_points(view, caller))
        rivals = cards + np.int64(view.hand_size[3 - np.int64(view.me) - caller])
    else:
        rivals, cards, thrown = visible_rivals(view)
    seen = (rivals, cards, np.int64(view.stock_left), thrown, np.int64(view.count))
    for place in range(used):
        row = rows[place]
        covers = row[0] == decision
        for number in range(5):
            covers = covers and row[1 + 2 * number] <= seen[number] <= row[2 + 2 * number]
        if covers:
            return np.int64(row[11])
    return np.int64(-1)


@njit
def call(view, params):
    answer = answer_of(view, params.row, params.used, DECISION_CALL)
    return own_answer(view, params, DECISION_CALL) if answer < 0 else YES if answer else NO


@njit
def respond(view, params):
    answer = answer_of(view, params.row, params.used, DECISION_RESPOND)
    return own_answer(view, params, DECISION_RESPOND) if answer < 0 else YES if answer else NO


@njit
def lay(view, params):
    """Lay or hold the first meld by the table; lay later melds as the other player does."""
    word = own_answer(view, params, DECISION_LAY)
    if view.open_melds[view.me] + view.secrets[view.me] > 0:
        return word
    answer = answer_of(view, params.row, params.used, DECISION_LAY)
    if answer < 0:
        return word
    if answer == 0:
        return EMPTY
    return word if word != EMPTY else lay_to_open(view, params)


def _own(decision: str) -> Hook:
    number = np.int64(DECISIONS.index(decision))

    @njit
    def hook(view, params):
        return own_answer(view, params, number)

    return hook


HOOKS = Hooks(call, respond, _own("draw"), lay, _own("sapaw"), _own("discard"))


@dataclass(frozen=True)
class CardPlayer(Player):
    """A player who plays as `base`, except at decisions that `rows` cover."""

    base: Player | None = None
    rows: Rows = ()

    @property
    def _own(self) -> Player:
        if self.base is None:
            raise TongitsError("a player with a card needs a player whose cards it plays")
        return self.base

    @property
    def _digest(self) -> str:
        return hashlib.sha256(repr(self.rows).encode()).hexdigest()[:16]

    @property
    def label(self) -> str:
        """The label of the other player, and a digest of the card."""
        return f"{self._own.label} by card {self._digest[:8]}"

    @property
    def spec(self) -> str:
        """The label, so that the player differs from `base`."""
        return self.label

    def params(self, rules: RuleSet | None = None) -> np.ndarray:
        """The rows as a record array of length 1; the other player's parameters follow in its memory."""
        own = self._own.params(rules)
        size = CARD_DTYPE.itemsize
        memory = np.zeros(size + own.nbytes, np.uint8)
        memory[size:] = own.view(np.uint8).reshape(-1)
        record: np.ndarray = memory[:size].view(CARD_DTYPE)
        record["plan_hooks"][0] = self._own.addresses()
        record["plan_params"] = memory.ctypes.data + size
        record["used"] = len(self.rows)
        record["row"][0, : len(self.rows)] = self.rows
        keep_alive(memory, own)  # `own` keeps memory alive that the other player's record points to
        return record

    @property
    def layout(self) -> np.dtype:
        return CARD_DTYPE

    def manifest(self) -> dict[str, Any]:
        """Everything that decides play, for JSON."""
        return {**self._own.manifest(), "player": self.label, "card": self._digest}

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        """Pickle as the other player and the rows."""
        return by_card, (self._own, self.rows)


def by_card(player: Player, rows: Rows) -> CardPlayer:
    """A player with a card (rows of `ROW`). Raises TongitsError."""
    if not 0 < len(rows) <= MAX_ROWS:
        raise TongitsError(f"a card has 1 to {MAX_ROWS} rows, not {len(rows)}")
    own = player.strategy
    strategy = Strategy(own.name, own.summary, HOOKS, uses_random=own.uses_random, remembers=True)
    return CardPlayer(strategy, {}, player.origin, base=player, rows=rows)
