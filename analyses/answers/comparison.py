"""The answer of a comparison as types: what its JSON holds (docs/reference/formats.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from analyses.answers.shared import INCONCLUSIVE, TURNED, Bot, LeftOut, Stopping, Verdict, Versions
from tongits_sim.experiments.batch_answer import House
from tongits_sim.run.answers import Answer, Document, Estimate, mean_of
from tongits_sim.run.within import Within


@dataclass(frozen=True, kw_only=True)
class RankingRow(Answer):
    """A player's earnings (units a game), how they compare, and the shares of its games by event.

    Attributes:
        rank: 1 for the best.
        payout: of a game.
        payout_sd: standard deviation of the payout of one game.
        games: games it played.
        diff_to_best, diff_to_baseline: its payout minus the payout of the best player, or of the baseline.
        p_holm_vs_baseline, verdict_vs_baseline: corrected over the other players.
        rank_ci95, first_probability: where its true rank lies; None with fewer than two deals.
        rating: from its wins, on Elo's scale, with 1500 as the mean of the entrants (`stats.rating`); None if a player
            won no game.
        wins, second, sunog: shares of its games: won, second (a tie counts half), lost burned.
        calls, challenges: shares of its games with a call, or with a challenge.
        calls_won, challenges_won: shares of its calls and challenges; the mean is None without a call or a challenge.
        left_after: number of deals after which the player left, because it is surely not the best. All its numbers come
            from these deals. None for players that stayed.
        left_behind, diff_when_left: a player that surely earned more at that time, and the payout minus that player's.
            All limits of this kind in a comparison hold together at 95 %.
    """

    player: str
    rank: int
    payout: Estimate
    payout_sd: float
    games: int
    diff_to_best: Estimate
    diff_to_baseline: Estimate | None
    p_holm_vs_baseline: float | None
    verdict_vs_baseline: Verdict | None
    rank_ci95: tuple[int, int] | None = None
    first_probability: float | None = None
    rating: Estimate | None = None
    wins: Estimate
    second: Estimate
    sunog: Estimate
    calls: Estimate
    calls_won: Estimate
    challenges: Estimate
    challenges_won: Estimate
    left_after: int | None = None
    left_behind: str | None = None
    diff_when_left: Estimate | None = None


@dataclass(frozen=True)
class PairRow(Answer):
    """Two players on the same deals."""

    a: str
    b: str
    diff: Estimate  # payout of `a` minus payout of `b`, at least 0, units a game
    p_holm: float | None  # corrected over all pairs
    verdict: Verdict
    variance_reduction: float | None  # how many times more games independent deals would have taken
    diff_confirm: float | None = None  # the difference on the deals that confirm
    verdict_first: Verdict | None = None  # the verdict before the confirmation


@dataclass(frozen=True)
class ChannelRow(Answer):
    """Units that a player won or lost by an ending, per game of all its games."""

    player: str
    ending: str
    way: Literal["won", "lost"]
    units: Estimate


@dataclass(frozen=True)
class PlaceRow(Answer):
    """Payout of a player at a place: `seat 0`, ..., `dealer`, `not dealer`."""

    player: str
    place: str
    payout: Estimate


@dataclass(frozen=True)
class OpponentRow(Answer):
    """Payout of a player at tables with an opponent; `p_bh` is corrected over all rows."""

    player: str
    opponent: str
    payout: Estimate
    p_bh: float | None
    verdict: Literal["gains", "loses", "inconclusive"]


@dataclass(frozen=True)
class TableRow(Answer):
    """Payout of a player at one table of three; without limits if the player sits there twice."""

    table: str
    player: str
    payout: Estimate


@dataclass(frozen=True)
class PayoutRow(Answer):
    """In how many games a player got a payout; `payout` is the low end of a bin, units."""

    player: str
    payout: float
    games: int


@dataclass(frozen=True)
class Lead(Answer):
    """Games until the better of two players leads, if both play with the best other player, without duplicate deals."""

    a: str
    b: str
    games: int | None  # games of a session after which it leads in 19 of 20 sessions; None: more than the longest
    between: tuple[int, int | None]  # 95 % limits of `games`; None: more than the longest
    longest: int  # games of the longest session
    sessions: int  # how many were played
    led: float  # share of the longest sessions that end ahead; a level session counts half


@dataclass(frozen=True)
class Confirmation(Answer):
    """The check by a second seed: it agreed with `agreed` of the verdicts on `of` pairs."""

    agreed: int
    of: int
    seed: int
    deals: int
    games_played: int
    ranking: tuple[RankingRow, ...]
    pairs: tuple[PairRow, ...]
    stopping: Stopping


@dataclass(frozen=True, kw_only=True)
class ComparisonAnswer(Document):
    """The answer of `compare`. Amounts are units a game of one place; the unit of intervals is the deal."""

    command: Literal["compare"] = "compare"
    rules: str
    # deals, deals_asked: deals played at every table in every seating, and the largest allowed number
    deals: int
    deals_asked: int
    games_played: int  # games in all
    match_games: int
    all_triples: bool  # tables at which a bot sits twice were played too
    rules_option: str  # the options that name the rules again
    seed: int
    players: tuple[str, ...]
    baseline: str | None
    ranking: tuple[RankingRow, ...]  # the players, the best first
    pairs: tuple[PairRow, ...]  # every two players
    variance_reduction: float | None  # the median over pairs
    endings: Mapping[str, float]  # share of games by ending
    channels: tuple[ChannelRow, ...]  # payoff by ending
    places: tuple[PlaceRow, ...]  # payoff by seat, as dealer and not
    matrix: tuple[OpponentRow, ...]  # payoff by opponent
    tables: tuple[TableRow, ...]  # payoff at each table
    payouts: tuple[PayoutRow, ...]  # histograms
    stopping: Stopping
    bots: tuple[Bot, ...]
    knobs: Mapping[str, Any]
    versions: Versions
    confirm: Confirmation | None = None  # the result of a second seed, if one was asked for
    command_line: str | None = None  # the command that plays the comparison again; None if a stored answer lacks it
    house: House | None = None  # income of the house, mean over all tables, units a game; None under rules without fees
    # games until luck evens out between a player and the next, if the better player is certain
    leads: tuple[Lead, ...] = ()
    left_out: tuple[LeftOut, ...] = ()  # bots that failed
    within: Within | None = None  # the half-width that was asked for, and the games it took

    def pair(self, first: str, second: str) -> PairRow:
        """The row of two players in any order. Raises KeyError."""
        return {frozenset((row.a, row.b)): row for row in self.pairs}[frozenset((first, second))]

    def confirmed(self, second: ComparisonAnswer) -> ComparisonAnswer:
        """This answer with only the verdicts that an answer on other deals shares."""
        pairs, agreed = [], 0
        for row in self.pairs:
            again = second.pair(row.a, row.b)
            sign = 1 if again.a == row.a else -1
            verdict_again = again.verdict if sign > 0 else TURNED[again.verdict]
            agreed += row.verdict == verdict_again
            verdict = row.verdict if row.verdict == verdict_again else INCONCLUSIVE
            pairs.append(
                replace(row, verdict=verdict, diff_confirm=sign * mean_of(again.diff), verdict_first=row.verdict)
            )
        verdicts = {row.player: row.verdict_vs_baseline for row in second.ranking}
        ranking = [
            replace(row, verdict_vs_baseline=_common(row.verdict_vs_baseline, verdicts[row.player]))
            for row in self.ranking
        ]
        confirmation = Confirmation(
            agreed=agreed,
            of=len(pairs),
            seed=second.seed,
            deals=second.deals,
            games_played=second.games_played,
            ranking=second.ranking,
            pairs=second.pairs,
            stopping=second.stopping,
        )
        return replace(self, ranking=tuple(ranking), pairs=tuple(pairs), confirm=confirmation)


def _common(first: Verdict | None, second: Verdict | None) -> Verdict | None:
    return first if first == second or first is None else INCONCLUSIVE
