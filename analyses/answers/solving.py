"""The answers of `tongits solve`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from analyses.answers.shared import Bot, Versions
from tongits_sim.run.answers import Answer, Estimate


@dataclass(frozen=True)
class Reading(Answer):
    """A look at the exploitability while solving.

    Attributes:
        iteration: iterations done.
        elapsed_s: seconds since solving began (or was resumed), readings included.
        gain: gain of one seat by the best answer found inside the cells, units a game.
        deals: deals the gain was measured on.
    """

    iteration: int
    elapsed_s: float
    gain: Estimate
    deals: int


@dataclass(frozen=True)
class Frequency(Answer):
    """How often the solved player says yes.

    Attributes:
        kind: `call`, `respond`, `lay` or `sapaw`.
        asked: decisions a game, all free seats together.
        yes: share answered with yes.
        mixed: share of decisions in cells where the probability of yes lies between 5 % and 95 %.
    """

    kind: str
    asked: float
    yes: float
    mixed: float


@dataclass(frozen=True)
class SolveAnswer(Answer):
    """The result of `tongits solve`.

    Attributes:
        command: `solve`.
        rules, rules_option, knobs: the house rules.
        play: the bot that played the cards.
        locks: players of locked seats by seat, counted from 1.
        method: `fictitious` or `regret`.
        start: the first profile: `even`, `yes` or `no`.
        seed, match_games: as asked for.
        iterations: iterations done in all.
        games_per_iteration: games of each.
        branches: other answers played on in all.
        cells: cells of each grid, and how many of them were reached.
        readings: exploitability as solving went on.
        exploitability: the last reading, on the most deals; null if none was taken.
        frequencies: how often the player calls and challenges.
        file: path of the profile.
        stopped: why solving ended, in a sentence.
        elapsed_s, bots, versions: as everywhere.
    """

    command: str
    rules: str
    rules_option: str
    knobs: Mapping[str, Any]
    play: str
    locks: Mapping[str, str]
    method: str
    start: str
    seed: int
    match_games: int
    iterations: int
    games_per_iteration: int
    branches: int
    cells: Mapping[str, tuple[int, int]]
    readings: tuple[Reading, ...]
    exploitability: Reading | None
    frequencies: tuple[Frequency, ...]
    file: str
    stopped: str
    elapsed_s: float
    bots: tuple[Bot, ...]
    versions: Versions
