"""The answer of `tongits solve --method=learn`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from analyses.answers.shared import Bot, Versions
from tongits_sim.run.answers import Answer, Estimate


@dataclass(frozen=True)
class LearnReading(Answer):
    """A point of the learning curve.

    Attributes:
        round: rounds played.
        elapsed_s: seconds since learning began (or was resumed), readings included.
        gain: what one seat earns more by what was learned than as `base`, beside two of `base`, units a game.
        deals: deals the gain was measured on; the same ones every time, and none that were learned from.
    """

    round: int
    elapsed_s: float
    gain: Estimate
    deals: int


@dataclass(frozen=True)
class Beside(Answer):
    """What was learned against the bot it learned from, at one table.

    Attributes:
        others: who sits on the two other seats.
        gain: what one seat earns more by what was learned than as `base`, units a game.
    """

    others: str
    gain: Estimate


@dataclass(frozen=True)
class LearnAnswer(Answer):
    """What `tongits solve --method=learn` found.

    Attributes:
        command: `learn`.
        rules, rules_option, knobs: the house rules.
        base: the bot whose answers are the own ones.
        seed: as asked for.
        rounds: rounds played in all.
        games_per_round: games of each.
        branches: alternatives played on in all.
        cells: cells in which alternatives are compared.
        scored: cells in which one is played.
        margin: standard errors by which its advantage is sure; the best of several on deals that measure nothing.
        readings: the learning curve.
        beside: what it gains in the end, on `deals` held-out deals; empty if that was not measured.
        deals: those deals.
        file: where the weights are.
        stopped: why learning ended, in a sentence.
        elapsed_s, bots, versions: as everywhere.
    """

    command: str
    rules: str
    rules_option: str
    knobs: Mapping[str, Any]
    base: str
    seed: int
    rounds: int
    games_per_round: int
    branches: int
    cells: int
    scored: int
    margin: float
    readings: tuple[LearnReading, ...]
    beside: tuple[Beside, ...]
    deals: int
    file: str
    stopped: str
    elapsed_s: float
    bots: tuple[Bot, ...]
    versions: Versions
