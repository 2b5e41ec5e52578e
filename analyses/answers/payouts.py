"""The answer about payouts: what rules pay, to whom, and what a session can cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from analyses.answers.flat import FlatRow
from analyses.answers.question import QuestionAnswer
from tongits_sim.run.answers import Estimate


class OfArm(Protocol):
    """A row that belongs to a set of rules and the bot of which three copies play."""

    @property
    def rules(self) -> str:
        """Name of the rules."""

    @property
    def player(self) -> str:
        """Label of the bot."""


R = TypeVar("R", bound=OfArm)


def of_arm(rows: Sequence[R], arm: OfArm) -> list[R]:
    """The rows of the same rules and bot."""
    return [row for row in rows if (row.rules, row.player) == (arm.rules, arm.player)]


@dataclass(frozen=True)
class Variant(FlatRow):
    """A set of rules: what a game moves, what dealing is worth, how payouts spread, what a session needs.

    Money is in units a game unless another unit is named. Shares of `moved` count the jackpot on both sides, but for
    `dealing_of_moved`, which counts it on neither.

    Attributes:
        rules, player: the set of rules and the bot.
        games, sessions: how many were played.
        next_dealer: who deals the next game, as the knob says.
        moved: what changes hands, by all parts of the payments together, before the house takes its fees.
        dealer: the dealer's net.
        dealer_win: share of games that the dealer wins.
        dealer_of_moved: the dealer's net, as a share of what a game moves.
        dealing_of_moved: the same without the jackpot: his net by the other parts, as a share of what these move.
        right_of_moved, last_of_moved: the net of the player on the dealer's right and of the last, as shares.
        sunog: share of hands that are burned.
        turns: turns of a game, all players together.
        kept_by_the_house: fees.
        payout_sd, payout_p05, payout_median, payout_p95: one player's payout of one game, units.
        session_sd, session_p05, session_median, session_p95: his result of a session, units.
        bankroll_50, bankroll_95, bankroll_99: units that last a session with that probability.
    """

    rules: str
    player: str
    games: int
    sessions: int
    next_dealer: str
    moved: Estimate
    dealer: Estimate
    dealer_win: Estimate
    dealer_of_moved: Estimate
    dealing_of_moved: Estimate
    right_of_moved: Estimate
    last_of_moved: Estimate
    sunog: Estimate
    turns: Estimate
    kept_by_the_house: Estimate
    payout_sd: float
    payout_p05: float
    payout_median: float
    payout_p95: float
    session_sd: float
    session_p05: float
    session_median: float
    session_p95: float
    bankroll_50: Estimate
    bankroll_95: Estimate
    bankroll_99: Estimate

    @property
    def fees(self) -> float:
        """Units a game that the house keeps; 0 without fees."""
        return self.kept_by_the_house.mean or 0.0

    @property
    def fair_of_moved(self) -> float:
        """What each place would net if all were alike, as a share of what a game moves: 0, or a third of the fees."""
        return -self.fees / 3 / self.moved.mean if self.moved.mean else 0.0


@dataclass(frozen=True)
class Part(FlatRow):
    """One part of the payments (base, sunog, bonus, sagasa, pot, jackpot, fees), units a game.

    Attributes:
        rules, player: the set of rules and the bot.
        part: its name.
        moved: what changes hands by it; of `fees`: what the house takes out of that.
        dealer, right, last: what each place nets by it.
    """

    rules: str
    player: str
    part: str
    moved: Estimate
    dealer: Estimate
    right: Estimate
    last: Estimate


@dataclass(frozen=True)
class Ending(FlatRow):
    """One way in which games end.

    Attributes:
        rules, player: the set of rules and the bot.
        ending: its name.
        share: of games.
        winner_gets: the winner's payout, units; unknown where no game ended so.
    """

    rules: str
    player: str
    ending: str
    share: Estimate
    winner_gets: Estimate


@dataclass(frozen=True)
class Place(FlatRow):
    """A place from the dealer on, a seat, or the house where the rules have fees.

    Attributes:
        rules, player: the set of rules and the bot.
        place: its name.
        win: share of games won; unknown for seats and the house.
        payout: units a game.
    """

    rules: str
    player: str
    place: str
    win: Estimate
    payout: Estimate


@dataclass(frozen=True)
class Ruin(FlatRow):
    """The risk of losing a bankroll.

    Attributes:
        rules, player: the set of rules and the bot.
        bankroll: units.
        ruined: share of players who are down by it at some time of a session; unknown where it is beyond the count.
        brownian: the same for a Brownian motion of the same mean and spread.
        unlimited_at_most: bound on the probability of ever losing it in unlimited play.
    """

    rules: str
    player: str
    bankroll: float
    ruined: Estimate
    brownian: float
    unlimited_at_most: float


@dataclass(frozen=True)
class Jackpot(FlatRow):
    """The jackpot of a set of rules that has one.

    Attributes:
        rules, player: the set of rules and the bot.
        streak: wins in a row that take it.
        staked: units a game, all three players together.
        hits: jackpots won a game.
        games_between: games from hit to hit.
        size: units a hit brings, the hitter's own stakes included.
        returned: share of the stakes that is shared out at the end of matches.
        dealer: what the dealer nets by it, units a game.
        hits_seen: jackpots won in all.
    """

    rules: str
    player: str
    streak: int
    staked: Estimate
    hits: Estimate
    games_between: Estimate
    size: Estimate
    returned: Estimate
    dealer: Estimate
    hits_seen: int


@dataclass(frozen=True)
class Payout(FlatRow):
    """One payout of a game.

    Attributes:
        rules, player: the set of rules and the bot.
        payout: units.
        players: how many had it, three a game.
        share: of all.
    """

    rules: str
    player: str
    payout: float
    players: int
    share: float


@dataclass(frozen=True, kw_only=True)
class PayoutsAnswer(QuestionAnswer):
    """The answer about payouts.

    Attributes:
        rule_sets: names of the rules, in the order in which they were named.
        session: games of a session.
        games_played: games in all.
        variants: each set of rules and bot.
        parts, endings, places, ruin, jackpots, histogram: rows of each of them.
        method: how it was estimated.
        workers: processes that played.
        elapsed_s: seconds.
    """

    rule_sets: tuple[str, ...]
    session: int
    games_played: int
    variants: tuple[Variant, ...]
    parts: tuple[Part, ...]
    endings: tuple[Ending, ...]
    places: tuple[Place, ...]
    ruin: tuple[Ruin, ...]
    jackpots: tuple[Jackpot, ...]
    histogram: tuple[Payout, ...]
    method: Mapping[str, str]
    workers: int = 1
    elapsed_s: float = 0.0
