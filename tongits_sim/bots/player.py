"""Base classes of bots and players: bounded parameters, a hook for each decision, specs and labels."""

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
from tongits_sim.errors import TongitsError
from tongits_sim.imports import load
from tongits_sim.run.numbers import abbreviated

NOTEBOOK = "notebook"
"""Origin of bots defined in a notebook or at a prompt."""

_PLAIN_PATH = re.compile(r"[\w./+-]+")


@functools.cache
def _type_of(layout: np.dtype) -> Any:
    """Numba's type of a record, cached because it takes milliseconds and every hook needs it."""
    import numba

    return numba.from_dtype(layout)


@dataclass(frozen=True)
class BoundedParam:
    """A number of a strategy, with its default and bounds.

    If whole numbers stand for words, `names` lists the words from 0 up; a spec may use a word.
    """

    name: str
    default: float
    low: float
    high: float
    meaning: str
    names: tuple[str, ...] = ()
    whole: bool = False  # parts of a number mean nothing

    def value_of(self, text: str) -> float:
        """The value that a spec writes as `text`. Raises ValueError: it is neither a word of `names` nor a number."""
        return float(self.names.index(text)) if text in self.names else float(text)

    def allows(self, value: float) -> bool:
        """Whether the value lies within the bounds, and is whole if the parameter takes whole numbers or words."""
        if not self.low <= value <= self.high:
            return False
        return value == math.floor(value) or not (self.whole or self.names)

    def refusal(self, bot: str, value: float | str) -> str:
        """What a value must be instead: `greedy: call_at takes a number from 0 to 130, not 500`."""
        given = abbreviated(value) if isinstance(value, str) else f"{value:g}"
        return f"{bot}: {self.name} takes {self._allowed()}, not {given}"

    def _allowed(self) -> str:
        if self.names:
            return f"{', '.join(self.names[:-1])} or {self.names[-1]}"
        if self.whole and self.high == self.low + 1:
            return f"{self.low:g} or {self.high:g}"
        return f"a {'whole number' if self.whole else 'number'} from {self.low:g} to {self.high:g}"

    def shown(self, value: float) -> str:
        """The value as written in a spec."""
        return self.names[int(value)] if self.names and value == int(value) else _number(value)


@dataclass(frozen=True)
class BaseHooks:
    """The fields are functions `hook(view, params) -> action code` in the order of the decisions."""

    def __post_init__(self) -> None:
        for name, hook in self.by_decision().items():
            if not inspect.isfunction(getattr(hook, "py_func", hook)):
                raise TongitsError(f"the {name} hook of a strategy must be a function, not {abbreviated(hook)}")

    def by_decision(self) -> dict[str, Callable[[Any, Any], Any]]:
        """The functions by the name of their decision, in the order of the decisions."""
        return {attribute.name: getattr(self, attribute.name) for attribute in fields(self)}


@dataclass(frozen=True)
class BaseStrategy:
    """A way of playing: a function for each decision."""

    name: str  # its name on the command line
    summary: str  # one sentence for people
    hooks: Any
    params: tuple[Any, ...] = ()
    uses_random: bool = False  # reads `view.word`, which is 0 for bots that do not declare it
    # microseconds of one thread for a game with it on every seat, roughly: runs are cut into blocks by it
    cost: float = 1.0

    def __post_init__(self) -> None:
        if not 0 < self.cost < math.inf:
            raise TongitsError(f"the cost of a strategy is a number of microseconds above 0, not {self.cost!r}")

    @property
    def layout(self) -> np.dtype:
        """The dtype of the record of parameters: a float64 for each."""
        return params_dtype(self.params)


def params_dtype(params: Sequence[BoundedParam], further: Sequence[tuple[Any, ...]] = ()) -> np.dtype:
    """The record layout of a strategy's parameters: float64 fields, then further fields (name, type, shape).

    The first field is named after all others, because numba confuses records whose first fields are equal.
    """
    names = [param.name for param in params]
    first = "_".join(["params", *names, *(bot[0] for bot in further)])
    return np.dtype([*((name, "f8") for name in [first, *names]), *further], align=True)


@dataclass(frozen=True)
class BasePlayer:
    """A strategy with values of its parameters.

    `load_player` reads `spec`; people read `label`: the alias, or the bot's name without the path of its file. Alias
    and depth do not change play, so players that differ only in alias or depth are equal.
    """

    strategy: Any
    values: Mapping[str, float] = field(default_factory=dict)  # parameters that differ from their defaults
    # where another process finds the strategy: "" for the program's own, the path of a bot file, or `NOTEBOOK` if the
    # hooks stand in no file
    origin: str = ""
    alias: str = field(default="", compare=False)  # the user's name for it (`NAME=SPEC`)
    # how many parts of paths the label shows, so that labels differ (`with_unique_labels`)
    depth: int = field(default=0, compare=False, repr=False)
    VIEW: ClassVar[np.dtype]  # the layout of the record that hooks see
    LOADER: ClassVar[str]  # `package.module:function` that loads players from specs

    def __post_init__(self) -> None:
        """Check the parameters. Raises TongitsError: a parameter is unknown, or its value outside the bounds."""
        if not self.origin and not all(map(_in_file, self.hooks())):
            object.__setattr__(self, "origin", NOTEBOOK)
        known = {param.name: param for param in self.strategy.params}
        for name, value in self.values.items():
            if name not in known:
                raise TongitsError(unknown_param(self.strategy.name, list(known), name))
            if not known[name].allows(value):
                raise TongitsError(known[name].refusal(self.strategy.name, value))

    # ---- names ---------------------------------------------------------------------------------------------------

    @property
    def spec(self) -> str:
        """`greedy`, `greedy(call_at=5)`, `my_bots.py:shy`: `load_player` reads the spec as this player."""
        return self._spec

    @property
    def full_spec(self) -> str:
        """The spec with the alias: `bold=greedy(call_at=40)`."""
        return f"{self.alias}={self._spec}" if self.alias else self._spec

    @functools.cached_property
    def label(self) -> str:
        """The name for people: the alias, else `greedy`, `shy(call_at=5)`, `trained(file=mine.trees)`."""
        name = self.strategy.name
        if self.origin == NOTEBOOK:
            name = self._place
        elif self.origin and self.depth:
            name = f"{end_of(Path(self.origin).with_suffix(''), self.depth)}/{name}"
        return self.alias or self._with_options(name, self.further_options(short=True), self._changed_options)

    @functools.cached_property
    def _spec(self) -> str:
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
        written = ", ".join(option for some in options for option in some)
        return f"{name}({written})" if written else name

    def further_options(self, short: bool = False) -> list[str]:
        """Options of the spec that are not parameters; `short`: with the ends of paths, for a label. Most games have
        none.
        """
        return []

    @property
    def paths(self) -> tuple[str, ...]:
        """The paths of the player's files; "" for none."""
        return (self.origin,)

    @property
    def identity(self) -> tuple[str, ...]:
        """Key of how a player plays: equal for equal play, even if the file's path is written differently."""
        paths = [str(Path(path).resolve()) if path and path != NOTEBOOK else path for path in self.paths]
        own = self.digest() if self.origin == NOTEBOOK else ""  # no file says what it plays
        return self.strategy.name, *paths, repr(sorted(self.parameters().items())), own

    @property
    def deepest(self) -> int:
        """The largest `depth` that still lengthens the label."""
        paths = [Path(path).resolve() for path in self.paths if path and path != NOTEBOOK]
        return max((len(path.parts) - 1 for path in paths), default=0)

    def called(self, alias: str = "", depth: int = 0) -> Self:
        """The player with another alias and depth."""
        copy = object.__new__(type(self))
        own = {
            attribute.name: self.__dict__[attribute.name] for attribute in fields(self)
        }  # not the names, which are made once
        copy.__dict__.update({**own, "alias": alias, "depth": depth})
        return copy

    def with_value(self, name: str, value: float) -> Self:
        """The player with another value of a parameter. It loses its alias, which stood for the old value."""
        return replace(self, values={**self.values, name: value}, alias="")

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[str, str, str, int, str]]:
        """Pickle a player by name, because hooks cannot be pickled. A digest checks that the other process loads the
        same bot.

        Raises TongitsError: no file holds the bot.
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
        """`package.module:function` that loads this player from its spec in another process."""
        return self.LOADER

    # ---- hooks and parameters ------------------------------------------------------------------------------------

    def hooks(self) -> list[Callable[[Any, Any], Any]]:
        """The functions of the strategy, in the order of the decisions."""
        return list(self.strategy.hooks.by_decision().values())

    def parameters(self) -> dict[str, float]:
        """All parameters by name, with defaults where none was given."""
        return {param.name: float(self.values.get(param.name, param.default)) for param in self.strategy.params}

    def changed(self) -> dict[str, float]:
        """The parameters that differ from their defaults."""
        values = {param.name: self.values.get(param.name, param.default) for param in self.strategy.params}
        return {param.name: values[param.name] for param in self.strategy.params if values[param.name] != param.default}

    def params(self) -> np.ndarray:
        """The parameters as a record array of length 1."""
        record = np.zeros(1, self.layout)
        for name, value in self.parameters().items():
            record[name] = value
        return record

    def addresses(self) -> list[int]:
        """Compile the hooks and return their addresses in the order of the decisions. Raises HookError."""
        return [self.address(decision) for decision in self.strategy.hooks.by_decision()]

    def address(self, decision: str) -> int:
        """Compile the hook of a decision and return its address. Raises HookError, CompilingError."""
        from tongits_sim.compile.hooks import as_hook_error, compile_for_view

        name = self.strategy.name
        hook = getattr(self.strategy.hooks, decision)
        view = _type_of(self.VIEW)
        with as_hook_error(name, decision):
            return compile_for_view(hook, view, self.layout, name, decision)

    @property
    def layout(self) -> np.dtype:
        """The dtype of the record that hooks get as `params`."""
        layout: np.dtype = self.strategy.layout
        return layout

    def digest(self) -> str:
        """Digest of everything that decides play: under another digest the bot may play differently.

        For a bot of the program it covers the source files of the hooks and `beside_sources`; for any other bot the
        loaded code and everything that the code reaches, by value (`identity.reach`). Raises TongitsError: the code
        uses an object without a definite value.
        """
        hooks = self.hooks()
        numbers = [(param.name, param.default, param.low, param.high) for param in self.strategy.params]
        try:
            if self.origin or reach(*hooks).own:
                return reach(*hooks, self.strategy.uses_random, numbers, *self.beside_hooks()).digest
        except IdentityError as error:
            raise TongitsError(f"the bot {self.strategy.name!r} may not play: one of its hooks {error}") from None
        return hashlib.sha256(_source_text(*hooks) + self.beside_sources().encode()).hexdigest()[:16]

    def beside_hooks(self) -> tuple[Any, ...]:
        """Further values that decide a user's bot's play; most games have none."""
        return ()

    def beside_sources(self) -> str:
        """Further text, besides source files, that decides a program bot's play; empty in most games."""
        return ""

    def check_current(self) -> None:
        """Refuse a bot if its file, or data that the file reads, changed since the loading. Raises TongitsError."""
        if self.origin not in ("", NOTEBOOK):
            _check_same(load(self.loader())(self.spec), self.digest())

    def manifest(self) -> dict[str, Any]:
        """Everything that decides play, for JSON; `source` is the digest."""
        return {
            "player": self.spec,
            "strategy": self.strategy.name,
            "params": self.parameters(),
            "origin": self.origin,
            "source": self.digest(),
        }


_reloaded: dict[tuple[str, ...], BasePlayer] = {}  # users' bots, by folder, spec, loader and digest


def _reload(spec: str, path: str, alias: str, depth: int, digest: str) -> BasePlayer:
    """Load a player again, with its alias. Raises TongitsError: the spec now means another bot."""
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
            f"the bot {player.spec} differs from the loaded bot: its file, or data that the file reads, has changed "
            "since, or is not the same in every process; load it again"
        )


def quoted(path: str) -> str:
    """The path, in JSON's quotes if it has odd characters."""
    return path if not path or _PLAIN_PATH.fullmatch(path) else json.dumps(path, ensure_ascii=False)


def end_of(path: Path, parts: int) -> str:
    """The last `parts` parts of an absolute path, joined by slashes."""
    return "/".join(path.resolve().parts[1:][-parts:])


def _number(value: float) -> str:
    """The shortest exact text of a number."""
    short = f"{value:g}"
    return short if float(short) == value else repr(float(value))


def _in_file(hook: Callable[[Any, Any], Any]) -> bool:
    """False for hooks of a notebook cell or a prompt."""
    return Path(_source_file(hook)).is_file()


@functools.cache
def _source_text(*hooks: Callable[[Any, Any], Any]) -> bytes:
    """The files of a built-in bot's hooks."""
    files = sorted({_source_file(hook) for hook in hooks})
    return b"".join(Path(file).read_bytes() for file in files if file)


def _source_file(hook: Callable[[Any, Any], Any]) -> str:
    return inspect.getsourcefile(getattr(hook, "py_func", hook)) or ""


def unknown_param(bot: str, names: Sequence[str], name: str) -> str:
    """The sentence for a parameter that the bot lacks, with the nearest name and all names."""
    if not names:
        return f"{bot} has no parameters, so {name!r} means nothing to it"
    close = difflib.get_close_matches(name, names, 1)
    hint = f" Did you mean {close[0]!r}?" if close else ""
    return f"{bot} has no parameter {name!r}.{hint} It has: {', '.join(names)}"
