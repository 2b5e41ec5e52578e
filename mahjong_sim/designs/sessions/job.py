"""A job of sessions as a value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from mahjong_sim.bots.strategy import Player
from mahjong_sim.game.state import SEATS
from mahjong_sim.mahjong import MAHJONG
from mahjong_sim.rules import RuleSet
from tongits_sim.any_game.designs.work import GameWork
from tongits_sim.any_game.jobs import MOST_GAMES, MOST_MATCH_GAMES, MOST_SEED, check_whole, runs
from tongits_sim.run.totals import Axis
from tongits_sim.run.work import Block

BIN = 25
"""Cents of a bin."""
BINS = 8_001
"""Bins of a histogram: the last holds everything beyond."""


@dataclass(frozen=True)
class SessionsJob(GameWork):
    """Sessions of several games between four players; mano and the pot carry over inside each.

    Attributes:
        rules: the house rules.
        players: four players, by slot; seats rotate with the number of the session.
        sessions: number of sessions.
        session_games: games of each.
        seed: 0 .. 2**64 - 1.
    """

    rules: RuleSet
    players: tuple[Player, ...]
    sessions: int = 1_000
    session_games: int = 32
    seed: int = 1

    game = MAHJONG
    kind = "mahjong-sessions"

    def __post_init__(self) -> None:
        self.check_players(self.players)
        check_whole("the number of sessions", self.sessions, 1, MOST_GAMES)
        check_whole("the number of games in a session", self.session_games, 1, MOST_MATCH_GAMES)
        check_whole("the seed", self.seed, 0, MOST_SEED)

    @property
    def matches(self) -> int:
        """The sessions."""
        return self.sessions

    def blocks(self, size: int | None = None) -> Iterator[Block]:
        """The blocks in order; `size` overrides the number of sessions in one."""
        return runs(self.sessions, size or max(1, min(1024, self.sessions // 16)), self.session_games)

    @property
    def axes(self) -> dict[str, tuple[int | Axis, ...]]:
        """Sums by slot.

        `sums`: of the final balance, its square, squared payouts of games, and pots taken. `lowest`: a histogram of the
        lowest balance below 0, in bins of `BIN` cents, rounded up. `below`: sessions that end below 0.
        """
        slot = Axis("slot", SEATS)
        sums = (slot, Axis("sum", ("final", "final_sq", "payout_sq", "pots")))
        return {"games": (1,), "sums": sums, "lowest": (slot, Axis("bin", BINS)), "below": (slot,)}

    def manifest(self) -> dict[str, Any]:
        """Everything that decides the results, as JSON."""
        return self.rules_and_players() | self.named("sessions", "session_games", "seed")
