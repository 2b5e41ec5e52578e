"""The answers of `tongits mahjong compare` and `tongits mahjong whatif`, as types."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tongits_sim.run.answers import Answer, Estimate


@dataclass(frozen=True)
class RankingRow(Answer):
    """A player at the table of the others; amounts in units a game, shares of games.

    Attributes:
        player: the label.
        payout: units a game.
        wins: share of games won.
    """

    player: str
    payout: Estimate
    wins: Estimate


@dataclass(frozen=True)
class PairRow(Answer):
    """The difference of two players on the same walls: a earns `diff` units a game more than b.

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
        command: `mahjong compare`.
        rules: name of the rules.
        others: the three at the table.
        deals: matches played with each player, each in four rotations of the seats.
        match_games: games of a match.
        seed: of the deals.
        ranking: the players, best first.
        pairs: their differences.
        games_played, workers, games_per_second, elapsed_s, out: how it was played.
    """

    command: Literal["mahjong compare"]
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
    """What a change of the rules does to one measure, on the same walls.

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
        command: `mahjong whatif`.
        rules: name of the rules.
        players: labels by slot.
        deals: matches under every set of rules; in four rotations of the seats, unless all players are the same.
        match_games: games of a match.
        seed: of the deals.
        changes: what each change does.
        games_played, workers, games_per_second, elapsed_s, out: how it was played.
    """

    command: Literal["mahjong whatif"]
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
