"""The answers of `tongits solve` and `tongits analyze exploit`."""

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


@dataclass(frozen=True)
class MeterPart(Answer):
    """The gain of a deviation at one kind of decision alone.

    Attributes:
        decision: `call`, `respond`, `draw`, `lay`, `sapaw` or `discard`.
        gain: units a game; parts need not add up to the whole.
    """

    decision: str
    gain: Estimate


@dataclass(frozen=True)
class Meter(Answer):
    """One meter of exploitability.

    Attributes:
        meter: `cells`, `decisions`, `players` or `thinkers`.
        gain: units a game that one seat gains by the strongest deviation found, on held-out deals.
        by: that deviation.
        searched: a sentence on the search.
        deals: deals the gain was measured on, in all searches together.
        searches: how many searches, each on games of its own, the gain is the mean of; its limits hold what they
            differ by. One: they leave out what another search would find.
        parts: the same deviation at one kind of decision alone; only of `decisions` without a stand-in.
    """

    meter: str
    gain: Estimate
    by: str
    searched: str
    deals: int
    parts: tuple[MeterPart, ...] = ()
    searches: int = 1


@dataclass(frozen=True)
class ExploitAnswer(Answer):
    """The result of `tongits analyze exploit`: meters side by side.

    Attributes:
        command: `exploit`.
        rules, rules_option, knobs: the house rules.
        player: the measured player, on all three seats.
        seed, match_games: as asked for.
        meters: the meters.
        elapsed_s, bots, versions: as everywhere.
        fit_on: the stand-in that deviations were fitted and first chosen against; null: the player itself.
    """

    command: str
    rules: str
    rules_option: str
    knobs: Mapping[str, Any]
    player: str
    seed: int
    match_games: int
    meters: tuple[Meter, ...]
    elapsed_s: float
    bots: tuple[Bot, ...]
    versions: Versions
    fit_on: str | None = None
