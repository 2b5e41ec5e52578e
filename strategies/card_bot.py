"""A player who calls, challenges and lays the first meld by the rules of a card, and does all else as another player.

The other player keeps a record of its own, so it may be any bot. A rule is a row of numbers; a decision that no rule
covers is the other player's.
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
from tongits_sim.core.struct_copy import keep_alive
from tongits_sim.errors import TongitsError
from tongits_sim.game.hooks import Hook
from tongits_sim.game.legality import discard_points, visible_rivals
from tongits_sim.game.state import CHALLENGED, DECISION_CALL, DECISION_LAY, DECISION_RESPOND, DECISIONS
from tongits_sim.strategy import Hooks, Player, Strategy

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet

MOST_RULES = 64
ROW = ("decision", "rivals", "cards_from", "cards_to", "discard_from", "discard_to", "at_most", "at_least")
"""The numbers of a rule: `decision` is a DECISION_*, the others are those of `analyses.answers.card.CardRule`."""
NO_END = 1000
"""No count, no hand and no discard is as high."""
Rows = tuple[tuple[int, ...], ...]

CARD_DTYPE = np.dtype(
    [
        ("card", "i8"),  # first, under a name of its own: numba takes a record that begins like another for its kind
        ("plan_hooks", "i8", (len(DECISIONS),)),  # addresses of the other player's hooks
        ("plan_params", "i8"),  # address of its parameters
        ("used", "i8"),  # rules
        ("rule", "i2", (MOST_RULES, len(ROW))),
    ],
    align=True,
)


@njit
def rule_for(view, rule, used, decision):
    """The place of the first of some rules that covers a decision; -1 for none."""
    if decision == DECISION_RESPOND:
        caller = np.int64(view.caller)
        rivals = np.int64(1 if view.answers[3 - np.int64(view.me) - caller] == CHALLENGED else 0)
        cards, thrown = np.int64(view.hand_size[caller]), np.int64(discard_points(view, caller))
    else:
        rivals, cards, thrown = visible_rivals(view)
    for place in range(used):
        row = rule[place]
        if row[0] == decision and row[1] == rivals and row[2] <= cards <= row[3] and row[4] <= thrown <= row[5]:
            return place
    return -1


@njit
def says_yes(view, row):
    """Whether a rule says yes with the own count."""
    return view.count <= row[6] or view.count >= row[7]


@njit
def call(view, params):
    """Call by the card."""
    place = rule_for(view, params.rule, params.used, DECISION_CALL)
    if place < 0:
        return own_answer(view, params, DECISION_CALL)
    return YES if says_yes(view, params.rule[place]) else NO


@njit
def respond(view, params):
    """Challenge by the card."""
    place = rule_for(view, params.rule, params.used, DECISION_RESPOND)
    if place < 0:
        return own_answer(view, params, DECISION_RESPOND)
    return YES if says_yes(view, params.rule[place]) else NO


@njit
def lay(view, params):
    """Lay the first meld or hold it by the card; lay others as the other player does."""
    word = own_answer(view, params, DECISION_LAY)
    if view.open_melds[view.me] + view.secrets[view.me] > 0:
        return word
    place = rule_for(view, params.rule, params.used, DECISION_LAY)
    if place < 0:
        return word
    if not says_yes(view, params.rule[place]):
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
    """A player who plays as `base` but for what the rules `rows` cover."""

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
        """The label of the other player, and the card's."""
        return f"{self._own.label} by card {self._digest[:8]}"

    @property
    def spec(self) -> str:
        """As its label, so that it counts as another player than `base`."""
        return self.label

    def params(self, rules: RuleSet | None = None) -> np.ndarray:
        """The rules as a record array of length 1, with the other player's parameters behind it in the same memory."""
        own = self._own.params(rules)
        size = CARD_DTYPE.itemsize
        memory = np.zeros(size + own.nbytes, np.uint8)
        memory[size:] = own.view(np.uint8).reshape(-1)
        record: np.ndarray = memory[:size].view(CARD_DTYPE)
        record["plan_hooks"][0] = self._own.addresses()
        record["plan_params"] = memory.ctypes.data + size
        record["used"] = len(self.rows)
        record["rule"][0, : len(self.rows)] = self.rows
        keep_alive(memory, own)  # the other player's record may point into memory that lives only as long as `own`
        return record

    @property
    def layout(self) -> np.dtype:
        """The layout of its record."""
        return CARD_DTYPE

    def manifest(self) -> dict[str, Any]:
        """Everything that determines its play, as JSON."""
        return {**self._own.manifest(), "player": self.label, "card": self._digest}

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        """It is pickled as the other player and the rules."""
        return by_card, (self._own, self.rows)


def by_card(player: Player, rows: Rows) -> CardPlayer:
    """The player with a card: calls, challenges and first melds by its rules (`ROW`). Raises TongitsError."""
    if not 0 < len(rows) <= MOST_RULES:
        raise TongitsError(f"a card has 1 to {MOST_RULES} rules, not {len(rows)}")
    own = player.strategy
    strategy = Strategy(own.name, own.summary, HOOKS, uses_random=own.uses_random, remembers=True)
    return CardPlayer(strategy, {}, player.origin, base=player, rows=rows)
