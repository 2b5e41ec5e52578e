"""The typed answer of a batch of games (docs/reference/formats.md), and its sentences and table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from tongits_sim.run.answers import Answer, Estimate, value
from tongits_sim.run.numbers import amount, between, decimals, half_width, percent, percent_known

Share = float | None
"""A share or a rate; None if there is nothing to divide by."""

# A row's fields come in groups: the bases of a row are named last first, since a dataclass takes the fields of its last
# base first.


@dataclass(frozen=True)
class Payout(Answer):
    """Payout of a game, in units."""

    games: int  # games times slots
    payout: Estimate  # of a game
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
    """What the house keeps under rules with fees (R15)."""

    income: Estimate  # units a game, all players together

    @property
    def share(self) -> float:
        """The part that each of three equal players pays, units a game."""
        return value(self.income) / 3


@dataclass(frozen=True)
class BatchAnswer(Answer):
    """The answer of `simulate`."""

    LEFT_OUT: ClassVar[frozenset[str]] = frozenset({"broken_off", "specs", "house"})

    command: Literal["simulate"]
    rules: str
    players: tuple[str, ...]  # labels by slot
    # games, matches: played; a match has at most `match_games` games
    games: int
    matches: int
    match_games: int
    fixed_seats: bool
    seed: int
    endings: Mapping[str, float]  # share of games by ending
    turns_per_game: float  # all players together
    won_per_game: float  # what the winner of a game gets, units
    sunog_per_game: float  # burned players per game
    players_summary: tuple[PlayerRow, ...]
    seats_summary: tuple[SeatRow, ...]
    dealer_summary: DealerRow
    leader: Leader | None  # who earns most; None if all players are the same
    knobs: Mapping[str, Any]  # the rules
    workers: int = 1
    games_per_second: float | None = None
    elapsed_s: float = 0.0
    out: str | None = None  # the run folder, if any
    broken_off: bool | None = None  # a bot failed; the answer covers the games finished before that
    specs: tuple[str, ...] | None = None  # the players as `--players` reads them, by slot
    house: House | None = None  # what the house keeps; None under rules without fees


def sentences(answer: BatchAnswer) -> list[str]:
    """The answer in plain sentences."""
    if answer.games == 0:
        return ["No game was finished."]
    jackpot = jackpot_sentence(answer.knobs, answer.match_games)
    return list(filter(None, (leader_sentence(answer), dealer_sentence(answer), house_sentence(answer), jackpot)))


def leader_sentence(answer: BatchAnswer) -> str:
    """The player who earns most, and whether the lead is significant."""
    leader = answer.leader
    if progressive(answer):
        return "The match is played for a score: no money changes hands in a game."
    if leader is None:
        row = answer.players_summary[0]
        who = f"Three {row.player} players"
        if answer.house is not None:
            return f"{who}: the losers pay what the winner gets and what the house keeps."
        return f"{who}: what one wins the others lose."
    rows = {row.player: row for row in answer.players_summary}
    payout, limits = rows[leader.player].payout, leader.lead.ci95
    digits = decimals(payout.half_width)
    lead_digits = decimals(leader.lead.half_width)
    if limits and 0 < limits[0] < 0.5 * 10**-lead_digits:
        lead_digits += 1  # or the lower limit of a significant lead would print as 0
    earns = f"{amount(payout.mean, digits)} units a game"
    if limits and limits[0] > 0:
        return (
            f"{leader.player} earns most, {earns}: {amount(leader.lead.mean, lead_digits, sign=False)} more than "
            f"{leader.next} (95 % interval {between(limits, lead_digits, sign=False)})."
        )
    return (
        f"Undecided: {leader.player} earned most, {earns}, but its lead over {leader.next} is not certain "
        f"(95 % interval {between(limits, lead_digits)}). Play more games to decide."
    )


def dealer_sentence(answer: BatchAnswer) -> str:
    """The value of dealing."""
    row = answer.dealer_summary
    wins = f"The dealer wins {percent_known(row.wins.mean, row.wins.ci95)} of the games"
    if progressive(answer):
        return wins + "."
    limits = row.payout.ci95
    digits = decimals(half_width(limits))
    return f"{wins} and makes {amount(row.payout.mean, digits)} units a game (95 % interval {between(limits, digits)})."


def house_sentence(answer: BatchAnswer) -> str:
    """The house's income, which the players lose; empty under rules without fees."""
    if answer.house is None:
        return ""
    income, limits = answer.house.income.mean, answer.house.income.ci95
    digits = decimals(half_width(limits))
    return (
        f"The house keeps {amount(income, digits, sign=False)} units a game (95 % interval "
        f"{between(limits, digits, sign=False)}); that is what the three players together lose, "
        f"{amount(answer.house.share, digits, sign=False)} each if they were alike."
    )


def jackpot_sentence(knobs: Mapping[str, Any], match_games: int) -> str:
    """A warning that single games leave out the jackpot; empty if the rules have no jackpot or a match has several
    games.
    """
    staked = knobs.get("jackpot.seed", 0) or knobs.get("jackpot.add", 0)
    if match_games > 1 or not staked or knobs.get("jackpot.streak", 1) < 2 or knobs.get("match.progressive_target", 0):
        return ""
    return (
        f"Single games leave out the jackpot, which takes {knobs['jackpot.streak']} wins in a row; with it: "
        "--match-games 10."
    )


def players_table(answer: BatchAnswer) -> tuple[list[str], list[list[str]]]:
    """Headings and rows of the table of players, for terminals and notebooks."""
    headings = ["Player", "Units a game", "95 % interval", "Swing", "Wins", "Sunog", "Calls", "Challenges"]
    rows = []
    for row in answer.players_summary:
        limits = row.payout.ci95
        digits = decimals(half_width(limits))
        rows.append(
            [
                row.player if len(row.slots) == 1 else f"{row.player} ×{len(row.slots)}",
                amount(row.payout.mean, digits),
                between(limits, digits),
                amount(row.payout_sd, 1, sign=False),
                percent_known(row.wins.mean, row.wins.ci95),
                percent_known(row.sunog.mean, row.sunog.ci95),
                percent(row.call_rate),
                percent(row.challenge_rate),
            ]
        )
    if answer.house is not None:
        limits = answer.house.income.ci95
        digits = decimals(half_width(limits))
        rows.append(["house", amount(answer.house.income.mean, digits), between(limits, digits), *[""] * 5])
    return headings, rows


def asked(answer: BatchAnswer) -> str:
    """The games played, in one line."""
    matches = ""
    if progressive(answer):
        matches = f" in {answer.matches:,} matches to {answer.knobs['match.progressive_target']} points"
    elif answer.match_games > 1:
        matches = f" in matches of {answer.match_games:,}"
    seats = "fixed seats" if answer.fixed_seats else "seats rotate"
    return f"{answer.games:,} games of Tongits{matches} · rules {answer.rules} · seed {answer.seed} · {seats}"


def progressive(answer: BatchAnswer) -> bool:
    """Whether matches are played for a score."""
    return bool(answer.knobs.get("match.progressive_target", 0))
