"""The bots' contract: a strategy is one small function a decision, with named parameters."""

from __future__ import annotations

import functools
import hashlib
import inspect
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import numba
import numpy as np

from mahjong_sim.game.state import DECISIONS, VIEW_DTYPE
from tongits_sim.any_game.hook_calls import Hook, compile_for_view
from tongits_sim.any_game.player_form import BoundedParam, PlayerForm
from tongits_sim.errors import TongitsError
from tongits_sim.identity import reach

Param = BoundedParam


@dataclass(frozen=True)
class Hooks:
    """One function `hook(view, params) -> action word` for each decision; `game/legality.py` describes the words."""

    win: Hook
    claim: Hook
    declare: Hook
    discard: Hook

    def __post_init__(self) -> None:
        for each in fields(self):
            hook = getattr(self, each.name)
            if not inspect.isfunction(getattr(hook, "py_func", hook)):
                raise TongitsError(f"the {each.name} hook of a strategy must be a function")


@dataclass(frozen=True)
class Strategy:
    """A way of playing.

    Attributes:
        name: how it is called on the command line.
        summary: one sentence for people.
        hooks: what it does at each decision.
        params: its numbers.
        uses_chance: it looks at `view.word`; a bot that does not declare it is shown 0 there.
    """

    name: str
    summary: str
    hooks: Hooks
    params: tuple[Param, ...] = ()
    uses_chance: bool = False


@functools.cache
def params_dtype(params: tuple[Param, ...]) -> np.dtype:
    """The record layout of a strategy's parameters: one float64 a name.

    The first field is named after all others: numba takes a record that begins like another for a kind of that one.
    """
    names = [param.name for param in params]
    return np.dtype([(name, "f8") for name in ["_".join(["mahjong_params", *names]), *names]], align=True)


@dataclass(frozen=True)
class Player(PlayerForm):
    """A strategy with its parameters filled in, as it sits down to play.

    `origin` says where another process finds the strategy again: "" for the program's own, else the path of a bot file.
    `alias` is what people call it, "" for the name of the strategy.
    """

    strategy: Strategy
    values: Mapping[str, float] = field(default_factory=dict)
    origin: str = ""
    alias: str = ""

    def __post_init__(self) -> None:
        self.check_values()

    @property
    def label(self) -> str:
        """What people call it: `greedy`, `defender(fold_at=3)`, `bold`."""
        return self.alias or self._played

    @property
    def _played(self) -> str:
        changed = [f"{name}={value:g}" for name, value in self.changed().items()]
        return f"{self.strategy.name}({', '.join(changed)})" if changed else self.strategy.name

    @property
    def spec(self) -> str:
        """What `registry.load_player` reads as this player."""
        spec = f"{self.origin}:{self._played}" if self.origin else self._played
        return f"{self.alias}={spec}" if self.alias else spec

    def params(self) -> np.ndarray:
        """The parameters as a record array of length 1."""
        record = np.zeros(1, params_dtype(self.strategy.params))
        for name, value in self.parameters().items():
            record[name] = value
        return record

    def addresses(self) -> list[int]:
        """Addresses of the compiled hooks, in the order of the decisions; compiles what is not compiled yet.

        Raises:
            HookError: a hook cannot be compiled.
        """
        layout, view = params_dtype(self.strategy.params), numba.from_dtype(VIEW_DTYPE)
        hooks = self.strategy.hooks
        return [compile_for_view(getattr(hooks, each), view, layout, self.strategy.name, each) for each in DECISIONS]

    def digest(self) -> str:
        """Digest of what it plays with: its hooks' sources, or of a bot of one's own all that they reach."""
        hooks = [getattr(self.strategy.hooks, each.name) for each in fields(Hooks)]
        if self.origin:
            return reach(*hooks, self.strategy.uses_chance, repr(self.strategy.params)).digest
        files = sorted({inspect.getsourcefile(getattr(hook, "py_func", hook)) or "" for hook in hooks})
        return hashlib.sha256(b"".join(Path(file).read_bytes() for file in files if file)).hexdigest()[:16]

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        """Players travel to other processes by name; hooks do not."""
        from mahjong_sim.bots.registry import load_player

        return load_player, (self.exact_spec,)

    @property
    def exact_spec(self) -> str:
        """The spec with every digit of its numbers."""
        values = ", ".join(f"{name}={value!r}" for name, value in self.values.items())
        name = f"{self.origin}:{self.strategy.name}" if self.origin else self.strategy.name
        spec = f"{name}({values})" if values else name
        return f"{self.alias}={spec}" if self.alias else spec
