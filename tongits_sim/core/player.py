"""The form of bots and players of every game: named parameters within bounds, a function a decision, specs, labels."""

from __future__ import annotations

import difflib
import functools
import hashlib
import inspect
import json
import math
import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np

from tongits_sim.compile.identity import IdentityError, reach
from tongits_sim.core.imports import load
from tongits_sim.core.knobs import shown
from tongits_sim.errors import TongitsError

NOTEBOOK = "notebook"
"""Origin of bots that were defined in a notebook, or at a prompt."""

_PLAIN_PATH = re.compile(r"[\w./+-]+")


@functools.cache
def _type_of(layout: np.dtype) -> Any:
    """Numba's type of a record; it takes milliseconds to make, and every hook of every player needs it."""
    import numba

    return numba.from_dtype(layout)


@dataclass(frozen=True)
class BoundedParam:
    """A named number of a strategy, with its default and the bounds it must lie in.

    If the numbers stand for something, `names` has the word of each, from 0 up; a spec may say the word.
    """

    name: str
    default: float
    low: float
    high: float
    meaning: str
    names: tuple[str, ...] = ()

    def shown(self, value: float) -> str:
        """The value as a spec says it."""
        return self.names[int(value)] if self.names and value == int(value) else _number(value)


@dataclass(frozen=True)
class BaseHooks:
    """The fields are functions `hook(view, params) -> action word`, one for each decision, in their order."""

    def __post_init__(self) -> None:
        for name, hook in self.by_decision().items():
            if not inspect.isfunction(getattr(hook, "py_func", hook)):
                raise TongitsError(f"the {name} hook of a strategy must be a function, not {shown(hook)}")

    def by_decision(self) -> dict[str, Callable[[Any, Any], Any]]:
        return {each.name: getattr(self, each.name) for each in fields(self)}


@dataclass(frozen=True)
class BaseStrategy:
    """A way of playing."""

    name: str  # its name on the command line
    summary: str  # one sentence for people
    hooks: Any  # its function for each decision
    params: tuple[Any, ...] = ()  # its numbers
    uses_random: bool = False  # it looks at `view.word`; a bot that does not declare it is shown 0 there

    @property
    def layout(self) -> np.dtype:
        return params_dtype(self.params)


def params_dtype(params: Sequence[BoundedParam], further: Sequence[tuple[Any, ...]] = ()) -> np.dtype:
    """The record layout of a strategy's parameters: one float64 a name, and further fields.

    The first field is named after all others: numba accepts a record for another one with the same first fields.

    Args:
        params: its numbers.
        further: fields (name, type, shape) behind them.
    """
    names = [param.name for param in params]
    first = "_".join(["params", *names, *(each[0] for each in further)])
    return np.dtype([*((name, "f8") for name in [first, *names]), *further], align=True)


@dataclass(frozen=True)
class BasePlayer:
    """A strategy with its parameters filled in, as it sits down to play.

    `load_player` reads `spec`; people read `label`: the alias, or the bot's name without the path of its file. Alias
    and depth do not change how it plays: players that differ only in them are equal.
    """

    strategy: Any  # how it plays
    values: Mapping[str, float] = field(default_factory=dict)  # parameters that differ from their defaults
    # where another process finds the strategy again: "" for the program's own, else the path of a bot file, or
    # `NOTEBOOK` where none does, because its hooks stand in no file
    origin: str = ""
    alias: str = field(default="", compare=False)  # the name chosen for it (`NAME=SPEC`), "" for none
    # how many parts of paths the label shows, where the name alone is another player's too (`with_unique_labels`)
    depth: int = field(default=0, compare=False, repr=False)
    VIEW: ClassVar[np.dtype]  # the layout of the record that its hooks see
    LOADER: ClassVar[str]  # the function that makes its players from specs: `package.module:function`

    def __post_init__(self) -> None:
        """Check the parameters. Raises TongitsError: the strategy has no parameter of that name, or the value is
        outside its bounds.
        """
        if not self.origin and not all(map(_in_file, self.hooks())):
            object.__setattr__(self, "origin", NOTEBOOK)
        known = {param.name: param for param in self.strategy.params}
        for name, value in self.values.items():
            if name not in known:
                raise TongitsError(_unknown_param(self.strategy.name, list(known), name))
            param = known[name]
            if not (math.isfinite(value) and param.low <= value <= param.high):
                raise TongitsError(
                    f"{self.strategy.name}: {name} = {value:g} is outside its bounds {param.low:g} to {param.high:g}"
                )

    # ---- names ---------------------------------------------------------------------------------------------------

    @property
    def spec(self) -> str:
        """The text that `load_player` reads as this player: `greedy`, `greedy(call_at=5)`, `my_bots.py:shy`."""
        return self._spec_text()

    @property
    def given(self) -> str:
        """The spec, after the alias if the player has one: `bold=greedy(call_at=40)`."""
        return f"{self.alias}={self._spec_text()}" if self.alias else self._spec_text()

    @property
    def label(self) -> str:
        """Its name for people: the alias, else `greedy`, `shy(call_at=5)`, `chart(file=mine.json)`."""
        name = self.strategy.name
        if self.origin == NOTEBOOK:
            name = self._place
        elif self.origin and self.depth:
            name = f"{end_of(Path(self.origin).with_suffix(''), self.depth)}/{name}"
        return self.alias or self._with_options(name, self.further_options(short=True), self._changed_options)

    def _spec_text(self) -> str:
        return self._with_options(self._place, self.further_options(), self._changed_options)

    @property
    def _place(self) -> str:
        return f"{self.origin}:{self.strategy.name}" if self.origin else self.strategy.name

    @property
    def _changed_options(self) -> list[str]:
        shown = {param.name: param.shown for param in self.strategy.params}
        return [f"{name}={shown[name](value)}" for name, value in self.changed().items()]

    @staticmethod
    def _with_options(name: str, *options: Sequence[str]) -> str:
        written = ", ".join(each for some in options for each in some)
        return f"{name}({written})" if written else name

    def further_options(self, short: bool = False) -> list[str]:
        """Options of its spec beside its parameters, with the ends of their paths for a label; none in most games."""
        return []

    @property
    def paths(self) -> tuple[str, ...]:
        """The paths of the files it needs; "" for none."""
        return (self.origin,)

    @property
    def identity(self) -> tuple[str, ...]:
        """Key of how a player plays: equal for equal play, even if the file's path is written differently."""
        paths = [str(Path(path).resolve()) if path and path != NOTEBOOK else path for path in self.paths]
        own = self.digest() if self.origin == NOTEBOOK else ""  # no file says what it plays
        return self.strategy.name, *paths, repr(sorted(self.parameters().items())), own

    @property
    def deepest(self) -> int:
        """The largest `depth` that shows more than the one before."""
        paths = [Path(path).resolve() for path in self.paths if path and path != NOTEBOOK]
        return max((len(path.parts) - 1 for path in paths), default=0)

    def called(self, alias: str = "", depth: int = 0) -> Self:
        """The same player under another name; see `alias` and `depth`."""
        other = object.__new__(type(self))
        other.__dict__.update({**self.__dict__, "alias": alias, "depth": depth})
        return other

    def with_value(self, name: str, value: float) -> Self:
        """The player with another value of one parameter; an alias, which named the old value too, is dropped."""
        return replace(self, values={**self.values, name: value}, alias="")

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[str, str, str, int, str]]:
        """Players travel to other processes by name, with what they are by value; hooks do not.

        Raises TongitsError for a bot that no file holds.
        """
        if self.origin == NOTEBOOK:
            raise TongitsError(
                f"the bot {self.strategy.name!r} was defined in a notebook, so other processes cannot load it: play it "
                "with the backend 'threading', or write it to a file"
            )
        values = [f"{name}={value!r}" for name, value in self.values.items()]
        exact_spec = self._with_options(self._place, self.further_options(), values)
        return _reload, (exact_spec, self.loader(), self.alias, self.depth, self.digest() if self.origin else "")

    def loader(self) -> str:
        return self.LOADER

    # ---- hooks and parameters ------------------------------------------------------------------------------------

    def hooks(self) -> list[Callable[[Any, Any], Any]]:
        return list(self.strategy.hooks.by_decision().values())

    def parameters(self) -> dict[str, float]:
        return {param.name: float(self.values.get(param.name, param.default)) for param in self.strategy.params}

    def changed(self) -> dict[str, float]:
        values = {param.name: self.values.get(param.name, param.default) for param in self.strategy.params}
        return {param.name: values[param.name] for param in self.strategy.params if values[param.name] != param.default}

    def params(self) -> np.ndarray:
        """The parameters as a record array of length 1."""
        record = np.zeros(1, self.layout)
        for name, value in self.parameters().items():
            record[name] = value
        return record

    def addresses(self) -> list[int]:
        """Addresses of the compiled hooks, in the order of the decisions; compiles what is not compiled yet. Raises
        HookError: a hook cannot be compiled.
        """
        return [self.address(decision) for decision in self.strategy.hooks.by_decision()]

    def address(self, decision: str) -> int:
        """The address of the compiled hook of a decision. Raises HookError, CompilingError."""
        from tongits_sim.core.hooks import as_hook_error, compile_for_view

        name, hook, view = self.strategy.name, getattr(self.strategy.hooks, decision), _type_of(self.VIEW)
        with as_hook_error(name, decision):
            return compile_for_view(hook, view, self.layout, name, decision)

    @property
    def layout(self) -> np.dtype:
        layout: np.dtype = self.strategy.layout
        return layout

    def digest(self) -> str:
        """Digest of everything it plays with: with another digest the bot may play differently.

        For a bot of the program it covers the source files of the hooks and `beside_sources`; for any other bot the
        hooks' code as loaded and everything it reaches, by value (`identity.reach`). Raises TongitsError: it uses
        something that cannot be known by value.
        """
        hooks = self.hooks()
        numbers = [(param.name, param.default, param.low, param.high) for param in self.strategy.params]
        try:
            if self.origin or reach(*hooks).own:
                return reach(*hooks, self.strategy.uses_random, numbers, *self.beside_hooks()).digest
        except IdentityError as error:
            raise TongitsError(f"the bot {self.strategy.name!r} may not play: one of its hooks {error}") from None
        files = sorted({_source_file(hook) for hook in hooks})
        text = b"".join(Path(file).read_bytes() for file in files if file)
        return hashlib.sha256(text + self.beside_sources().encode()).hexdigest()[:16]

    def beside_hooks(self) -> tuple[Any, ...]:
        """Further values that a user's bot plays with, beside its hooks and numbers; none in most games."""
        return ()

    def beside_sources(self) -> str:
        """Text of what a bot of the program plays with beside its source files; empty in most games."""
        return ""

    def check_current(self) -> None:
        """Refuse a bot if its file, or data that the file reads, changed since the loading. Raises TongitsError."""
        if self.origin not in ("", NOTEBOOK):
            _check_same(load(self.loader())(self.spec), self.digest())

    def manifest(self) -> dict[str, Any]:
        return {
            "player": self.spec,
            "strategy": self.strategy.name,
            "params": self.parameters(),
            "origin": self.origin,
            "source": self.digest(),
        }


_reloaded: dict[tuple[str, ...], BasePlayer] = {}  # users' bots, by folder, spec, loader and digest


def _reload(spec: str, path: str, alias: str, depth: int, digest: str) -> BasePlayer:
    """Load the player of a spec, under the name it had. Raises TongitsError if it is another bot now."""
    key = (os.getcwd(), spec, path, digest)  # noqa: PTH109  (where relative paths begin)
    known = _reloaded.get(key)
    if known is None or known.digest() != digest:
        known = load(path)(spec)
        if digest:
            _check_same(known, digest)
            _reloaded[key] = known
    return known.called(alias, depth)


def _check_same(player: BasePlayer, digest: str) -> None:
    if player.digest() != digest:
        raise TongitsError(
            f"the bot {player.spec} is not the one that was loaded: its file, or something that it reads, has changed "
            "since, or is not the same in every process; load it again"
        )


def quoted(path: str) -> str:
    """The path, in JSON's quotes if it has odd characters."""
    return path if not path or _PLAIN_PATH.fullmatch(path) else json.dumps(path, ensure_ascii=False)


def end_of(path: Path, parts: int) -> str:
    return "/".join(path.resolve().parts[1:][-parts:])


def _number(value: float) -> str:
    """A number in few digits, but in enough to be exact."""
    short = f"{value:g}"
    return short if float(short) == value else repr(float(value))


def _in_file(hook: Callable[[Any, Any], Any]) -> bool:
    """Whether a hook stands in a file, not in a cell of a notebook or at a prompt."""
    return Path(_source_file(hook)).is_file()


def _source_file(hook: Callable[[Any, Any], Any]) -> str:
    return inspect.getsourcefile(getattr(hook, "py_func", hook)) or ""


def _unknown_param(bot: str, names: Sequence[str], name: str) -> str:
    if not names:
        return f"{bot} has no parameters, so {name!r} means nothing to it"
    close = difflib.get_close_matches(name, names, 1)
    hint = f" Did you mean {close[0]!r}?" if close else ""
    return f"{bot} has no parameter {name!r}.{hint} It has: {', '.join(names)}"
