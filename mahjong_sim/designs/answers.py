"""The answer of `simulate` with the fields of mahjong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mahjong_sim.designs.playing import C_DISCARDS, C_MANO, C_MANO_WINS, C_MOVED
from mahjong_sim.game.state import ENDINGS, PARTS
from mahjong_sim.hands.value import ITEMS
from mahjong_sim.tiles import MELDS
from tongits_sim.core import answers
from tongits_sim.core.answers import DealerRow, Share
from tongits_sim.core.batch import BatchTotals
from tongits_sim.run.estimates import UNIT, Moments, estimate, over


@dataclass(frozen=True, kw_only=True)
class PlayerRow(answers.PlayerRow):
    """A player of mahjong; amounts in units, shares of games unless said otherwise."""

    bunot_rate: Share  # share of games won by draw
    discarded_rate: Share  # share of games lost by an own discard
    waiting_rate: Share  # share of games in which the hand at last waited, or had waited, for its last tile
    opened_rate: Share  # share of games with an open meld
    hand_mean: Share  # units that a winning hand is worth
    parts: Mapping[str, Share]  # units a game, by part of the payment
    melds: Mapping[str, Share]  # melds a game, by kind
    items: Mapping[str, Share]  # share of wins with each item of the hand's value


@dataclass(frozen=True, kw_only=True)
class BatchAnswer(answers.BatchAnswer):
    """The answer of `mahjong simulate`."""

    players_summary: tuple[PlayerRow, ...]
    endings: Mapping[str, float]  # share of games by ending
    # turns_per_game, discards_per_game: all players together
    turns_per_game: float
    discards_per_game: float
    moved_per_game: float  # units that change hands in a game
    dealer_summary: DealerRow  # payout and wins of mano


def own_rates(sums: BatchTotals, slots: tuple[int, ...]) -> dict[str, Any]:
    """Mahjong's own fields of the row of the player on these slots."""

    def count(name: str) -> int:
        return sums.field(name, *slots)

    games, wins = count("games"), count("wins")
    return {
        "bunot_rate": over(count("ends_bunot"), games),
        "discarded_rate": over(count("discarded"), games),
        "waiting_rate": over(count("waiting"), games),
        "opened_rate": over(count("opened"), games),
        "hand_mean": over(count("value"), wins * UNIT),
        "parts": {part: over(count(f"part_{part}"), games * UNIT) for part in PARTS},
        "melds": {meld: over(count(f"meld_{meld}"), games) for meld in MELDS[1:]},
        "items": {item: over(count(f"item_{item}"), wins) for item in ITEMS},
    }


def own_parts(sums: BatchTotals, moments: Moments) -> dict[str, Any]:
    """Mahjong's own fields of the answer of a batch."""
    games = max(sums.games, 1)
    moment_games = max(moments.games, 1)
    return {
        "endings": {ending: int(number) / games for ending, number in zip(ENDINGS, sums["endings"], strict=True)},
        "turns_per_game": int(sums["turns"][0]) / games,
        "discards_per_game": moments.x(C_DISCARDS) / moment_games,
        "moved_per_game": moments.x(C_MOVED) / moment_games / UNIT,
        "dealer_summary": DealerRow(estimate(moments.column(C_MANO), 1 / UNIT), estimate(moments.share(C_MANO_WINS))),
    }
