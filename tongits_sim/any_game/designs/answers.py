"""The answers of `simulate`, `compare` and `whatif` of any game, as types. Amounts are in units."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tongits_sim.run.answers import Answer, Estimate

Share = float | None
"""A share or a rate; None if there is nothing to divide by."""


@dataclass(frozen=True, kw_only=True)
class PlayerRow(Answer):
    """A player, who may occupy several slots.

    Attributes:
        player: the label.
        slots: the slots.
        games: seats times games played.
        payout: units a game.
        payout_sd: standard deviation of the payout of one game.
        wins: share of games won.
    """

    player: str
    slots: tuple[int, ...]
    games: int
    payout: Estimate
    payout_sd: float | None
    wins: Estimate


@dataclass(frozen=True)
class SeatRow(Answer):
    """A seat and its payout, units a game."""

    seat: int
    payout: Estimate


@dataclass(frozen=True)
class DealerRow(Answer):
    """The dealer's payout, units a game, and share of games won."""

    payout: Estimate
    wins: Estimate


@dataclass(frozen=True)
class Leader(Answer):
    """The player who earns most, `lead` units per game more than the `next`."""

    player: str
    next: str
    lead: Estimate


@dataclass(frozen=True, kw_only=True)
class BatchAnswer(Answer):
    """The answer of `simulate`.

    Attributes:
        command: `simulate`, after the name of the game.
        rules: name of the rules.
        players: labels by slot.
        specs: the players as `--players` reads them.
        games, matches: played; a match has at most `match_games` games.
        match_games: games of a match.
        fixed_seats: whether players kept their seats.
        seed: of the games.
        players_summary: a row for each player.
        seats_summary: a row for each seat.
        leader: who earns most; None if all players are the same.
        knobs: the rules.
        workers, games_per_second, elapsed_s, out: how it was played.
        broken_off: a bot failed; the answer covers the games finished before that.
    """

    LEFT_OUT = frozenset({"broken_off"})

    command: str
    rules: str
    players: tuple[str, ...]
    specs: tuple[str, ...]
    games: int
    matches: int
    match_games: int
    fixed_seats: bool
    seed: int
    players_summary: tuple[PlayerRow, ...]
    seats_summary: tuple[SeatRow, ...]
    leader: Leader | None
    knobs: Mapping[str, Any]
    workers: int = 1
    games_per_second: float | None = None
    elapsed_s: float = 0.0
    out: str | None = None
    broken_off: bool | None = None


@dataclass(frozen=True)
class RankingRow(Answer):
    """A player at the table of the others: units a game, and share of games won."""

    player: str
    payout: Estimate
    wins: Estimate


@dataclass(frozen=True)
class PairRow(Answer):
    """The difference of two players on the same deals: a earns `diff` units a game more than b.

    Attributes:
        a, b: the labels.
        diff: units a game.
        p: p-value of no difference.
        p_holm: adjusted for all pairs.
        verdict: better, worse or undecided, by the adjusted value at 5 %.
    """

    a: str
    b: str
    diff: Estimate
    p: float | None
    p_holm: float | None
    verdict: str


@dataclass(frozen=True)
class CompareAnswer(Answer):
    """The answer of `compare`.

    Attributes:
        command: `compare`, after the name of the game.
        rules: name of the rules.
        others: who else sits at the table.
        deals: matches played with each player, each in every rotation of the seats.
        match_games: games of a match.
        seed: of the deals.
        ranking: the players, best first.
        pairs: their differences.
        games_played, workers, games_per_second, elapsed_s, out: how it was played.
    """

    command: str
    rules: str
    others: tuple[str, ...]
    deals: int
    match_games: int
    seed: int
    ranking: tuple[RankingRow, ...]
    pairs: tuple[PairRow, ...]
    games_played: int
    workers: int = 1
    games_per_second: float | None = None
    elapsed_s: float = 0.0
    out: str | None = None


@dataclass(frozen=True)
class EffectRow(Answer):
    """What a change of the rules does to one measure, on the same deals.

    Attributes:
        measure: what is measured.
        before, after: under the rules, and under the changed ones.
        diff: after less before.
        p: p-value of no difference.
        p_holm: adjusted for all measures of all changes.
    """

    measure: str
    before: Estimate
    after: Estimate
    diff: Estimate
    p: float | None
    p_holm: float | None


@dataclass(frozen=True)
class ChangeRow(Answer):
    """A change of the rules: its name and what it does."""

    change: str
    effects: tuple[EffectRow, ...]


@dataclass(frozen=True)
class WhatIfAnswer(Answer):
    """The answer of `whatif`.

    Attributes:
        command: `whatif`, after the name of the game.
        rules: name of the rules.
        players: labels by slot.
        deals: matches under every set of rules; in every rotation of the seats, unless all players are the same.
        match_games: games of a match.
        seed: of the deals.
        changes: what each change does.
        games_played, workers, games_per_second, elapsed_s, out: how it was played.
    """

    command: str
    rules: str
    players: tuple[str, ...]
    deals: int
    match_games: int
    seed: int
    changes: tuple[ChangeRow, ...]
    games_played: int
    workers: int = 1
    games_per_second: float | None = None
    elapsed_s: float = 0.0
    out: str | None = None


def own_rates(sums: Any, slots: tuple[int, ...]) -> dict[str, Any]:
    """What a game adds to the row of a player; nothing."""
    return {}


def own_parts(sums: Any, moments: Any) -> dict[str, Any]:
    """What a game adds to the answer of `simulate`; nothing."""
    return {}
