"""The base of mahjong's jobs, and the records of a thread with the players in its slots."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

import numpy as np

from mahjong_sim.bots.strategy import Player
from mahjong_sim.experiments import playing
from mahjong_sim.game.state import SEATS
from mahjong_sim.rules import RuleSet
from tongits_sim.compile import jit
from tongits_sim.run.base_job import BaseJob, JobError, block_length, check_current, rotations
from tongits_sim.run.compiling import alone, timed
from tongits_sim.run.faults import Fault
from tongits_sim.run.job import Block, Notice
from tongits_sim.run.thread_records import BlockRecords, FaultPlace, ThreadRecords


class MahjongJob(BaseJob):
    """The base of jobs: four players, blocks of matches, the digest of the sources that decide results."""

    match_games: int = 1

    def check_players(self, players: Sequence[Player]) -> None:
        """Raises JobError unless every seat has a player."""
        if len(players) != SEATS:
            raise JobError(f"mahjong is played by four players, not {len(players)}")

    @property
    def seatings(self) -> tuple[tuple[int, ...], ...]:
        """The slot on each seat; match numbers rotate through the seatings."""
        return rotations(SEATS)

    @property
    def games(self) -> int:
        """The units in which totals count: matches."""
        return self.matches

    @property
    def block_matches(self) -> int:
        return block_length(self.matches, self.match_games, self.players)

    def replay(self, match: int, game: int) -> str:
        """The command that plays a game again; empty if no command can."""
        return ""

    def faster(self, seconds: float) -> str:
        """No faster code exists: mahjong has a single engine."""
        return ""

    def program(self) -> str:
        """Digest of the sources that decide results: under another digest the same manifest may mean other games."""
        return source_digest(type(self).__module__)

    def tags(self) -> list[str]:
        """Tags under which the parts of the job are marked as compiled."""
        beginning = f"mahjong-{self.program()}"
        sources = [player.manifest()["source"] for player in self.players]
        return [f"{beginning}-{self.job_type}", *(f"{beginning}-bot-{source}" for source in sources)]

    def prepare(self, notice: Notice) -> None:
        """Load or compile what the job needs by playing an empty block; give notice if that takes long."""
        check_current(self.players)
        if all(map(jit.compiled_before, self.tags())):
            self.worker().play(Block(0, 0, 0, 1))
            return
        with alone(notice, "mahjong"):
            notice("Compiling mahjong, once: up to a minute ... ")
            with timed(notice):
                self.worker().play(Block(0, 0, 0, 1))
            for tag in self.tags():
                jit.mark_compiled(tag)


@functools.cache
def source_digest(module: str) -> str:
    """Digest of the sources that decide results: the module of a job and the bots, with all that they import.

    If the digest differs, the same manifest may stand for different games.
    """
    from tongits_sim.compile.source_dependencies import Sources

    sources = Sources(packages=("analyses", "mahjong_sim", "tongits_sim"))
    bots = (name for name in sources.files if name.startswith("mahjong_sim/bots/"))  # loaded by name, not by an import
    return sources.content_digest(sources.closure([f"{module.replace('.', '/')}.py", *bots]))


class WorkerState(ThreadRecords):
    """The records of a thread for games under one set of rules, and the players in the slots."""

    def __init__(self, rules: RuleSet, players: Sequence[Player], seed: int, replay: Callable[[int, int], str]) -> None:
        """replay: `(match, game)` -> the command that plays the game again."""
        super().__init__(playing.new_records(rules), seed)
        self._players = tuple(players)
        self._replay = replay
        self._params = [player.params() for player in players]  # kept: the table holds their addresses
        self.table["hooks"] = np.array([player.addresses() for player in players], np.int64)
        self.table["params"] = [params.ctypes.data for params in self._params]
        self.table["chance"] = [player.strategy.uses_random for player in players]
        self.table["check_view"] = [bool(player.origin) for player in players]

    def fault(self) -> Fault | None:
        """The first fault of the last block; None without a fault."""
        first = self.first_fault()
        return None if first is None else self._fault(first)

    def hang_fault(self) -> Fault:
        """The fault of a bot that does not respond."""
        return self._fault(self.place_now(*playing.pending_decision(self.view[0])))

    def _fault(self, place: FaultPlace) -> Fault:
        slot = place.seating[place.seat]
        decision = playing.DECISIONS[place.decision]
        return self.fault_at(
            place,
            who=(self._players[slot].label, slot),
            decision=decision,
            failure=playing.failure(place.code, decision),
            replay=self._replay(place.match, place.game),
        )


JobT = TypeVar("JobT", bound=MahjongJob)


class JobWorker(WorkerState, BlockRecords, Generic[JobT]):
    """A worker with the rules, players and seatings of its job.

    Attributes:
        seatings: int8[k, 4], the seatings of the job.
    """

    def __init__(self, job: JobT) -> None:
        super().__init__(job.rules, job.players, job.seed, job.replay)
        self.job: Any = job
        self.seatings = np.array(job.seatings, np.int8)
