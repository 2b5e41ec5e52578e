"""The typed answer of a batch of games (docs/reference/formats.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, cast

import tongits_sim.rules as _rules
from tongits_sim.knobs.book import at_table
from tongits_sim.rules import RuleError, RuleSet
from tongits_sim.run.answers import Answer, Document, Estimate

if TYPE_CHECKING:
    from tongits_sim.knobs.house_rules import RulesModule

Share = float | None
"""A share or a rate; None if there is nothing to divide by."""

# The bases of a row are listed in reverse, because a dataclass takes the fields of its last base first.


@dataclass(frozen=True)
class Payout(Answer):
    """Payout of a game, in units."""

    games: int  # games times slots
    payout: Estimate
    payout_sd: float | None  # standard deviation of the payout of one game


@dataclass(frozen=True)
class Quantiles(Answer):
    """Quantiles of the payout of a game, in units, accurate to a histogram bin."""

    payout_p05: float | None
    payout_median: float | None
    payout_p95: float | None


@dataclass(frozen=True)
class Rates(Answer):
    """Event rates, per game unless the name says otherwise, and payouts by source, in units."""

    wins: Estimate  # share of games won
    second_rate: Share
    sunog: Estimate  # share of games lost burned
    call_rate: Share
    calls_won: Share
    could_challenge_rate: Share
    challenge_rate: Share
    challenged_of_possible: Share
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
    """A seat; `wins` has limits only if matches are single games, `sunog` never."""


@dataclass(frozen=True)
class DealerRow(Rates, Payout):
    """The dealer; `wins` has limits only if matches are single games, `sunog` never."""


@dataclass(frozen=True)
class Leader(Answer):
    """The player who earns most, `lead` units per game more than the `next`."""

    player: str
    next: str
    lead: Estimate


@dataclass(frozen=True)
class House(Answer):
    """What the house keeps under rules with fees (R15)."""

    income: Estimate  # units a game, all players together


LAST_FIRST_MELD = 12
"""First melds in this turn or later are counted together."""


@dataclass(frozen=True)
class LengthRow(Answer):
    """Games of some length."""

    turns: int  # of all players together
    games: int


@dataclass(frozen=True)
class FirstMeldRow(Answer):
    """Players by when they laid their first meld, open or face down."""

    turn: int  # the player's own turn; 0: never; the last row: this turn or later
    players: int
    wins: Estimate  # share of them that won; the interval takes players of one game as independent


@dataclass(frozen=True)
class BatchAnswer(Document):
    """The answer of `simulate`: rows for players, seats and the dealer, and histograms."""

    command: Literal["simulate"]
    rules: str
    players: tuple[str, ...]  # labels by slot
    # games and matches played; a match has at most `match_games` games
    games: int
    matches: int
    match_games: int
    fixed_seats: bool
    seed: int
    endings: Mapping[str, float]  # share of games by ending
    turns_per_game: float  # all players together
    won_per_game: float  # what the winner gets, units
    sunog_per_game: float  # burned players per game
    players_summary: tuple[PlayerRow, ...]
    seats_summary: tuple[SeatRow, ...]
    dealer_summary: DealerRow
    leader: Leader | None  # who earns most; None if all players are the same
    knobs: Mapping[str, Any]  # the rules
    broken_off: bool | None = None  # a bot failed; the answer covers the games finished before that
    specs: tuple[str, ...] | None = None  # the players as `--players` reads them, by slot
    house: House | None = None  # None under rules without fees
    lengths: tuple[LengthRow, ...] = ()  # lengths that occurred
    first_melds: tuple[FirstMeldRow, ...] = ()  # turns that occurred


def rules_words(name: str, knobs: Mapping[str, Any]) -> str:
    """The name of custom rules as a table says it, and whether bots see the payout; empty for presets."""
    try:
        words = "" if ", " in name else at_table(cast("RulesModule", _rules), RuleSet.from_knobs(knobs, name=name))
    except RuleError:  # rules of another version, or of another game
        words = ""
    return " ".join(filter(None, (words, payout_words(knobs))))


def payout_words(knobs: Mapping[str, Any]) -> str:
    """Say that bots do not see a custom payout; empty if the rules have no custom payout."""
    spec = str(knobs.get("payout", "")).partition(" #")[0]
    return f"Paid by {spec}; bots decide by the amounts of the knobs." if spec else ""


def leaves_out_jackpot(knobs: Mapping[str, Any], match_games: int) -> bool:
    """Whether the rules have a jackpot for wins in a row, which games played one by one never pay."""
    staked = knobs.get("jackpot.seed", 0) or knobs.get("jackpot.add", 0)
    if match_games > 1 or not staked or knobs.get("match.progressive_target", 0):
        return False
    return bool(knobs.get("jackpot.streak", 1) > 1)
