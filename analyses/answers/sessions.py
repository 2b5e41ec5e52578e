"""The answer about sessions: what each player at a table has on the way and at the end, and what it must bring."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from analyses.answers.flat import FlatRow
from analyses.answers.question import QuestionAnswer
from tongits_sim.run.answers import Estimate


@dataclass(frozen=True)
class PlayerRow(FlatRow):
    """A player's sessions.

    Attributes:
        player: label.
        seats: how many of it sit at the table.
        payout: units a game, after the house has taken its fees.
        payout_sd: standard deviation of one game, units.
        fees: units a game that it pays the house.
        result: units of a whole session, on average.
        swing: standard deviation of the result of a session, units.
        p05, p25, median, p75, p95: quantiles of that result, to the width of a bin.
        ended_ahead: share of sessions that end with a gain.
        time_ahead: share of the games of a session after which it is ahead.
        bankroll_50, bankroll_95, bankroll_99: units that last a session with that probability.
    """

    player: str
    seats: int
    payout: Estimate
    payout_sd: float
    fees: Estimate
    result: Estimate
    swing: Estimate
    p05: Estimate
    p25: Estimate
    median: Estimate
    p75: Estimate
    p95: Estimate
    ended_ahead: Estimate
    time_ahead: Estimate
    bankroll_50: Estimate
    bankroll_95: Estimate
    bankroll_99: Estimate


@dataclass(frozen=True)
class FanRow(FlatRow):
    """What a player has after some games of a session, units: quantiles over sessions.

    Attributes:
        player: label.
        games: games of the session that are played.
        p05, p25, median, p75, p95: the quantiles.
    """

    player: str
    games: int
    p05: Estimate
    p25: Estimate
    median: Estimate
    p75: Estimate
    p95: Estimate


@dataclass(frozen=True)
class RuinRow(FlatRow):
    """The risk of losing a bankroll in a session.

    Attributes:
        player: label.
        bankroll: units, to the width of a bin.
        named: whether it was asked for by name; the others make the curve.
        ruined: share of its sessions in which it is ever down by it; unknown where it is beyond the count.
        brownian: the same for a Brownian motion of the same mean and spread.
    """

    player: str
    bankroll: float
    named: bool
    ruined: Estimate
    brownian: float


@dataclass(frozen=True, kw_only=True)
class SessionsAnswer(QuestionAnswer):
    """The answer about sessions at one table.

    Attributes:
        table: who sits in the slots.
        session: games of a session.
        sessions: how many were played.
        games_played: games in all.
        turns: of a game, all players together.
        house: units a game that the house keeps; None under rules without fees.
        bin_width: units; quantiles and bankrolls are known to it.
        cells: a row for each player.
        fan: what each has after every part of a session.
        ruin: bankrolls and how often they are lost.
        method: how it was estimated.
        workers: processes that played.
        elapsed_s: seconds.
    """

    LEFT_OUT: ClassVar[frozenset[str]] = frozenset({"house"})

    table: tuple[str, ...]
    session: int
    sessions: int
    games_played: int
    turns: Estimate
    house: Estimate | None = None
    bin_width: float
    cells: tuple[PlayerRow, ...]
    fan: tuple[FanRow, ...]
    ruin: tuple[RuinRow, ...]
    method: Mapping[str, str]
    workers: int = 1
    elapsed_s: float = 0.0

    @property
    def best(self) -> PlayerRow:
        """The player who earns most."""
        return max(self.cells, key=lambda row: row.payout.mean or 0.0)

    @property
    def worst(self) -> PlayerRow:
        """The player who earns least."""
        return min(self.cells, key=lambda row: row.payout.mean or 0.0)
