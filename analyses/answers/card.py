"""The answer of `tongits card`: a few rules of thumb, and what playing by them costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from analyses.answers.shared import Versions
from analyses.rollouts.thumbs import Thumb
from tongits_sim.run.answers import Answer, Estimate


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
