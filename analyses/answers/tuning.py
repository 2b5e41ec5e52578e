"""Tuned players as JSON holds them: the numbers they ended with, and what is left to gain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tongits_sim.run.answers import Answer, Limits


@dataclass(frozen=True)
class DeviationGain(Answer):
    """What a seat gains by playing otherwise while the others stay.

    Attributes:
        player: its label.
        to: the label of what it plays as instead.
        gain: units a game.
        ci95: the interval of the gain.
    """

    player: str
    to: str
    gain: float
    ci95: Limits


@dataclass(frozen=True)
class TunedPlayer(Answer):
    """A player before and after tuning.

    Attributes:
        player: its label as it came.
        tuned: its label as it is now.
        params: its parameters now, all of them.
        tunable: the names of those that are tuned.
    """

    player: str
    tuned: str
    params: Mapping[str, float]
    tunable: tuple[str, ...]


@dataclass(frozen=True)
class TunedAnswer(Answer):
    """Players tuned for a rule set.

    Attributes:
        rules: name of the rules.
        players: the players, each once.
        rounds: how often every player looked for a best response.
        settled: the last round moved nobody.
        e: no deviation gains more, with 95 % confidence for all of them together; units a game.
        deviations: the strongest deviations and what they gain on held-out deals.
        adapting_gains: what each player gains over the numbers it came with, the others being tuned; held-out deals.
        games: games played for all this.
        seeds: first seeds of the deals that tuned, that looked for deviations, that measured.
    """

    rules: str
    players: tuple[TunedPlayer, ...]
    rounds: int
    settled: bool
    e: float
    deviations: tuple[DeviationGain, ...]
    adapting_gains: tuple[DeviationGain, ...]
    games: int
    seeds: tuple[int, int, int]
