"""The bots' contract: a strategy is one small function a decision, with named parameters and declared facts."""

from __future__ import annotations

import hashlib
import inspect
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import numpy as np

from tongits_sim.errors import TongitsError
from tongits_sim.hooks import Hook, compile_hook
from tongits_sim.players import load_player, loader
from tongits_sim.state import DECISIONS


@dataclass(frozen=True)
class Param:
    """A named number of a strategy, with its default and the bounds it must lie in."""

    name: str
    default: float
    low: float
    high: float
    meaning: str


@dataclass(frozen=True)
class Hooks:
    """One function `hook(view, params) -> action word` for each decision (see actions.py for the words)."""

    call: Hook
    respond: Hook
    draw: Hook
    lay: Hook
    sapaw: Hook
    discard: Hook


@dataclass(frozen=True)
class Strategy:
    """A way of playing.

    Attributes:
        name: how it is called on the command line.
        summary: one sentence for people.
        hooks: what it does at each decision.
        params: its numbers.
        uses_chance: it looks at `view.word`; a bot that does not declare it is shown 0 there.
        remembers: it looks at discards beyond the one on offer.
        bluffs: it may call with a hand it does not expect to win with.
    """

    name: str
    summary: str
    hooks: Hooks
    params: tuple[Param, ...] = ()
    uses_chance: bool = False
    remembers: bool = False
    bluffs: bool = False


def params_dtype(params: tuple[Param, ...]) -> np.dtype:
    """The record layout of a strategy's parameters: one float64 a name.

    The first field is named after all others: numba takes a record that begins like another for a kind of that one.
    """
    names = [param.name for param in params]
    return np.dtype([(name, "f8") for name in ["_".join(["params", *names]), *names]], align=True)


@dataclass(frozen=True)
class Player:
    """A strategy with its parameters filled in, as it sits down to play.

    `origin` says where another process finds the strategy again: "" for the registry, else the path of a bot file.
    """

    strategy: Strategy
    values: Mapping[str, float] = field(default_factory=dict)
    origin: str = ""

    def __post_init__(self) -> None:
        known = {param.name: param for param in self.strategy.params}
        for name, value in self.values.items():
            if name not in known:
                raise TongitsError(_unknown_param(self.strategy, name))
            param = known[name]
            if not (math.isfinite(value) and param.low <= value <= param.high):
                raise TongitsError(
                    f"{self.strategy.name}: {name} = {value:g} is outside its bounds {param.low:g} to {param.high:g}"
                )

    @property
    def label(self) -> str:
        """The spec that names this player: `greedy`, `greedy(call_at=5)`, `my_bots.py:shy`."""
        changed = [f"{p.name}={self.values[p.name]:g}" for p in self.strategy.params if self._differs(p)]
        name = f"{self.origin}:{self.strategy.name}" if self.origin else self.strategy.name
        return f"{name}({', '.join(changed)})" if changed else name

    def parameters(self) -> dict[str, float]:
        """All parameters with their values."""
        return {param.name: float(self.values.get(param.name, param.default)) for param in self.strategy.params}

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[str, str]]:
        """Players travel to other processes by name; hooks do not."""
        name = f"{self.origin}:{self.strategy.name}" if self.origin else self.strategy.name
        values = ", ".join(f"{key}={value!r}" for key, value in self.values.items())
        return load_player, (f"{name}({values})", loader())

    def _differs(self, param: Param) -> bool:
        return param.name in self.values and self.values[param.name] != param.default

    def params(self) -> np.ndarray:
        """The parameters as a record array of length 1."""
        record = np.zeros(1, params_dtype(self.strategy.params))
        for param in self.strategy.params:
            record[param.name] = self.values.get(param.name, param.default)
        return record

    def addresses(self) -> list[int]:
        """Addresses of the compiled hooks, in the order of the decisions; compiles what is not compiled yet."""
        layout = params_dtype(self.strategy.params)
        return [compile_hook(getattr(self.strategy.hooks, d), layout, self.strategy.name, d) for d in DECISIONS]

    def digest(self) -> str:
        """Digest of the source files the hooks come from: with another digest the bot may play differently."""
        files = sorted({_source_file(getattr(self.strategy.hooks, f.name)) for f in fields(Hooks)})
        text = b"".join(Path(file).read_bytes() for file in files if file)
        return hashlib.sha256(text).hexdigest()[:16]


def _source_file(hook: Hook) -> str:
    return inspect.getsourcefile(getattr(hook, "py_func", hook)) or ""


def _unknown_param(strategy: Strategy, name: str) -> str:
    import difflib

    names = [param.name for param in strategy.params]
    if not names:
        return f"{strategy.name} has no parameters, so {name!r} means nothing to it"
    close = difflib.get_close_matches(name, names, 1)
    hint = f" Did you mean {close[0]!r}?" if close else ""
    return f"{strategy.name} has no parameter {name!r}.{hint} It has: {', '.join(names)}"
