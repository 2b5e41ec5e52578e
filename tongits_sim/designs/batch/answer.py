"""The typed answer of a batch of games: the content of its JSON (docs/reference/formats.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from tongits_sim.run.answers import Answer, Estimate, value

Share = float | None
"""A share or a rate; None if there is nothing to divide by."""

# A row's fields come in groups: the bases of a row are named last first, since a dataclass takes the fields of its last
# base first.


@dataclass(frozen=True)
class Payout(Answer):
    """Payout of a game, in units.

    Attributes:
        games: games times slots.
        payout: of a game.
        payout_sd: standard deviation of the payout of one game.
    """

    games: int
    payout: Estimate
    payout_sd: float | None


@dataclass(frozen=True)
class Quantiles(Answer):
    """Quantiles of the payout of a game, in units, accurate to a histogram bin."""

    payout_p05: float | None
    payout_median: float | None
    payout_p95: float | None


@dataclass(frozen=True)
class Rates(Answer):
    """Event rates, per game unless the name says otherwise, and payouts by source, in units.

    Attributes:
        wins: share of games won.
        sunog: share of games lost burned.
    """

    wins: Estimate
    second_rate: Share
    sunog: Estimate
    call_rate: Share
    calls_won: Share
    asked_rate: Share
    challenge_rate: Share
    challenges_of_asked: Share
    challenges_won: Share
    opened_rate: Share
    sapaws_per_game: Share
    final_count_mean: Share
    wins_by_ending: Mapping[str, Share]
    payout_by_ending: Mapping[str, Share]
    won_by_ending: Mapping[str, Share]
    parts: Mapping[str, Share]


@dataclass(frozen=True)
class _PlayerFields(Answer):
    player: str
    slots: tuple[int, ...]


@dataclass(frozen=True)
class _SeatFields(Answer):
    seat: int


@dataclass(frozen=True)
class PlayerRow(Rates, Quantiles, Payout, _PlayerFields):
    """A player, who may occupy several slots."""


@dataclass(frozen=True)
class SeatRow(Rates, Payout, _SeatFields):
    """A seat; `wins` has limits only where every match is one game, `sunog` never."""


@dataclass(frozen=True)
class DealerRow(Rates, Payout):
    """The dealer of a game; `wins` has limits only where every match is one game, `sunog` never."""


@dataclass(frozen=True)
class Leader(Answer):
    """The player who earns most, `lead` units per game more than the `next`."""

    player: str
    next: str
    lead: Estimate


@dataclass(frozen=True)
class House(Answer):
    """What the house keeps under rules with fees (R15).

    Attributes:
        income: units a game, all players together.
    """

    income: Estimate

    @property
    def share(self) -> float:
        """The part that each of three equal players pays, units a game."""
        return value(self.income) / 3


@dataclass(frozen=True)
class BatchAnswer(Answer):
    """The answer of `simulate`.

    Attributes:
        players: labels by slot.
        games, matches: played; a match has at most `match_games` games.
        endings: share of games by ending.
        turns_per_game: all players together.
        won_per_game: what the winner of a game gets, units.
        sunog_per_game: burned players per game.
        leader: who earns most; None if all players are the same.
        knobs: the rules.
        out: the run folder, if any.
        broken_off: a bot failed; the answer covers the games finished before that.
        specs: the players as `--players` reads them, by slot.
        house: what the house keeps; None under rules without fees.
    """

    LEFT_OUT: ClassVar[frozenset[str]] = frozenset({"broken_off", "specs", "house"})

    command: Literal["simulate"]
    rules: str
    players: tuple[str, ...]
    games: int
    matches: int
    match_games: int
    fixed_seats: bool
    seed: int
    endings: Mapping[str, float]
    turns_per_game: float
    won_per_game: float
    sunog_per_game: float
    players_summary: tuple[PlayerRow, ...]
    seats_summary: tuple[SeatRow, ...]
    dealer_summary: DealerRow
    leader: Leader | None
    knobs: Mapping[str, Any]
    workers: int = 1
    games_per_second: float | None = None
    elapsed_s: float = 0.0
    out: str | None = None
    broken_off: bool | None = None
    specs: tuple[str, ...] | None = None
    house: House | None = None
