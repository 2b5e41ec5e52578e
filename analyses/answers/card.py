"""The answer of `tongits card`: a few rules of thumb, and the cost of playing by them."""

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
    kind: Literal["any", "never", "most", "least"]  # limit on the count: at most or at least `times` x cards + `plus`
    times: int = 0  # for each card of the caller; before a call, for each card of the smallest hand
    plus: int = 0
    thrown: bool = False  # `times` x (cards + points of their lower last discard; 10 without a discard)
    alone: int = 0  # more if only one opponent may challenge
    both: bool = False  # at a challenge: `times` x the cards of both opponents
    close: Literal["", "yes", "no"] = ""  # the side of the limit on which both answers are worth the same

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

    Costs are what a seat loses, in units a game, if it follows the card and otherwise plays like `player`, by table, on
    deals that did not make the card. A negative cost is a gain.
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
    lay_all: bool  # melds in the hand count, so all melds are laid
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
        """Games that measured the costs: every deal in three seatings, without the card and with each part."""
        return 3 * 3 * self.deals * len(self.tables)

    def of(self, decision: str) -> list[Thumb]:
        """The rules for call, respond or lay."""
        return [thumb for thumb in self.thumbs if thumb.decision == decision]
