"""The base of jobs of any game, and of their workers: the records of a thread, and the players in its slots."""

from __future__ import annotations

import functools
import hashlib
import inspect
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, Generic, TypeVar, cast

import numpy as np

from tongits_sim.core.game import Game
from tongits_sim.knobs.house_rules import HouseRules
from tongits_sim.run.faults import Fault
from tongits_sim.run.job import Block, Notice
from tongits_sim.run.jobs import BaseJob, JobError, check_current, rotations
from tongits_sim.run.numbers import number_word
from tongits_sim.run.thread_records import BlockRecords, FaultPlace, ThreadRecords
from tongits_sim.run.warmup import alone, timed

Replay = Callable[[int, int], str]
"""`(match, game)` -> the command that plays the game again."""


class WorkerState(ThreadRecords):
    """The records of a thread for games under one set of rules, and the players in the slots.

    Attributes:
        busy: whether a block is being played.
        table: the `TABLE` record, a recarray of length 1.
    """

    def __init__(self, game: Game, rules: HouseRules, players: Sequence[Any], seed: int, replay: Replay) -> None:
        super().__init__(game.playing.new_records(rules), seed)
        self._playing = game.playing
        self._players = tuple(players)
        self._replay = replay
        self._params = [player.params() for player in players]  # kept: the table holds their addresses
        self.table["hooks"] = np.array([player.addresses() for player in players], np.int64)
        self.table["params"] = [params.ctypes.data for params in self._params]
        self.table["chance"] = [player.strategy.uses_random for player in players]
        self.table["check_view"] = [bool(player.origin) for player in players]

    def fault(self) -> Fault | None:
        first = self.first_fault()
        return None if first is None else self._fault(first)

    def hang_fault(self) -> Fault:
        return self._fault(self.place_now(*self._playing.pending_decision(self.view[0])))

    def _fault(self, place: FaultPlace) -> Fault:
        slot = place.seating[place.seat]
        decision = self._playing.DECISIONS[place.decision]
        return self.fault_at(
            place,
            who=(self._players[slot].label, slot),
            decision=decision,
            failure=self._playing.failure(place.code, decision),
            replay=self._replay(place.match, place.game),
        )


@functools.cache
def kernel_of(game: Game, make: Callable[..., Any]) -> Any:
    return make(game.playing.TABLE, game.playing.COUNTS)


_BLOCK_GAMES = 2**13


_SMALLEST_BLOCK = 2**7


_SHARES = 64


_MAX_BLOCKS = 100_000


class GameJob(BaseJob):
    """The base of jobs that work for any game."""

    game: Game
    match_games: int = 1

    def check_players(self, players: Sequence[Any]) -> None:
        """Raises JobError unless every seat has a player."""
        seats = self.game.seats
        if len(players) != seats:
            raise JobError(f"{self.game.name} is played by {number_word(seats)} players, not {len(players)}")

    @property
    def seatings(self) -> tuple[tuple[int, ...], ...]:
        """The slot on each seat; match numbers rotate through the seatings."""
        return rotations(self.game.seats)

    @property
    def games(self) -> int:
        """The units in which totals count: matches."""
        return self.matches

    @property
    def block_matches(self) -> int:
        return self.matches_of(self.matches)

    def matches_of(self, games: int, match_games: int = 1) -> int:
        """Matches in a block, if the job plays `games` games in matches of `match_games`."""
        wanted = max(_SMALLEST_BLOCK, min(max(_BLOCK_GAMES, -(-games // _MAX_BLOCKS)), games // _SHARES))
        return max(1, wanted // match_games)

    def replay(self, match: int, game: int) -> str:
        """The command that plays a game again; empty if no command can."""
        return ""

    def prepare(self: Any, notice: Notice) -> None:
        warm(self, notice)

    def faster(self, seconds: float) -> str:
        """No faster code exists: a game of the shared engine has a single engine."""
        return ""

    def program(self) -> str:
        """Digest of the sources that decide results: under another digest the same manifest may mean other games."""
        return program_digest(self.game)


@functools.cache
def program_digest(game: Game) -> str:
    """Digest of the sources that decide play: the game's own and the shared sources.

    It includes the modules of rules, bots and kernels, wherever they lie. Raises JobError: a pattern of `game.sources`
    fits no file.
    """
    root = Path(__file__).resolve().parents[2]
    parts = (game.rules, game.bots, game.playing)
    files = {Path(inspect.getfile(cast("ModuleType", part))).resolve() for part in parts}
    shared = (f"tongits_sim/{package}/*.py" for package in ("bots", "compile", "core", "knobs", "run"))
    for pattern in (*game.sources, *shared):
        found = set(root.glob(pattern))
        if not found:
            raise JobError(f"the sources of {game.title} name {pattern!r}, and no file is called that")
        files |= found
    digest = hashlib.sha256()
    for path in sorted(files):
        name = path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name
        digest.update(f"{name}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def tags_of(job: Any) -> list[str]:
    """Tags under which the parts of a job are marked as compiled."""
    beginning, sources = f"{job.game.name}-{job.program()}", [player.manifest()["source"] for player in job.players]
    return [f"{beginning}-{job.job_type}", *(f"{beginning}-bot-{source}" for source in sources)]


def warm(job: Any, notice: Notice) -> None:
    """Load or compile everything that the job needs by playing an empty block; give notice if that takes long."""
    from tongits_sim.compile import jit

    check_current(job.players)
    tags, title = tags_of(job), job.game.name
    if all(map(jit.compiled_before, tags)):
        job.worker().play(Block(0, 0, 0, 1))
        return
    with alone(notice, title):
        notice(f"Compiling {title}, once: up to a minute ... ")
        with timed(notice):
            job.worker().play(Block(0, 0, 0, 1))
        for tag in tags:
            jit.mark_compiled(tag)


JobT = TypeVar("JobT", bound=GameJob)


class JobWorker(WorkerState, BlockRecords, Generic[JobT]):
    """A worker with the rules, players and seatings of its job.

    Attributes:
        seatings: int8[k, seats], the seatings of the job.
    """

    def __init__(self, job: JobT) -> None:
        super().__init__(job.game, job.rules, job.players, job.seed, job.replay)
        self.job = job
        self.seatings = np.array(job.seatings, np.int8)
