"""The result of `tongits try`: what a habit gains or costs at each line-up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from analyses.answers.shared import Bot, Stopping, Versions, Viewed
from tongits_sim.run.answers import Answer, Document, Estimate

DEALS = 50_000
"""The most deals at a line-up, unless somebody asks for more."""
Worth = Literal["gains", "costs", "close", "inconclusive"]
"""What a habit does at a line-up: `close`, within the margin of `TrialAnswer`; `inconclusive` does not mean close."""
Claim = Literal["pays", "costs", "depends", "close", "inconclusive"]
"""What a habit does over the line-ups: `pays` and `costs` at least the margin at some of them, and never the opposite.

`close` gains or costs less than the margin at each.
"""


@dataclass(frozen=True)
class PlayChange(Answer):
    """A quantity of the player's games, without and with the habit."""

    quantity: str  # `wins`, `calls`, ...; see `QUANTITIES` of tongits_sim/experiments/trials.py
    without: float  # a game
    with_habit: float
    change: Estimate  # the interval of this quantity alone


@dataclass(frozen=True)
class LineUpTrial(Answer):
    """The habit against two opponents."""

    line_up: str  # its name: `strong`, or the label of its opponents
    people: str  # the same in a sentence: `strong players`
    opponents: tuple[str, str]  # labels
    deals: int  # each played with and without the habit in every seat
    differ: int  # deals in which the habit changed the player's games
    gain: Estimate  # units a game; the intervals of all line-ups hold together, at every look
    worth: Worth
    play: tuple[PlayChange, ...]  # what changed in play

    def quantity(self, name: str) -> PlayChange:
        """A quantity by name. Raises KeyError."""
        return {row.quantity: row for row in self.play}[name]


@dataclass(frozen=True, kw_only=True)
class TrialAnswer(Viewed, Document):
    """A habit, tried."""

    command: Literal["try"] = "try"
    question: Literal["try"] = "try"
    asks: str = "Does this habit pay?"
    habit: str  # the spec of the player with the habit
    doing: str  # the habit in words: `never calling a draw`
    claims: tuple[str, ...] = ()  # the advice that it stands for
    player: str  # the label of the player without it
    rules: str
    rules_option: str = ""
    knobs: Mapping[str, object] = field(default_factory=dict)  # the house rules, every knob
    seed: int
    deals_asked: int  # the most deals at a line-up
    margin: float  # units a game within which a difference is close: 2 % of an average win (`margin_of`)
    verdict: Claim
    line_ups: tuple[LineUpTrial, ...]
    stopping: Stopping
    games_played: int = 0
    bots: tuple[Bot, ...] = ()
    versions: Versions = field(default_factory=Versions)
    command_line: str = ""

    def heading(self) -> str:
        """The rules, the player, how much was played, and the seed, in one line."""
        return f"{self.rules} · {self.player} with and without the habit · {self.deals} deals · seed {self.seed}"

    @property
    def deals(self) -> str:
        """The deals of the line-ups: `2,048 to 32,000`."""
        counts = sorted({row.deals for row in self.line_ups})
        return f"{counts[0]:,}" if len(counts) == 1 else f"{counts[0]:,} to {counts[-1]:,}"

    def line_up(self, name: str) -> LineUpTrial:
        """A line-up by name. Raises KeyError."""
        return {row.line_up: row for row in self.line_ups}[name]
