"""The answer of `tongits players`: how the people at a table play, beside the strongest player."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from analyses.answers.shared import Bot, Versions
from tongits_sim.run.answers import Answer, Estimate


@dataclass(frozen=True)
class Habit(Answer):
    """How often a player says yes to one kind of decision.

    Attributes:
        kind: `call` or `challenge`.
        asked, yes: how often it could, and how often it did.
        share: `yes` of `asked`.
        compared: decisions with known cards, where the strongest player was asked too.
        strongest: how often the strongest player said yes there.
        more: share of yes of the player less that of the strongest, over `compared`; paired.
    """

    kind: str
    asked: int
    yes: int
    share: Estimate
    compared: int
    strongest: int
    more: Estimate


@dataclass(frozen=True)
class PlayerSeen(Answer):
    """A player of recorded games.

    Attributes:
        player: the name.
        games: games it sat in, seats counted.
        paid: games with a known result.
        units: won a game; games are the unit of the interval.
        burned: share of the games with a known end in which it was burned.
        habits: calls and challenges.
    """

    player: str
    games: int
    paid: int
    units: Estimate
    burned: Estimate
    habits: tuple[Habit, ...]

    def habit(self, kind: str) -> Habit:
        """One of its habits."""
        return next(each for each in self.habits if each.kind == kind)


@dataclass(frozen=True, kw_only=True)
class PlayersAnswer(Answer):
    """The players of recorded games.

    Attributes:
        command, question: "players".
        asks: the question, a sentence.
        files: the files of the games.
        rules, rules_option, knobs: the house rules.
        players: the strongest player, to compare the others with.
        games: games read.
        seed: of the random words of the strongest.
        seen: the players, those with the most games first.
        command_line: the command that asks it again.
        elapsed_s, bots, versions: as everywhere.
    """

    command: Literal["players"] = "players"
    question: Literal["players"] = "players"
    asks: str = "How do the others play, and what should one do about it?"
    files: tuple[str, ...]
    rules: str
    rules_option: str
    knobs: Mapping[str, Any] = field(default_factory=dict)
    players: tuple[str, ...]
    games: int
    seed: int
    seen: tuple[PlayerSeen, ...]
    command_line: str = ""
    elapsed_s: float = 0.0
    bots: tuple[Bot, ...] = ()
    versions: Versions = field(default_factory=Versions)
