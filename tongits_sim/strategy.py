"""The bots' contract: a strategy is one small function a decision, with named parameters and declared facts."""

from __future__ import annotations

import hashlib
import inspect
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from tongits_sim.any_game.player_form import BoundedParam, PlayerForm
from tongits_sim.any_game.rule_errors import shown
from tongits_sim.errors import TongitsError
from tongits_sim.game.hooks import Hook, HookError, compile_hook
from tongits_sim.game.state import DECISIONS
from tongits_sim.identity import reach
from tongits_sim.jit import CompilingError
from tongits_sim.plain.functions import is_own
from tongits_sim.plain.hooks import plain, plain_address
from tongits_sim.plain.tracing import Answer, ask_again, ask_compiled
from tongits_sim.players import load_player, loader
from tongits_sim.profiles.profile import PROFILE_FIELDS, Profile, ProfileError, read_profile
from tongits_sim.profiles.responses import RESPONSE_FIELDS, Responses
from tongits_sim.tablefile import Rows, Table, read_tables

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet

_COMPILER = re.compile(r"fails with: Failed in \w+ mode pipeline \([^)]*\)")
_PLAIN_PATH = re.compile(r"[\w./+-]+")

NOTEBOOK = "notebook"
"""Origin of bots that were defined in a notebook, or at a prompt."""

THRESHOLDS = ("call_", "challenge_", "fight_", "open_", "bluff_")


@dataclass(frozen=True)
class Param(BoundedParam):
    """A named number of a strategy, with its default and the bounds it must lie in.

    `threshold` says that it decides when to call, challenge or open: what a player would change under other rules, and
    what is tuned for them. A name that begins with one of `THRESHOLDS` says so too.
    """

    threshold: bool = False

    @property
    def tunable(self) -> bool:
        """Whether it is such a threshold."""
        return self.threshold or self.name.startswith(THRESHOLDS)


@dataclass(frozen=True)
class Hooks:
    """One function `hook(view, params) -> action word` for each decision (see actions.py for the words)."""

    call: Hook
    respond: Hook
    draw: Hook
    lay: Hook
    sapaw: Hook
    discard: Hook

    def __post_init__(self) -> None:
        for each in fields(self):
            hook = getattr(self, each.name)
            if not inspect.isfunction(getattr(hook, "py_func", hook)):
                raise TongitsError(f"the {each.name} hook of a strategy must be a function, not {shown(hook)}")


class Profiles(Protocol):
    """Profiles by the rules they were solved for, for a bot that needs no file; `base` names the bot whose card play it
    has.
    """

    base: str

    def under(self, rules: RuleSet) -> Profile:
        """The profile of these rules. Raises ProfileError where there is none."""
        ...

    def find(self, rules: RuleSet) -> Profile | None:
        """The profile of these rules; None where there is none."""
        ...

    def digest(self) -> str:
        """Digest of all profiles."""
        ...


class Scratch(Protocol):
    """A record of its own for a bot that works in more memory than its numbers and tables take."""

    @property
    def layout(self) -> np.dtype:
        """The layout of the record, which its hooks get as their parameters."""
        ...

    def record(self, values: Mapping[str, float], rules: RuleSet) -> np.ndarray:
        """The record for one seat at a table with these rules, as an array of length 1; values: all parameters."""
        ...

    def digest(self) -> str:
        """Digest of everything that decides how the bot plays beside its hooks and parameters."""
        ...


class Reading(Protocol):
    """Responses to styles by the rules they are for, for a bot that moves towards them as it learns a style."""

    def under(self, rules: RuleSet) -> Responses:
        """The responses of these rules. Raises TongitsError where there are none."""
        ...

    def find(self, rules: RuleSet) -> Responses | None:
        """The responses of these rules; None where there are none."""
        ...

    def digest(self) -> str:
        """Digest of all responses."""
        ...


@dataclass(frozen=True)
class Strategy:
    """A way of playing.

    Attributes:
        name: how it is called on the command line.
        summary: one sentence for people.
        hooks: what it does at each decision.
        params: its numbers.
        tables: its tables of numbers; a player may bring others in a file (`name(file=PATH)`).
        uses_chance: it looks at `view.word`; a bot that does not declare it is shown 0 there.
        remembers: it looks at discards beyond the one on offer.
        bluffs: it may call with a hand it does not expect to win with.
        profiled: it answers calls and challenges by a profile that a player brings in a file (`name(file=PATH)`).
        profiles: the profiles it answers by where a player brings none: at each table that of the rules played there.
        scratch: the record it works in, for a bot that needs one; it has no tables and no profile then.
        notes: further fields (name, type, shape) of its parameters, which its profile fills.
        reading: the responses to styles that it knows beside them, by the rules played.
    """

    name: str
    summary: str
    hooks: Hooks
    params: tuple[Param, ...] = ()
    uses_chance: bool = False
    remembers: bool = False
    bluffs: bool = False
    tables: tuple[Table, ...] = ()
    profiled: bool = False
    profiles: Profiles | None = None
    notes: tuple[tuple[str, str, tuple[int, ...]], ...] = ()
    scratch: Scratch | None = None
    reading: Reading | None = None

    @property
    def layout(self) -> np.dtype:
        """The layout of the record that its hooks get as their parameters."""
        if self.scratch is not None:
            return self.scratch.layout
        notes = (*self.notes, *(RESPONSE_FIELDS if self.reading is not None else ()))
        return params_dtype(self.params, self.tables, self.profiled, notes)


def params_dtype(
    params: tuple[Param, ...],
    tables: tuple[Table, ...] = (),
    profiled: bool = False,
    notes: tuple[tuple[str, str, tuple[int, ...]], ...] = (),
) -> np.dtype:
    """The record layout of a strategy's parameters: one float64 a name, an array of them for a table, a profile, notes.

    The first field is named after all others: numba takes a record that begins like another for a kind of that one.

    Args:
        params: its numbers.
        tables: its tables of numbers.
        profiled: whether it answers by a profile.
        notes: further fields: name, type, shape.
    """
    names = [param.name for param in params]
    further = ["profile"] * profiled + [name for name, _, _ in notes]
    first = "_".join(["params", *names, *(table.name for table in tables), *further])
    layout: list[Any] = [(name, "f8") for name in [first, *names]]
    layout += [(table.name, "f8", table.shape) for table in tables]
    return np.dtype(layout + (list(PROFILE_FIELDS) if profiled else []) + list(notes), align=True)


@dataclass(frozen=True)
class Player(PlayerForm):
    """A strategy with its parameters filled in, as it sits down to play.

    `origin` says where another process finds the strategy again: "" for the registry, else the path of a bot file, or
    `NOTEBOOK` where none does, because its hooks stand in no file.
    `file` is the path of a table file, "" for the built-in tables; `tables` holds its rows by name.
    `alias` is the name that somebody chose for it (`NAME=SPEC`), "" for none.

    What `load_player` reads is `spec`; what people read is `label`: the alias, or the bot's name without the path of
    its file. `depth` is how many parts of paths that shows, where the name alone is another player's too
    (`players.apart`).
    Neither alias nor depth matters to how it plays, and players that differ in nothing else are equal.
    """

    strategy: Strategy
    values: Mapping[str, float] = field(default_factory=dict)
    origin: str = ""
    file: str = ""
    alias: str = field(default="", compare=False)
    depth: int = field(default=0, compare=False, repr=False)
    tables: Mapping[str, Rows] = field(init=False, repr=False)
    profile: Profile | None = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if not self.origin and not all(_in_file(getattr(self.strategy.hooks, each.name)) for each in fields(Hooks)):
            object.__setattr__(self, "origin", NOTEBOOK)
        if self.file and not (self.strategy.tables or self.strategy.profiled):
            raise TongitsError(f"{self.strategy.name} reads no tables, so file= means nothing to it")
        object.__setattr__(self, "profile", read_profile(self.file) if self.file and self.strategy.profiled else None)
        own = read_tables(self.file, self.strategy.tables) if self.file and not self.strategy.profiled else {}
        object.__setattr__(self, "tables", {t.name: own.get(t.name, t.default) for t in self.strategy.tables})
        self.check_values()

    @property
    def spec(self) -> str:
        """What `load_player` reads as this player: `greedy`, `greedy(call_at=5)`, `my_bots.py:shy`."""
        name = f"{self.origin}:{self.strategy.name}" if self.origin else self.strategy.name
        return self._with_options(name, _quoted(self.file))

    @property
    def given(self) -> str:
        """The spec, with the alias where there is one: `bold=greedy(call_at=40)`."""
        return f"{self.alias}={self.spec}" if self.alias else self.spec

    @property
    def label(self) -> str:
        """What people call it: the alias, else `greedy`, `shy(call_at=5)`, `expert(file=pagat.profile)`."""
        if self.alias:
            return self.alias
        name = self.strategy.name
        if self.origin == NOTEBOOK:
            name = f"{NOTEBOOK}:{name}"
        elif self.origin and self.depth:
            name = f"{_end_of(Path(self.origin).with_suffix(''), self.depth)}/{name}"
        return self._with_options(name, _quoted(_end_of(Path(self.file), self.depth + 1)) if self.file else "")

    @property
    def identity(self) -> tuple[str, ...]:
        """Equal for players that play the same, also where the path of their file is written in two ways."""
        paths = [str(Path(path).resolve()) if path and path != NOTEBOOK else path for path in (self.origin, self.file)]
        own = self.digest() if self.origin == NOTEBOOK else ""  # no file says what it plays
        return self.strategy.name, *paths, repr(sorted(self.parameters().items())), own

    @property
    def deepest(self) -> int:
        """The largest `depth` that says more than the one before."""
        paths = [Path(path).resolve() for path in (self.origin, self.file) if path and path != NOTEBOOK]
        return max((len(path.parts) - 1 for path in paths), default=0)

    def called(self, alias: str = "", depth: int = 0) -> Player:
        """The same player under another name; see `alias` and `depth`."""
        other = object.__new__(type(self))
        other.__dict__.update({**self.__dict__, "alias": alias, "depth": depth})
        return other

    def with_value(self, name: str, value: float) -> Player:
        """The player with another value of one parameter; an alias, which named the old value too, is dropped."""
        return Player(self.strategy, {**self.values, name: value}, self.origin, self.file, depth=self.depth)

    def _with_options(self, name: str, file: str) -> str:
        options = [f"file={file}"] if file else []
        if self.profile is not None and not self.file:
            options.append(f"profile={self.profile.contents()}")
        options += [f"{each}={_number(value)}" for each, value in self.changed().items()]
        return f"{name}({', '.join(options)})" if options else name

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[str, str, str, int]]:
        """Players travel to other processes by name; hooks do not. Raises TongitsError for what no file holds."""
        if self.origin == NOTEBOOK:
            raise TongitsError(
                f"the bot {self.strategy.name!r} was defined in a notebook, so other processes cannot load it: play it "
                "with the backend 'threading', or write it to a file"
            )
        if self.profile is not None and not self.file:
            raise TongitsError(f"{self.label} plays a profile that no file holds, so it cannot play in other processes")
        name = f"{self.origin}:{self.strategy.name}" if self.origin else self.strategy.name
        values = [f"{key}={value!r}" for key, value in self.values.items()]
        options = ", ".join([f"file={_quoted(self.file)}"] * bool(self.file) + values)
        return _reloaded, (f"{name}({options})", loader(), self.alias, self.depth)

    def profile_under(self, rules: RuleSet) -> Profile | None:
        """The profile it answers by at a table with these rules; None if it answers by none.

        Raises:
            ProfileError: its file was solved for other rules, or it has no profile of these.
        """
        if self.profile is not None and self.file:
            self.profile.check(rules)
        if self.profile is None and self.strategy.profiles is not None:
            return self.strategy.profiles.under(rules)
        return self.profile

    def params(self, rules: RuleSet | None = None) -> np.ndarray:
        """The parameters as a record array of length 1, at a table with these rules.

        Raises:
            ProfileError: it plays no profile of these rules, or the rules are not named and decide which one it plays.
        """
        scratch = self.strategy.scratch
        if rules is None and (scratch is not None or self.strategy.profiles is not None):
            raise ProfileError(f"{self.label} plays by the rules of a table, so say which rules")
        if scratch is not None and rules is not None:
            return scratch.record(self.parameters(), rules)
        profile = self.profile if rules is None else self.profile_under(rules)
        record = np.zeros(1, self.strategy.layout)
        for param in self.strategy.params:
            record[param.name] = self.values.get(param.name, param.default)
        for name, rows in self.tables.items():
            record[name] = rows
        if profile is not None:
            profile.fill(record)
        if self.strategy.reading is not None and rules is not None:
            self.strategy.reading.under(rules).fill(record)
        return record

    def addresses(self) -> list[int]:
        """Addresses of the compiled hooks, in the order of the decisions; compiles what is not compiled yet."""
        layout = self.strategy.layout
        return [hook_address(getattr(self.strategy.hooks, d), layout, self.strategy.name, d) for d in DECISIONS]

    def ask_again(self, decision: str, view: Any, rules: RuleSet | None = None, program: bool = False) -> Answer:
        """What its hook answers to a `VIEW` record, with the line that says so.

        It is asked in plain Python; a bot that plays games on in a record of its own is asked as it was compiled.

        Args:
            decision: name of the hook.
            view: the record.
            rules: the rules at the table, for players whose parameters depend on them.
            program: ask hooks of the program itself too.
        """
        hook, params = getattr(self.strategy.hooks, decision), self.params(rules)
        if program and self.strategy.scratch is not None:
            return ask_compiled(hook, self.addresses()[DECISIONS.index(decision)], view, params)
        return ask_again(hook, view, params[0], program)

    def digest(self) -> str:
        """Digest of what it plays with: with another the bot may play differently.

        Of a bot of the program it is taken of the hooks' source files and a table file; of any other of what was loaded
        (`identity.reach`): the hooks' code and everything they reach, by value.
        """
        hooks = [getattr(self.strategy.hooks, each.name) for each in fields(Hooks)]
        what = reach(*hooks)
        if what.own:
            numbers = [(param.name, param.default, param.low, param.high) for param in self.strategy.params]
            return reach(*hooks, self.strategy.uses_chance, numbers, dict(self.tables), self._profiles()).digest
        files = sorted({_source_file(hook) for hook in hooks})
        text = b"".join(Path(file).read_bytes() for file in files if file)
        if self.file:
            text += repr(sorted(self.tables.items())).encode()
        scratch = "" if self.strategy.scratch is None else self.strategy.scratch.digest()
        return hashlib.sha256(text + (self._profiles() + scratch).encode()).hexdigest()[:16]

    def _profiles(self) -> str:
        """Digest of the profiles it may answer by, and of the responses it knows; empty where there are none."""
        if self.profile is not None:
            return self.profile.contents()
        both = self.strategy.profiles, self.strategy.reading
        return "".join(each.digest() for each in both if each is not None)


def _reloaded(spec: str, path: str, alias: str, depth: int) -> Player:
    """The player of a spec under the name it had."""
    return load_player(spec, path).called(alias, depth)


def _quoted(path: str) -> str:
    """A path, in quotes (as JSON writes them) where it has odd characters."""
    return path if not path or _PLAIN_PATH.fullmatch(path) else json.dumps(path, ensure_ascii=False)


def _end_of(path: Path, parts: int) -> str:
    """The last parts of a path."""
    return "/".join(path.resolve().parts[1:][-parts:])


def _number(value: float) -> str:
    """A number in few digits, and in as many as it takes to be that number."""
    short = f"{value:g}"
    return short if float(short) == value else repr(float(value))


def hook_address(hook: Hook, layout: np.dtype, bot: str, decision: str) -> int:
    """The address of a hook; whatever the compiler says of it is told in a sentence.

    Args:
        hook: the function.
        layout: the record of the bot's parameters (`params_dtype`).
        bot: its name, for messages.
        decision: one of DECISIONS.

    In plain mode (`plain.hooks.switch`) it is that of the plain function, if it is no function of the program.

    Raises:
        HookError: it cannot be compiled.
        CompilingError: nothing can.
    """
    if plain() and is_own(hook):
        return plain_address(hook, layout)
    try:
        return compile_hook(hook, layout, bot, decision)
    except HookError as error:
        # The compiler's first line only names a step of its own.
        lines = [" ".join(line.split()) for line in str(error.__context__).splitlines()]
        said = [line for line in lines if line and not line.startswith(("Failed in ", "[", "-", "During"))]
        if not _COMPILER.search(str(error)) or not said:
            raise
        raise HookError(_COMPILER.sub(lambda _: f"fails with: {said[0][:300]}", str(error))) from None
    except CompilingError:
        raise
    except Exception as error:  # noqa: BLE001  (a compiler may stumble over a hook in ways of its own)
        why = " ".join(f"{type(error).__name__}: {error}".split())[:300]
        raise HookError(f"the bot {bot!r} cannot be compiled: its {decision} hook fails with: {why}") from None


def _in_file(hook: Hook) -> bool:
    """Whether a hook stands in a file, not in a cell of a notebook or at a prompt."""
    return Path(_source_file(hook)).is_file()


def _source_file(hook: Hook) -> str:
    return inspect.getsourcefile(getattr(hook, "py_func", hook)) or ""
