"""The contract of bots: a strategy has a small function for each decision, named parameters and declared facts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import numpy as np

from tongits_sim.bots.bot_list import loader
from tongits_sim.bots.chart_file import Rows, Table, read_tables
from tongits_sim.bots.player import BaseHooks, BasePlayer, BaseStrategy, BoundedParam, end_of, params_dtype, quoted
from tongits_sim.compile.hooks import Hook
from tongits_sim.errors import TongitsError
from tongits_sim.game.state import VIEW_DTYPE

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet
    from tongits_sim.run.job import Notice

Param = BoundedParam


@dataclass(frozen=True)
class Hooks(BaseHooks):
    """A function `hook(view, params) -> action code` for each decision (game/action_codes.py explains the codes)."""

    call: Hook
    respond: Hook
    draw: Hook
    lay: Hook
    sapaw: Hook
    discard: Hook


class Scratch(Protocol):
    """How to make the record of a bot that needs more memory than numbers and tables."""

    @property
    def searches(self) -> bool:
        """Whether the bot plays games to their end at each decision, which takes some hundred times as long as other
        bots.
        """
        ...

    @property
    def suffix(self) -> str:
        """The ending of files that a player may bring (`name(file=PATH)`); "": no files."""
        ...

    @property
    def layout(self) -> np.dtype:
        """The layout of the record, which hooks get as `params`."""
        ...

    def prepare(self, rules: RuleSet, notice: Notice) -> None:
        """Make what the bot needs under given rules if that takes longer than making a record; gives a notice."""
        ...

    def record(self, values: Mapping[str, float], rules: RuleSet, file: str = "") -> np.ndarray:
        """The record for a seat under given rules, as an array of length 1; values: all parameters."""
        ...

    def digest(self, file: str = "") -> str:
        """Digest of everything besides hooks and parameters that decides the bot's play."""
        ...


@dataclass(frozen=True)
class Strategy(BaseStrategy):
    """A way of playing.

    Attributes:
        name: its name on the command line.
        summary: one sentence for people.
        hooks: a function for each decision.
        params: its numbers.
        tables: its tables of numbers; a player may bring others in a file (`name(file=PATH)`).
        uses_random: whether it reads `view.word`, which is 0 for all other bots.
        remembers: whether it reads discards beyond the discard on offer.
        bluffs: whether it may call with a hand that it expects to lose with.
        scratch: makes its record, if it needs one; then it has no tables.
        cost: microseconds that a game with it on every seat takes one thread, roughly. A run is cut into blocks by this
            cost, so a slow bot should state it.
    """

    hooks: Hooks
    params: tuple[Param, ...] = ()
    remembers: bool = False
    bluffs: bool = False
    tables: tuple[Table, ...] = ()
    scratch: Scratch | None = None

    @property
    def searches(self) -> bool:
        """Whether the bot plays games to their end at each decision, which takes some hundred times as long as other
        bots.
        """
        return self.scratch is not None and self.scratch.searches

    @property
    def reads_tables(self) -> bool:
        """Whether a player may bring a file of numbers (`name(file=PATH)`)."""
        return bool(self.tables) or (self.scratch is not None and bool(self.scratch.suffix))

    @property
    def layout(self) -> np.dtype:
        """The dtype of the record of a seat: parameters and tables as float64, or the scratch record."""
        if self.scratch is not None:
            return self.scratch.layout
        tables = [(table.name, "f8", table.shape) for table in self.tables]
        return params_dtype(self.params, tables)


@dataclass(frozen=True)
class Player(BasePlayer):
    """A strategy with values of its parameters (see `BasePlayer`).

    `file` is the path of a table file, "" for the built-in tables; `tables` holds its rows by name.
    """

    VIEW: ClassVar[np.dtype] = VIEW_DTYPE
    strategy: Strategy
    file: str = ""
    tables: Mapping[str, Rows] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if self.file and not self.strategy.reads_tables:
            raise TongitsError(f"{self.strategy.name} reads no tables, so file= means nothing to it")
        own = read_tables(self.file, self.strategy.tables) if self.file and self.strategy.tables else {}
        object.__setattr__(self, "tables", {t.name: own.get(t.name, t.default) for t in self.strategy.tables})
        super().__post_init__()

    @property
    def paths(self) -> tuple[str, ...]:
        """The bot's file and the file of its table; empty texts if it has none."""
        return self.origin, self.file

    def further_options(self, short: bool = False) -> list[str]:
        if not self.file:
            return []
        return [f"file={quoted(end_of(Path(self.file), self.depth + 1) if short else self.file)}"]

    def loader(self) -> str:
        return loader()

    def prepare(self, rules: RuleSet, notice: Notice) -> None:
        """Make what the player needs under given rules, before anybody plays: a book, which takes some seconds."""
        if self.strategy.scratch is not None:
            self.strategy.scratch.prepare(rules, notice)

    def params(self, rules: RuleSet | None = None) -> np.ndarray:
        """The parameters under given rules as a record array of length 1. Raises TongitsError: the parameters depend on
        the rules, but `rules` is None.
        """
        scratch = self.strategy.scratch
        if rules is None and scratch is not None:
            raise TongitsError(f"{self.label} plays by the rules of a table, so say which rules")
        if scratch is not None and rules is not None:
            return scratch.record(self.parameters(), rules, self.file)
        record = super().params()
        for name, rows in self.tables.items():
            record[name] = rows
        return record

    def beside_hooks(self) -> tuple[Any, ...]:
        return (dict(self.tables),)

    def beside_sources(self) -> str:
        tables = repr(sorted(self.tables.items())) if self.file else ""
        scratch = self.strategy.scratch
        return tables + ("" if scratch is None else scratch.digest(self.file))
