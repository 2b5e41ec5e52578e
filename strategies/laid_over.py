"""Habits: a bot that plays as another player, except for the actions that the habit changes.

A habit has a function for each decision that it changes, `change(view, params, action) -> action code`, where `action`
is the player's action without the habit. A user's file defines a habit by `habit(...)`; the spec
`file.py:NAME(player=expert)` gives it to a player.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from tongits_sim.bots.bot_list import inner_spec
from tongits_sim.bots.player import params_dtype
from tongits_sim.compile.hooks import Hook, call_hook
from tongits_sim.compile.jit import njit
from tongits_sim.compile.struct_copy import copy_record, keep_alive
from tongits_sim.errors import TongitsError
from tongits_sim.game.state import DECISIONS, VIEW_DTYPE
from tongits_sim.strategy import Hooks, Param, Player, Strategy

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet
    from tongits_sim.run.job import Notice

Change = Callable[[Any, Any, Any], Any]
"""`change(view, params, action) -> action code`; action: what the player would do."""
Sight = Callable[[Any, Any], None]
"""`sees(view, params)` changes what the player sees; `view` is a copy."""


@dataclass(frozen=True)
class Habit(Strategy):
    """A strategy that is laid over a player; `habit` makes one."""

    claim: str = ""  # the advice that it expresses, in the words of a player
    scratch: Plan | None = None


def habit(
    name: str,
    summary: str,
    *,
    claim: str = "",
    params: Sequence[Param] = (),
    sees: Sight | None = None,
    call: Change | None = None,
    respond: Change | None = None,
    draw: Change | None = None,
    lay: Change | None = None,
    sapaw: Change | None = None,
    discard: Change | None = None,
) -> Habit:
    """Make a habit.

    Args:
        name, summary, params: as for a `Strategy`.
        claim: the advice that it stands for.
        sees: changes what the player sees, if the habit is about that.
        call, respond, draw, lay, sapaw, discard: what the habit changes at a decision; without one the player decides.
    """
    changes = (call, respond, draw, lay, sapaw, discard)
    hooks = Hooks(*(_hook(decision, change, sees) for decision, change in zip(DECISIONS, changes, strict=True)))
    plan = Plan(None, params_dtype(params, [*_PLAN, *((("shown", VIEW_DTYPE),) if sees else ())]))
    return Habit(name, summary, hooks, params=tuple(params), remembers=True, scratch=plan, claim=claim)


_PLAN = (
    ("plan_hooks", "i8", (len(DECISIONS),)),  # addresses of the player's hooks
    ("plan_params", "i8"),  # address of the player's parameters
)


@njit
def own_action(view, params, decision):
    """Ask the player that a bot is laid over (`plan_hooks`, `plan_params`); pass its exceptions on."""
    action, raised = call_hook(params.plan_hooks[decision], view, params.plan_params)
    if raised:
        raise RuntimeError("the player that this bot is laid over stopped with an error")
    return action


def _hook(decision: str, change: Change | None, sees: Sight | None) -> Hook:
    """Make the hook of a decision."""
    number = np.int64(DECISIONS.index(decision))

    if sees is None:

        @njit
        def player_action(view, params):
            return own_action(view, params, number)

    else:

        @njit
        def player_action(view, params):
            copy_record(params.shown, view)
            sees(params.shown, params)
            return own_action(params.shown, params, number)

    if change is None:
        return player_action

    @njit
    def hook(view, params):
        return change(view, params, player_action(view, params))

    return hook


@dataclass(frozen=True)
class Plan:
    """Makes the record of a habit laid over a player (see `tongits_sim.strategy.Scratch`)."""

    player: Player | None
    layout: np.dtype
    suffix = ""

    @property
    def searches(self) -> bool:
        """Whether the player below the habit searches."""
        return self.player is not None and self.player.strategy.searches

    def prepare(self, rules: RuleSet, notice: Notice) -> None:
        """Prepare the player below the habit."""
        if self.player is not None:
            self.player.prepare(rules, notice)

    def record(self, values: Mapping[str, float], rules: RuleSet, file: str = "") -> np.ndarray:
        """The record of a seat; the player's parameters follow in its memory. Raises TongitsError: no player."""
        if self.player is None:
            raise TongitsError("a habit needs a player to lie over: strategies.laid_over.laid_over(habit, player)")
        own = self.player.params(rules)
        size = self.layout.itemsize
        memory = np.zeros(size + own.nbytes, np.uint8)
        memory[size:] = own.view(np.uint8).reshape(-1)
        record: np.ndarray = memory[:size].view(self.layout)
        for name, value in values.items():
            record[name] = value
        record["plan_hooks"][0] = self.player.addresses()
        record["plan_params"] = memory.ctypes.data + size
        keep_alive(memory, own)  # `own` keeps memory alive that its record points to
        return record

    def digest(self, file: str = "") -> str:
        """Digest of the player below the habit."""
        return "" if self.player is None else self.player.digest()


@dataclass(frozen=True)
class HabitPlayer(Player):
    """A player with a habit; `laid_over` makes one."""

    @property
    def player(self) -> Player | None:
        """The player without the habit."""
        plan = self.strategy.scratch
        return plan.player if isinstance(plan, Plan) else None

    def further_options(self, short: bool = False) -> list[str]:
        if self.player is None:
            return []
        return [f"player={inner_spec(self.player.label if short else self.player.full_spec)}"]

    @property
    def identity(self) -> tuple[str, ...]:
        return super().identity + (() if self.player is None else self.player.identity)

    def beside_hooks(self) -> tuple[Any, ...]:
        return (*super().beside_hooks(), "" if self.player is None else self.player.digest())


def laid_over(
    bot: Strategy,
    player: Player,
    values: Mapping[str, float] | None = None,
    file: str = "",
    alias: str = "",
    depth: int = 0,
) -> HabitPlayer:
    """Lay a habit over a player.

    Args:
        bot: the habit. player: who has it. values: parameters of the habit that differ from their defaults.
        file: the file that defines the habit; "" for the program's own.
        alias, depth: see `Player`.

    Raises TongitsError: a parameter is unknown, or its value outside the bounds.
    """
    plan = bot.scratch if isinstance(bot, Habit) else None
    if plan is None:
        raise TongitsError(f"{bot.name} is no habit: make it with strategies.laid_over.habit")
    own = player.strategy
    strategy = replace(
        bot,
        scratch=replace(plan, player=player),
        uses_random=own.uses_random,
        bluffs=own.bluffs,
        cost=own.cost,
    )
    return HabitPlayer(strategy, dict(values or {}), file, alias, depth)
