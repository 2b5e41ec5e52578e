"""The answer of `tongits tournament`: who wins how often, and how much of it is luck."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from analyses.answers.shared import Bot, LeftOut, Versions, Viewed
from tongits_sim.run.answers import Answer, Document, Estimate


@dataclass(frozen=True)
class StageRow(Answer):
    """A stage."""

    name: str  # its name
    # players, groups, matches, rounds, games: see `Stage`; games of all its tables
    players: int
    groups: int
    matches: int
    rounds: int
    games: int
    score: str  # the score that ranks its players: money or games won
    best: float | None  # mean share of its players of the best kind; None without a best kind


@dataclass(frozen=True)
class KindRow(Answer):
    """A kind of players."""

    player: str  # the bot that they all play
    entered: int  # how many of them enter
    # earnings of one player of the kind in a game of the first stage, units; unknown if points are played for
    payout: Estimate
    title: Estimate  # probability that the kind wins the tournament
    title_each: Estimate  # the same for each player of the kind
    reached: tuple[Estimate, ...]  # probability that a player of the kind plays a stage, in the order of the stages
    # points of a player of the kind in a progressive match of the first stage; None if money is played for
    points: Estimate | None = None


@dataclass(frozen=True)
class LengthRow(Answer):
    """One match between a player of the best kind and two of another."""

    rounds: int  # its length; if points are played for, the number of progressive matches
    # probability that the better player has most money (fewest points) at its end; ties by games won, then by lot
    best: Estimate
    matches: int  # how many were played


@dataclass(frozen=True, kw_only=True)
class TournamentAnswer(Viewed, Document):
    """Tournaments of one format, played.

    Under progressive rules (`match.progressive_target`) points take the place of money, and the fewest are best.
    """

    # command, question: "tournament"
    command: Literal["tournament"] = "tournament"
    question: Literal["tournament"] = "tournament"
    asks: str = "Who wins this tournament, and how much of it is luck?"  # the question, a sentence
    name: str  # of the format, as a command names it
    title: str  # of the format, as people call it
    # what of the format is documented, what is assumed, and where the documents are; sentences
    documented: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    # rules, rules_option, knobs: the house rules
    rules: str
    rules_option: str
    knobs: Mapping[str, Any] = field(default_factory=dict)
    players: tuple[str, ...]  # labels of the kinds of players
    seed: int
    events: int  # tournaments played
    games_played: int  # in all tournaments together
    stages: tuple[StageRow, ...]  # the stages
    kinds: tuple[KindRow, ...]  # the kinds of players, in the order of the field
    # bots that failed, a fault each; the largest other kind took the places of their kinds
    left_out: tuple[LeftOut, ...] = ()
    deals: int = 0  # deals, in the first stage of other tournaments with these players, that compared the kinds
    # the kind that surely earns more (has fewer points) than every other on these deals (Holm); None if there is no
    # such kind
    best: str | None
    luck: Estimate | None  # probability that the title goes to another kind than the best; None without a best kind
    lottery: float | None  # the same if the title were drawn by lot
    # one match of more and more rounds, best against two of `rival`; empty if not asked for
    lengths: tuple[LengthRow, ...] = ()
    rival: str | None = None  # the opponents of the better player there
    # rounds after which the better player wins `share` of matches; None if it does not within the lengths played.
    # `enough_low`, `enough_high`: the same for the curves of the limits.
    enough: float | None = None
    enough_low: float | None = None
    enough_high: float | None = None
    share: float = 0.9  # of matches, as `enough` means it
    # bots, versions, command_line: as everywhere
    bots: tuple[Bot, ...] = ()
    versions: Versions = field(default_factory=Versions)
    command_line: str = ""

    def heading(self) -> str:
        """The tournament, its size and the rules, in one line."""
        return f"{self.title} · {self.events:,} tournaments of {self.entered:,} players · rules {self.rules}"

    @property
    def target(self) -> int:
        """The points that end a progressive match; 0 if money is played for."""
        return int(self.knobs.get("match.progressive_target", 0))

    @property
    def entered(self) -> int:
        """The number of players in the first stage."""
        return self.stages[0].players

    @property
    def luck_left(self) -> Estimate | None:
        """Luck: how often another kind than the best wins the title, as a share of how often a lottery would let it
        win.
        """
        if self.luck is None or not self.lottery or self.luck.mean is None:
            return None
        limits = self.luck.ci95
        ends = None if limits is None else (limits[0] / self.lottery, limits[1] / self.lottery)
        return Estimate(self.luck.mean / self.lottery, ends)

    def kind(self, player: str) -> KindRow:
        """The row of a kind. Raises KeyError."""
        return {row.player: row for row in self.kinds}[player]
