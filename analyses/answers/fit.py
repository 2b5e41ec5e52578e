"""The answer of `tongits analyze styles`: how often a recorded player calls and challenges."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from analyses.answers.shared import Versions
from tongits_sim.run.answers import Answer, Estimate


@dataclass(frozen=True)
class FittedSituation(Answer):
    """A situation, or a group of them, and how often the player says yes there.

    Attributes:
        kind: `call` or `respond`.
        where: by feature of the decision (docs/explanation/solving.md), the lowest and the highest value; the highest
            is None where there is no end.
        asked, yes: how often it was asked in the games, and how often it said yes.
        share: estimated share of yes, which leans on the population.
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
        share: `yes` of `asked`, without the population.
        resembles: players of the population by weight, the heaviest first.
        strength: number of decisions that the population counts for in a situation.
    """

    kind: str
    asked: int
    yes: int
    share: Estimate
    resembles: Mapping[str, float]
    strength: float


@dataclass(frozen=True, kw_only=True)
class FitAnswer(Answer):
    """The result of `tongits analyze styles`.

    Attributes:
        command: `fit`.
        rules, rules_option, knobs: the house rules of the games.
        player: its name in the records.
        source: the file of the records.
        games: games it sat in.
        population: the players that the estimates lean on.
        kinds: calls and challenges.
        groups: groups of situations, for people to read.
        situations: every situation in which it was asked.
        play: the bot that plays the cards for the profile.
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
