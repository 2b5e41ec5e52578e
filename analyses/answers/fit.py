"""The answer of `tongits analyze styles`: how often a recorded player calls and challenges."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from analyses.answers.shared import Versions
from tongits_sim.run.answers import Answer, Estimate


@dataclass(frozen=True)
class FittedSituation(Answer):
    """A situation, or several put together, and how often the player says yes there.

    Attributes:
        kind: `call` or `respond`.
        where: by feature of the decision (docs/explanation/solving.md), the lowest and the highest value; the highest
            is None where there is no end.
        asked, yes: how often it was asked in the games, and how often it said yes.
        share: how often it says yes, with what the population lends.
    """

    kind: str
    where: Mapping[str, tuple[int, int | None]]
    asked: int
    yes: int
    share: Estimate


@dataclass(frozen=True)
class FittedKind(Answer):
    """One kind of decision.

    Attributes:
        kind: `call` or `respond`.
        asked, yes: how often the player was asked, and how often it said yes.
        share: `yes` of `asked`, with nothing lent.
        resembles: players of the population by weight, the heaviest first.
        strength: for how many decisions the population counts in a situation.
    """

    kind: str
    asked: int
    yes: int
    share: Estimate
    resembles: Mapping[str, float]
    strength: float


@dataclass(frozen=True, kw_only=True)
class FitAnswer(Answer):
    """What `tongits analyze styles` found.

    Attributes:
        command: `fit`.
        rules, rules_option, knobs: the house rules of the games.
        player: its name in the records.
        source: the file of the records.
        games: games it sat in.
        population: the players it was leaned on.
        kinds: calls and challenges.
        groups: situations put together, for people to read.
        situations: every situation in which it was asked.
        play: the bot whose card play the profile is for.
        file: the profile that was written; empty if none was.
        elapsed_s, versions: as everywhere.
    """

    command: str = "fit"
    rules: str
    rules_option: str
    knobs: Mapping[str, Any] = field(default_factory=dict)
    player: str
    source: str = ""
    games: int
    population: tuple[str, ...]
    kinds: tuple[FittedKind, ...]
    groups: tuple[FittedSituation, ...]
    situations: tuple[FittedSituation, ...]
    play: str
    file: str = ""
    elapsed_s: float = 0.0
    versions: Versions = field(default_factory=Versions)
