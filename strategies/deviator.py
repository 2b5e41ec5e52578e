"""A player who plays as another player, but acts differently if trees say that another action gains."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from strategies import option_trees
from strategies.laid_over import own_action
from strategies.option_trees import OPTION_FIELDS
from strategies.trained import fill_options
from tongits_sim.compile.hooks import Hook
from tongits_sim.compile.jit import njit
from tongits_sim.compile.struct_copy import keep_alive
from tongits_sim.errors import TongitsError
from tongits_sim.game.state import DECISIONS
from tongits_sim.strategy import Hooks, Player, Strategy

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet
    from tongits_sim.run.job import Notice

PLAN_DTYPE = np.dtype(
    [
        ("plan", "i8"),  # a unique first name, because numba confuses records that begin alike
        ("plan_hooks", "i8", (len(DECISIONS),)),  # addresses of the own bot's hooks
        ("plan_params", "i8"),  # address of the own bot's parameters
        *OPTION_FIELDS,
    ],
    align=True,
)
"""The parameters of a player who deviates."""


def _hook(decision: str) -> Hook:
    """Make the hook of a decision, which weighs actions against the action of its own bot."""
    weigh = getattr(option_trees, decision)
    number = np.int64(DECISIONS.index(decision))

    @njit
    def hook(view, params):
        return weigh(view, params, own_action(view, params, number))

    return hook


HOOKS = Hooks(*map(_hook, DECISIONS))


@dataclass(frozen=True)
class Deviator(Player):
    """A player who deviates from `base` by trees."""

    base: Player | None = None  # the player whose action is the default
    trees: bytes = b""  # from `strategies.trained.packed`; empty: play as `base`, and note the actions
    keeps: bool = False  # keep the rows of the actions

    @property
    def label(self) -> str:
        """The label of the own player, and a digest of the trees."""
        return f"{self._own.label} deviating by {hashlib.sha256(self.trees).hexdigest()[:8]}"

    @property
    def _own(self) -> Player:
        if self.base is None:
            raise TongitsError("a player who deviates needs one to deviate from")
        return self.base

    def prepare(self, rules: RuleSet, notice: Notice) -> None:
        self._own.prepare(rules, notice)

    def params(self, rules: RuleSet | None = None) -> np.ndarray:
        """The plan as a record array of length 1; the own bot's parameters follow in its memory.

        Raises:
            TongitsError: no rules are given, or there is no base player.
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
        keep_alive(memory, own)  # `own` keeps memory alive that its record points to
        return record

    @property
    def layout(self) -> np.dtype:
        return PLAN_DTYPE

    def manifest(self) -> dict[str, Any]:
        """Everything that decides play, for JSON."""
        return {
            **self._own.manifest(),
            "player": self.label,
            "deviates_by": hashlib.sha256(self.trees).hexdigest()[:16],
        }

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        """Pickle as the own player and the trees."""
        return deviating, (self._own, self.trees, self.keeps)


def deviating(player: Player, trees: bytes = b"", keeps: bool = False) -> Deviator:
    """A player who plays as `player`, except for the actions that the trees change."""
    strategy = Strategy(
        player.strategy.name,
        player.strategy.summary,
        HOOKS,
        uses_random=player.strategy.uses_random,
        remembers=True,
    )
    return Deviator(strategy, {}, player.origin, base=player, trees=trees, keeps=keeps)
