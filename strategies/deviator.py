"""A player who plays as another one, but answers differently where trees say that another option gains."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from strategies import option_trees
from strategies.option_trees import OPTION_FIELDS
from strategies.trained import fill_options
from tongits_sim.compile.jit import njit
from tongits_sim.core.struct_copy import keep_alive
from tongits_sim.errors import TongitsError
from tongits_sim.game.hooks import Hook, call_hook
from tongits_sim.game.state import DECISIONS
from tongits_sim.strategy import Hooks, Player, Strategy

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet

PLAN_DTYPE = np.dtype(
    [
        ("plan", "i8"),  # first, under a name of its own: numba takes a record that begins like another for its kind
        ("plan_hooks", "i8", (len(DECISIONS),)),  # addresses of the own bot's hooks
        ("plan_params", "i8"),  # address of its parameters
        *OPTION_FIELDS,
    ],
    align=True,
)
"""The parameters of a player who deviates."""


@njit
def own_answer(view, params, decision):
    """Ask the own bot; its exceptions pass through."""
    action, raised = call_hook(params.plan_hooks[decision], view, params.plan_params)
    if raised:
        raise RuntimeError("the bot that deviates stopped with an error")
    return action


def _hook(decision: str) -> Hook:
    """The hook that weighs options beside the own bot's answer at one decision."""
    weigh, number = getattr(option_trees, decision), np.int64(DECISIONS.index(decision))

    @njit
    def hook(view, params):
        return weigh(view, params, own_answer(view, params, number))

    return hook


HOOKS = Hooks(*map(_hook, DECISIONS))


@dataclass(frozen=True)
class Deviator(Player):
    """A player who deviates from `base` by trees."""

    base: Player | None = None  # the player whose answers are its own
    trees: bytes = b""  # from `strategies.trained.packed`; empty: it plays as `base`, and notes its options
    keeps: bool = False  # whether it keeps the rows of its options

    @property
    def label(self) -> str:
        """The player's label, and its trees."""
        return f"{self._own.label} deviating by {hashlib.sha256(self.trees).hexdigest()[:8]}"

    @property
    def _own(self) -> Player:
        if self.base is None:
            raise TongitsError("a player who deviates needs one to deviate from")
        return self.base

    def params(self, rules: RuleSet | None = None) -> np.ndarray:
        """The plan as a record array of length 1; the own bot's parameters lie behind it in the same memory.

        Raises:
            TongitsError: no rules are given, or the player deviates from nobody.
        """
        if rules is None:
            raise TongitsError(f"{self.label} plays by the rules of a table, so say which rules")
        own = self._own.params(rules)
        plan_size = PLAN_DTYPE.itemsize
        memory = np.zeros(plan_size + own.nbytes, np.uint8)
        memory[plan_size:] = own.view(np.uint8).reshape(-1)
        record: np.ndarray = memory[:plan_size].view(PLAN_DTYPE)
        record["plan_hooks"][0] = self._own.addresses()
        record["plan_params"] = memory.ctypes.data + plan_size
        record["keeps_rows"] = self.keeps
        fill_options(record, self.trees, rules)
        keep_alive(memory, own)  # the own record may point into memory that lives only as long as `own`
        return record

    @property
    def layout(self) -> np.dtype:
        """The layout of its plan."""
        return PLAN_DTYPE

    def manifest(self) -> dict[str, Any]:
        """Everything that determines its play, as JSON."""
        return {
            **self._own.manifest(),
            "player": self.label,
            "deviates_by": hashlib.sha256(self.trees).hexdigest()[:16],
        }

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        """It is pickled as the player it deviates from, and the trees."""
        return deviating, (self._own, self.trees, self.keeps)


def deviating(player: Player, trees: bytes = b"", keeps: bool = False) -> Deviator:
    """A player who deviates from another one; see `Deviator`."""
    strategy = Strategy(
        player.strategy.name,
        player.strategy.summary,
        HOOKS,
        uses_random=player.strategy.uses_random,
        remembers=True,
    )
    return Deviator(strategy, {}, player.origin, base=player, trees=trees, keeps=keeps)
