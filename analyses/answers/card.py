"""The answer of `tongits card`: a few rules of thumb, and what playing by them costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from analyses.answers.shared import Versions
from tongits_sim.run.answers import Answer, Estimate

Decision = Literal["call", "respond", "lay"]


@dataclass(frozen=True, kw_only=True)
class Thumb(Answer):
    """A rule of thumb."""

    decision: Decision
    at: tuple[int, ...]  # numbers of the tables that it is for
    rivals_from: int = 0  # opponents who may challenge a call
    rivals_to: int | None = None
    kind: Literal["any", "never", "most", "least"]  # of a count: at most or at least `times` x cards + `plus`
    times: int = 0  # for each card: of the caller; before a call, the fewest that one of them holds
    plus: int = 0
    thrown: bool = False  # `times` x (cards + points of their lower last discard), 10 where there is none
    alone: int = 0  # more where only one of them may challenge
    both: bool = False  # at a challenge: `times` x the cards of both opponents
    close: Literal["", "yes", "no"] = ""  # the side of the limit on which either will do

    @property
    def numbers(self) -> int:
        """Numbers to remember."""
        limited = self.kind in ("most", "least")
        added = limited and (self.plus != 0 or not self.times)
        return sum((added, self.times > 0, self.thrown, self.alone > 0, self.both))

    def limit(self, cards: int, thrown: int = 0, alone: bool = False) -> int:
        """The count at the limit."""
        return self.times * (cards + self.thrown * thrown) + self.plus + self.alone * alone


@dataclass(frozen=True, kw_only=True)
class CardAnswer(Answer):
    """A pocket card.

    Costs are units a game that a seat loses by following the card and playing like `player` otherwise, by table, on
    deals that the card was not counted in; less than 0 is a gain.
    """

    command: str = "card"
    rules: str
    rules_option: str
    knobs: Mapping[str, Any] = field(default_factory=dict)
    player: str  # in the own seat
    tables: tuple[str, ...]  # names of the tables
    thumbs: tuple[Thumb, ...]
    margin: float  # units within which two answers are worth the same
    cost: tuple[Estimate, ...]  # of the whole card
    cost_calls: tuple[Estimate, ...]  # of calling and challenging by it
    lay_all: bool  # whether melds in the hand count, so that all are laid
    games: int  # games at each table that each kind of decision was counted in
    deals: int  # deals at each table that measure the costs
    seed: int
    elapsed_s: float = 0.0
    versions: Versions = field(default_factory=Versions)

    @property
    def players(self) -> tuple[str, ...]:
        """The player in the own seat, whose decisions are on the card."""
        return (self.player,)

    @property
    def games_played(self) -> int:
        """Games in which its costs were measured: every deal in three seatings, without the card and with its parts."""
        return 3 * 3 * self.deals * len(self.tables)

    def of(self, decision: str) -> list[Thumb]:
        """Its rules for call, respond or lay."""
        return [thumb for thumb in self.thumbs if thumb.decision == decision]
