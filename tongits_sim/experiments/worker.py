"""The base of all jobs and workers of experiments: seatings, compilation, and the digest of sources that decide
results.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np

from tongits_sim.compile.match_loop import Records
from tongits_sim.experiments import specialised_engines
from tongits_sim.experiments.batch_kernel import new_table
from tongits_sim.experiments.specialised_engines import PLAY, Engine, engine_for
from tongits_sim.game import state
from tongits_sim.game.bot_calls import failure
from tongits_sim.game.custom_payout import check_payments
from tongits_sim.game.log import new_log
from tongits_sim.game.rare_kernels import new_game
from tongits_sim.rules import RuleSet
from tongits_sim.rules.record import rules_record
from tongits_sim.run.base_job import BaseJob, JobError, check_current
from tongits_sim.run.compiling import MIN_LEFT
from tongits_sim.run.faults import Fault
from tongits_sim.run.thread_records import BlockRecords, FaultPlace, ThreadRecords
from tongits_sim.strategy import Player

if TYPE_CHECKING:
    from tongits_sim.run.job import Notice

Triple = tuple[int, int, int]

ROTATIONS: tuple[Triple, ...] = ((0, 1, 2), (1, 2, 0), (2, 0, 1))
"""The slot on each seat: all seatings of two or three equal bots, and the seatings of matches 0, 1, 2, ..."""
BOTH_ORDERS: tuple[Triple, ...] = (*ROTATIONS, (0, 2, 1), (1, 0, 2), (2, 1, 0))
"""ROTATIONS, then the rotations of the other cyclic order, which matters for three different players."""
PERMUTATIONS: tuple[Triple, ...] = tuple(sorted(BOTH_ORDERS))
"""All seatings in the order in which duplicate deals are played."""


def seatings(triple: Triple) -> tuple[Triple, ...]:
    """All distinct seatings of a table.

    >>> len(seatings((0, 1, 2))), len(seatings((0, 1, 1)))
    (6, 3)
    """
    return PERMUTATIONS if len(set(triple)) == 3 else ROTATIONS


_BRANCHES = "tongits_sim/experiments/fork_branch.py"


class GameJob(BaseJob):
    """The base of all jobs of experiments."""

    rules: RuleSet

    @property
    def seatings(self: Any) -> tuple[Triple, ...]:
        """The slot on each seat; match numbers rotate through the seatings, in both cyclic orders if they differ."""
        return BOTH_ORDERS if len({player.spec for player in self.players}) == 3 else ROTATIONS

    def check_money(self, why: str = "") -> None:
        """Raises JobError: matches are played for a score, not for money; `why`: what is impossible then."""
        for_money(self.rules, why)

    def replay(self, seated: tuple[int, ...], match: int, game: int) -> str:
        """The command that replays a game; `seated` is the slot on each seat."""
        raise NotImplementedError

    def prepare(self: Any, notice: Notice) -> None:
        """Load or compile everything that the job needs, and what its players need under its rules."""
        from tongits_sim.experiments.specialised_engines import forget_missed
        from tongits_sim.experiments.warmup import warm

        check_current(self.players)
        for side in getattr(self, "arms", (self,)):
            for player in side.players:
                player.prepare(side.rules, notice)
        warm(self, notice)
        forget_missed()

    def faster(self, seconds: float) -> str:
        """Code that compiles the missing specialised engines, if each would play long enough."""
        from tongits_sim.experiments.specialised_engines import code_for, missed

        engines = missed()
        return code_for(engines) if engines and seconds / len(engines) >= MIN_LEFT else ""

    def program(self) -> str:
        """Digest of the sources that determine the job's results; see `source_digest`.

        Sources are read once, because a process plays the loaded code even if the files change later.
        """
        return _once(type(self).__module__)


def for_money(rules: RuleSet, why: str = "") -> None:
    """Raises JobError: matches are played for a score, not for money; why: what is impossible then."""
    if rules.match.progressive_target > 0:
        raise JobError(
            f"{rules.name} is played for a score, not for money: {why and f'{why}; '}choose other rules, or set "
            "match.progressive_target=0"
        )


def source_digest(module: str) -> str:
    """Digest of the sources that decide results: the job's module, the engine, the bots and the branches of searching
    bots, with all that they import.

    If the digest differs, the same manifest may stand for different games.
    """
    from tongits_sim.compile.source_dependencies import ENGINE_ROOTS, Sources

    sources = Sources()
    bots = (name for name in sources.files if name.startswith("strategies/"))  # loaded by name, not by an import
    return sources.content_digest(sources.closure([f"{module.replace('.', '/')}.py", _BRANCHES, *ENGINE_ROOTS, *bots]))


_once = functools.cache(source_digest)


Replay = Callable[[Triple, int, int], str]
"""`(players' numbers by seat, match, game)` -> the command that replays the game."""


class WorkerState(ThreadRecords):
    """The records of a thread for games under one set of rules, and the seated players.

    Attributes:
        busy: whether a block is being played.
        table: the `TABLE` record, a recarray of length 1.
        view: the `VIEW` record that bots read, a recarray of length 1.
    """

    same_players = False
    """Whether the players of `sit` make all decisions, so that engines may inline them."""

    def __init__(self, rules: RuleSet, players: Sequence[Player], seed: int, replay: Replay) -> None:
        """Create the records; `sit` seats the players.

        Args:
            players: all players of the job, by number.
            replay: returns the command that replays a game.
        """
        own = rules_record(rules)
        layouts = (state.VIEW_DTYPE, state.MATCH_DTYPE, state.RESULT_DTYPE)
        view, match, result = (state.new_record(layout) for layout in layouts)
        super().__init__(Records(new_game(rules), view, match, result, own, new_log(on=False), new_table()), seed)
        self.view["rules"] = own
        self._players = tuple(players)
        self._params = [player.params(rules) for player in players]  # kept: the table holds their addresses
        self._addresses = np.array([player.addresses() for player in players], np.int64)
        self._columns = {
            "hooks": self._addresses,
            "params": np.array([params.ctypes.data for params in self._params], np.int64),
            "chance": np.array([player.strategy.uses_random for player in players], np.int64),
            "check_view": np.array([bool(player.origin) for player in players], np.int64),
        }
        self._replay = replay
        self._house_rules = rules
        self._at_table: tuple[Player, ...] = ()
        self._engines: dict[Engine, tuple[Any, str]] = {}
        self._places: dict[str, tuple[Any, str]] = {}
        self.specialise(PLAY, self.table, "play")
        self._slots: tuple[int, ...] = ()

    def sit(self, players: Sequence[int], seatings: Sequence[Triple]) -> np.ndarray:
        """Put three players, by number, into the slots; returns the seatings to play as int8[k, 3]."""
        self._slots = tuple(players)
        numbers = list(players)
        for name, column in self._columns.items():
            self.table[name] = column[numbers]
        if self.same_players:
            self._at_table = tuple(self._players[number] for number in numbers)
            self._name_engines()
        return np.array(seatings, np.int8)

    def specialise(self, kernel: str, record: Any, field: str, only: bool = False) -> None:
        """Let specialised engines replace a general engine as soon as they are compiled.

        Args:
            kernel: the engine's `Engine.kernel`.
            record, field: where to write the engine's address. only: this engine replaces all other engines.
        """
        if only:
            self._places.clear()
        self._places[kernel] = record, field
        self._name_engines()

    def _name_engines(self) -> None:
        self._engines = {
            engine_for(kernel, self._rules, self._at_table): place for kernel, place in self._places.items()
        }

    @contextlib.contextmanager
    def playing(self) -> Iterator[None]:
        """Use specialised engines as soon as they are compiled. Logged games use the general engine, because
        specialised engines write no log.
        """
        engines = {} if self._log["on"][0] else self._engines
        for engine, (record, field) in engines.items():
            if address := specialised_engines.address(engine):
                record[field] = address
        with super().playing():
            yield
        check_payments(self._house_rules, self._errors)

    def fault(self) -> Fault | None:
        """The first fault of the last block, with the command that replays the game; None without a fault."""
        first = self.first_fault()
        return None if first is None else self._fault(first)

    def hang_fault(self, view: np.recarray | None = None) -> Fault:
        """The fault of a bot that does not respond; view: the view that it reads."""
        current = self.view if view is None else view
        place = self.place_now(*(int(current[name][0]) for name in ("me", "decision")))
        return self._fault(place)

    def _fault(self, place: FaultPlace) -> Fault:
        a, b, c = (self._slots[slot] for slot in place.seating)
        slot = place.seating[place.seat]
        decision = state.DECISIONS[place.decision]
        return self.fault_at(
            place,
            who=(self._players[self._slots[slot]].label, slot),
            decision=decision,
            failure=failure(place.code, decision),
            replay=self._replay((a, b, c), place.match, place.game),
        )


JobT = TypeVar("JobT", bound=GameJob)


class JobWorker(WorkerState, BlockRecords, Generic[JobT]):
    """A worker with the rules, players and seatings of its job.

    Attributes:
        seating: int8[k, 3], the seatings of the job.
    """

    same_players = True

    def __init__(self, job: JobT) -> None:
        super().__init__(job.rules, job.players, job.seed, job.replay)
        self.job = job
        self.seating = self.sit((0, 1, 2), job.seatings)
