"""A player who plays as another one, but answers differently where a table of scores rates an alternative higher."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from strategies import alternatives
from tongits_sim.any_game.memory import keep_alive
from tongits_sim.designs.deviations.layout import PLAN_DTYPE
from tongits_sim.errors import TongitsError
from tongits_sim.game.hooks import Hook, call_hook
from tongits_sim.game.state import DECISIONS
from tongits_sim.jit import njit
from tongits_sim.rules import RuleSet
from tongits_sim.strategy import Hooks, Player, Strategy


@njit
def own_answer(view, params, decision):
    """Ask the own bot; its exceptions pass through."""
    action, raised = call_hook(params.plan_hooks[decision], view, params.plan_params)
    if raised:
        raise RuntimeError("the bot that deviates stopped with an error")
    return action


def _hook(decision: str) -> Hook:
    """The hook that weighs alternatives to the own bot's answer at one decision."""
    weigh, number = getattr(alternatives, decision), np.int64(DECISIONS.index(decision))

    @njit
    def hook(view, params):
        return weigh(view, params, own_answer(view, params, number))

    return hook


HOOKS = Hooks(*map(_hook, DECISIONS))


@dataclass(frozen=True)
class Deviator(Player):
    """A player who deviates from `base` by `scores`.

    Attributes:
        base: the player whose answers are its own.
        scores: float32[alternatives.CELLS], as bytes.
    """

    base: Player | None = None
    scores: bytes = b""

    @property
    def label(self) -> str:
        """The player's label, and its plan."""
        return f"{self._own.label} deviating by {hashlib.sha256(self.scores).hexdigest()[:8]}"

    @property
    def _own(self) -> Player:
        if self.base is None:
            raise TongitsError("a player who deviates needs one to deviate from")
        return self.base

    def params(self, rules: RuleSet | None = None) -> np.ndarray:
        """The plan as a record array of length 1; the own bot's parameters lie behind it in the same memory."""
        own = self._own.params(rules)
        plan_size = PLAN_DTYPE.itemsize
        memory = np.zeros(plan_size + own.nbytes, np.uint8)
        memory[plan_size:] = own.view(np.uint8).reshape(-1)
        record: np.ndarray = memory[:plan_size].view(PLAN_DTYPE)
        record["plan_hooks"][0] = self._own.addresses()
        record["plan_params"] = memory.ctypes.data + plan_size
        scores = np.frombuffer(self.scores, "<f4")
        record["plan_scores"][0, : len(scores)] = scores
        keep_alive(memory, own)  # its own record may hold addresses of memory that lives as long as the other one
        return record

    @property
    def layout(self) -> np.dtype:
        """The layout of its plan."""
        return PLAN_DTYPE

    def manifest(self) -> dict[str, Any]:
        """Everything that determines its play, as JSON."""
        scores = hashlib.sha256(self.scores).hexdigest()[:16]
        return {**self._own.manifest(), "player": self.label, "scores": scores}

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        """It travels as the player it deviates from, and the scores."""
        return deviating, (self._own, np.frombuffer(self.scores, "<f4"))


def deviating(player: Player, scores: np.ndarray) -> Player:
    """A player who deviates from another one.

    Args:
        player: the player who gives the own answers.
        scores: float32[alternatives.CELLS], units; above 0 where an alternative is better than the own answer.

    Raises:
        TongitsError: there is not one score for each cell.
    """
    if scores.shape != (alternatives.CELLS,):
        raise TongitsError(f"a plan needs {alternatives.CELLS:,} scores, not {scores.shape}")
    strategy = Strategy(
        player.strategy.name,
        player.strategy.summary,
        HOOKS,
        uses_chance=player.strategy.uses_chance,
        remembers=player.strategy.remembers,
    )
    return Deviator(strategy, {}, player.origin, base=player, scores=np.asarray(scores, "<f4").tobytes())
