"""Tuned players as JSON holds them: their final numbers, and the gain that is left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from tongits_sim.run.answers import Answer, Estimate, value
from tongits_sim.run.notebook import Bar, Displayable, View, forest_svg
from tongits_sim.run.numbers import known


@dataclass(frozen=True)
class DeviationGain(Answer):
    """The gain of a seat that plays otherwise while the others stay.

    Attributes:
        player: its label.
        to: the label of the player it plays as instead.
        gain: units a game.
    """

    OLD_KEYS: ClassVar = {"gain": ("gain", "ci95")}

    player: str
    to: str
    gain: Estimate


@dataclass(frozen=True)
class TunedPlayer(Answer):
    """A player before and after tuning.

    Attributes:
        player: its label as it came.
        tuned: its label as it is now.
        params: its parameters now, all of them.
        tunable: names of the tuned ones.
    """

    player: str
    tuned: str
    params: Mapping[str, float]
    tunable: tuple[str, ...]


@dataclass(frozen=True)
class TunedAnswer(Displayable, Answer):
    """Players tuned for a rule set.

    Attributes:
        rules: name of the rules.
        players: the players, each once.
        rounds: how often every player looked for a best response.
        settled: the last round moved nobody.
        e: no deviation gains more, with 95 % confidence for all of them together; units a game.
        deviations: the strongest deviations and what they gain on held-out deals.
        adapting_gains: the gain of each player over its starting numbers, the others being tuned; held-out deals.
        games: games played for all this.
        seeds: first seeds of the deals that tuned, that looked for deviations, that measured.
        tunings: how many times they were tuned: `e` and `games` are of all, the rest of the first.
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
    tunings: int = 1

    def view(self) -> View:
        """The players before and after, what is left to gain, and the deviations in a figure."""
        rounds = f"{self.rounds} round{'' if self.rounds == 1 else 's'}"
        end = "in the last nobody moved" if self.settled else "the last still moved somebody"
        gains = {each.to: each for each in self.adapting_gains}
        rows = []
        for each in self.players:
            gain = gains.get(each.tuned)
            rows.append([each.player, each.tuned, "–" if gain is None else known(gain.gain.mean, gain.gain.ci95)])
        bars = [Bar(each.to, value(each.gain), each.gain.ci95) for each in self.deviations]
        return View(
            [
                f"Tuned for {self.rules} in {rounds}, {end}.",
                f"No seat was found to gain more than {self.e:.2g} units a game by deviating, with 95 % confidence.",
            ],
            ["Player", "Tuned", "Gain, units a game"],
            rows,
            lambda: forest_svg(bars, "units a game that a seat gains by playing so instead"),
        )
