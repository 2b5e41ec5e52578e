"""The format of a tournament: its stages, who enters each stage, and how players are ranked.

In a stage lots put the players into groups, and, before each match, the players of a group at tables of three. A
player's score is the sum over the matches. The other score breaks ties, then a lot.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from tongits_sim.errors import TongitsError
from tongits_sim.run.numbers import abbreviated

Score = Literal["money", "wins"]
MAX_PLAYERS = 10_000
MAX_ROUNDS = 100_000
_ENTRY = re.compile(r"(?P<stage>.+?)\s+(?P<low>\d{1,9})(?:-(?P<high>\d{1,9}))?")
_KEYS = ("name", "players", "rounds", "matches", "groups", "by_group", "score", "from")


class FormatError(TongitsError):
    """A format cannot be played."""


class Entry(NamedTuple):
    """Ranks `low` to `high` (from 1) of an earlier stage, by its number."""

    stage: int
    low: int
    high: int


@dataclass(frozen=True)
class Stage:
    """A stage of a tournament."""

    name: str  # what it is called
    players: int  # number of players
    rounds: int  # games of a match, with the same players in the same seats
    matches: int = 1  # matches that each player plays
    groups: int = 1  # number of groups; a player meets only players of the own group
    by_group: bool = False  # the best of every group rank before all second players; else scores alone decide
    score: Score = "money"  # `money` won, or games won (`wins`)
    entries: tuple[Entry, ...] = ()  # where the players come from; empty for the first stage

    @property
    def tables(self) -> int:
        """Matches of the stage: three players sit at each."""
        return self.matches * self.players // 3

    @property
    def games(self) -> int:
        return self.tables * self.rounds


@dataclass(frozen=True)
class Format:
    """A tournament in stages."""

    name: str  # what it is called
    stages: tuple[Stage, ...]  # in order of play; the first of the last stage wins the tournament

    @property
    def players(self) -> int:
        """The number of players that enter."""
        return self.stages[0].players

    @property
    def tables(self) -> int:
        """Matches of all stages."""
        return sum(stage.tables for stage in self.stages)

    @property
    def games(self) -> int:
        """Games of all stages."""
        return sum(stage.games for stage in self.stages)


def read_format(name: str, stages: Any) -> Format:
    """Read a format from the stages of a TOML file: tables with the keys of `Stage`.

    A stage takes the best of the previous stage, or the ranks in `from`: `"Phase one 1-30"`, or a list. If a player has
    already entered, the next of the stage takes the place. Raises FormatError.
    """
    if not isinstance(stages, Sequence) or isinstance(stages, str) or not stages:
        raise FormatError("a tournament has at least one stage: write [[stages]]")
    read: list[Stage] = []
    for table in stages:
        read.append(_stage(table, read))
    return Format(name, tuple(read))


def _stage(table: Any, before: Sequence[Stage]) -> Stage:
    where = f"stage {len(before) + 1}"
    if not isinstance(table, Mapping):
        raise FormatError(f"{where} must be a table of keys and values")
    name = table.get("name", f"Stage {len(before) + 1}")
    if not isinstance(name, str) or not 0 < len(name) <= 60:
        raise FormatError(f"{where}: its name must be a text of at most 60 letters")
    where = f"{where} ({name})"
    if unknown := sorted(set(table) - set(_KEYS)):
        raise FormatError(f"{where} has no key {abbreviated(unknown[0])}; it has {', '.join(_KEYS)}")
    if any(name == stage.name for stage in before):
        raise FormatError(f"{where}: two stages have this name")
    score = table.get("score", "money")
    by_group = table.get("by_group", False)
    if score not in ("money", "wins") or not isinstance(by_group, bool):
        raise FormatError(f'{where}: score must be "money" or "wins", by_group true or false')
    stage = Stage(
        name,
        _whole(where, "players", table.get("players"), MAX_PLAYERS),
        _whole(where, "rounds", table.get("rounds"), MAX_ROUNDS),
        _whole(where, "matches", table.get("matches", 1), 1000),
        _whole(where, "groups", table.get("groups", 1), MAX_PLAYERS),
        by_group,
        score,
        _entries(where, table.get("from"), before, table.get("players")),
    )
    if stage.players % stage.groups or stage.players // stage.groups % 3:
        groups = "1 group" if stage.groups == 1 else f"{stage.groups} groups"
        raise FormatError(f"{where}: {stage.players} players in {groups} cannot all sit at tables of three")
    return stage


def _whole(where: str, key: str, value: Any, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise FormatError(f"{where}: {key} must be a whole number from 1 to {most:,}, not {abbreviated(value)}")
    return value


def _entries(where: str, value: Any, before: Sequence[Stage], players: Any) -> tuple[Entry, ...]:
    if not before:
        if value is not None:
            raise FormatError(f"{where}: the first stage takes all players, not some of another stage")
        return ()
    texts = value if isinstance(value, list | tuple) else [f"{before[-1].name} 1-{players}" if value is None else value]
    entries = [_entry(where, text, before) for text in texts]
    coming = sum(entry.high - entry.low + 1 for entry in entries)
    if coming != players:
        raise FormatError(f"{where}: {coming} players come from the stages before, and {players} are to play")
    return tuple(entries)


def _entry(where: str, text: Any, before: Sequence[Stage]) -> Entry:
    match = _ENTRY.fullmatch(text.strip()) if isinstance(text, str) else None
    numbers = {stage.name: number for number, stage in enumerate(before)}
    if match is None or match["stage"] not in numbers:
        raise FormatError(
            f'{where}: from = {abbreviated(text)} names no earlier stage; write from = "{before[-1].name} 1-3"'
        )
    stage = numbers[match["stage"]]
    low = int(match["low"])
    high = int(match["high"] or match["low"])
    if not 1 <= low <= high <= before[stage].players:
        raise FormatError(f"{where}: {before[stage].name} has no ranks {low} to {high}")
    return Entry(stage, low, high)
