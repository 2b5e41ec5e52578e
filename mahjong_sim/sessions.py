"""Sessions of several games: each player's final and lowest balance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from mahjong_sim.bots.strategy import Player
from mahjong_sim.experiments.playing import TABLE, play_next
from mahjong_sim.experiments.worker import JobWorker, MahjongJob
from mahjong_sim.game.match import stake
from mahjong_sim.game.state import PART_POT, SEATS
from mahjong_sim.rules import RuleSet
from tongits_sim.compile.jit import njit
from tongits_sim.compile.match_loop import match_loop
from tongits_sim.run.base_job import MAX_GAMES, MAX_MATCH_GAMES, MAX_SEED, check_whole, runs
from tongits_sim.run.job import Block
from tongits_sim.run.totals import Axis, Counts

FEWEST = 20
"""Fewer sessions make no answer."""
BIN = 25
"""Cents of a bin."""
BINS = 8_001
"""Bins of a histogram: the last holds everything beyond."""


@dataclass(frozen=True)
class SessionsJob(MahjongJob):
    """Sessions of several games between four players; mano and the pot carry over inside each."""

    rules: RuleSet  # the house rules
    players: tuple[Player, ...]  # by slot; seats rotate with the number of the session
    sessions: int = 1_000
    session_games: int = 32
    seed: int = 1

    job_type = "mahjong-sessions"
    fewest = FEWEST

    def __post_init__(self) -> None:
        self.check_players(self.players)
        check_whole("the number of sessions", self.sessions, 1, MAX_GAMES)
        check_whole("the number of games in a session", self.session_games, 1, MAX_MATCH_GAMES)
        check_whole("the seed", self.seed, 0, MAX_SEED)

    @property
    def matches(self) -> int:
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

    def worker(self) -> Worker:
        return Worker(self)

    def manifest(self) -> dict[str, Any]:
        return self.rules_and_players() | self.named("sessions", "session_games", "seed")


OUT = ("final", "lowest", "squares", "pots")
"""The results of a slot: cents at the end; the lowest sum on the way, at most 0; squared payouts; pots taken."""


@njit
def _start(records, to, at):
    to.out[at] = 0


@njit
def _play(records, to):
    to.put_in[0] = stake(records.match, records.rules)
    return play_next(records, to)


@njit
def _add_game(records, to, at):
    sums = to.out[at]
    _, view, _, result, _, _, table = records
    for seat in range(SEATS):
        slot = table.seating[seat]
        payout = np.int64(result.payout[seat])
        sums[slot, 0] += payout
        sums[slot, 1] = min(sums[slot, 1], sums[slot, 0])
        sums[slot, 2] += payout * payout
        # A returned pot gives each player only a part of it.
        sums[slot, 3] += view.pot > 0 and result.parts[PART_POT, seat] + to.put_in[0] > view.pot // 2


@njit
def _end(records, to, at, whole):
    if not whole:
        to.out[at, SEATS - 1, len(OUT) - 1] = -1


class Sums(NamedTuple):
    """The arrays that sessions are written to."""

    out: Any  # int64[sessions, slot, OUT]; a session that a fault ended has -1 in its last place
    put_in: Any  # int64[1], the cents that each player put into the pot before this game


play_sessions = match_loop(TABLE, _add_game, start=_start, play=_play, end=_end)
"""Plays sessions, which are matches, into `Sums`."""


class Worker(JobWorker[SessionsJob]):
    """Plays blocks of sessions on the records of one thread."""

    def count(self, block: Block) -> Counts:
        """Play the sessions of a block and count those that no fault ended."""
        out = np.zeros((block.matches, SEATS, len(OUT)), np.int64)
        play_sessions(self.records, Sums(out, np.zeros(1, np.int64)), self.deals(block), self.seatings, True)
        return counts_of(out[out[:, -1, -1] >= 0])


def counts_of(out: np.ndarray) -> dict[str, np.ndarray]:
    """The arrays of `SessionsJob.axes` from the results of sessions: int64[sessions, slot, OUT]."""
    final, lowest, squares, pots = np.moveaxis(out, 2, 0)
    bins = np.minimum(-(lowest // BIN), BINS - 1)
    sums = [final.sum(axis=0), (final * final).sum(axis=0), squares.sum(axis=0), pots.sum(axis=0)]
    return {
        "games": np.array([len(out)]),
        "sums": np.stack(sums, axis=1),
        "lowest": np.stack([np.bincount(bins[:, slot], minlength=BINS) for slot in range(SEATS)]),
        "below": (final < 0).sum(axis=0),
    }
