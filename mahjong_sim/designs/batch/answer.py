"""The answer of `tongits mahjong simulate`, as a type."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from tongits_sim.run.answers import Answer, Estimate, Limits

Share = float | None


@dataclass(frozen=True)
class PlayerRow(Answer):
    """A player, who may occupy several slots; amounts in units, shares of games unless said otherwise.

    Attributes:
        player: the label.
        slots: the slots.
        games: seats times games played.
        payout: units a game.
        payout_sd: standard deviation of the payout of one game.
        wins: share of games won.
        bunot_rate: share of games won by draw.
        discarded_rate: share of games lost by an own discard.
        waiting_rate: share of games at whose end the hand waited, or had waited, for its last tile.
        opened_rate: share of games with an open meld.
        hand_mean: units that a winning hand is worth.
        parts: units a game, by what was paid.
        melds: melds a game, by kind.
        items: share of wins with each item of the hand's value.
    """

    player: str
    slots: tuple[int, ...]
    games: int
    payout: Estimate
    payout_sd: float | None
    wins: Estimate
    bunot_rate: Share
    discarded_rate: Share
    waiting_rate: Share
    opened_rate: Share
    hand_mean: Share
    parts: Mapping[str, Share]
    melds: Mapping[str, Share]
    items: Mapping[str, Share]


@dataclass(frozen=True)
class Leader(Answer):
    """The player who earns most, `lead` units per game more than the `next`."""

    player: str
    next: str
    lead: float
    lead_ci95: Limits | None


@dataclass(frozen=True)
class BatchAnswer(Answer):
    """The answer of `simulate`.

    Attributes:
        command: `mahjong simulate`.
        rules: name of the rules.
        players: labels by slot.
        specs: the players as `--players` reads them.
        games, matches: played; a match has at most `match_games` games.
        match_games: games of a match.
        fixed_seats: whether players kept their seats.
        seed: of the games.
        endings: share of games by ending.
        turns_per_game, discards_per_game: all players together.
        moved_per_game: units that change hands in a game.
        players_summary: a row for each player.
        seats: payout of each seat, units a game.
        mano: payout of mano, units a game.
        mano_wins: share of games that mano wins.
        leader: who earns most; None if all players are the same.
        knobs: the rules.
        workers, games_per_second, elapsed_s, out: how it was played.
        broken_off: a bot failed; the answer covers the games finished before that.
    """

    LEFT_OUT = frozenset({"broken_off"})

    command: Literal["mahjong simulate"]
    rules: str
    players: tuple[str, ...]
    specs: tuple[str, ...]
    games: int
    matches: int
    match_games: int
    fixed_seats: bool
    seed: int
    endings: Mapping[str, float]
    turns_per_game: float
    discards_per_game: float
    moved_per_game: float
    players_summary: tuple[PlayerRow, ...]
    seats: tuple[Estimate, ...]
    mano: Estimate
    mano_wins: Estimate
    leader: Leader | None
    knobs: Mapping[str, Any]
    workers: int = 1
    games_per_second: float | None = None
    elapsed_s: float = 0.0
    out: str | None = None
    broken_off: bool | None = None
