"""The speeds of jobs on this machine, in a small file beside the compiled kernels that is removed with them.

So every change of a kernel starts with an empty file. An entry is for one machine, number of workers and backend, and
for jobs that ask the same of the same players under the same rules, over any number of games.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import platform
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tongits_sim.folders.files import FileError, read_json, write_whole
from tongits_sim.run.cores import available_cores

if TYPE_CHECKING:
    from reports.commands.batches.jobs import Ready
    from tongits_sim.run.how import How

NAME = "speeds.json"
_AGE = 30 * 86_400.0  # seconds for which an entry counts
_KEPT = 500  # entries, the latest
_LEAST = 0.1  # seconds of play that a measurement needs
_LARGEST = 1 << 20  # bytes of the file


class Cost(NamedTuple):
    """The cost of jobs of a kind.

    Attributes:
        fixed: seconds, whatever the number of games.
        playing: seconds for `games` games.
        games: see above.
        played: seconds of play in the measurement.
        measured: its time, in seconds since 1970.
    """

    fixed: float
    playing: float
    games: int
    played: float
    measured: float

    def seconds(self, games: int) -> float:
        """The seconds of a job with this number of games."""
        return self.fixed + self.playing * games / self.games


class Speeds:
    """The costs measured on this machine. A file that cannot be read counts as empty; one that cannot be written is
    left alone.

    Attributes:
        path: of the file.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self.path = path
        self._clock = clock
        self._new: dict[str, Cost] = {}
        self._costs = self._read()

    def get(self, job: Ready, how: How) -> Cost | None:
        """The cost of a job of this kind; None without a recent measurement."""
        cost = self._costs.get(_key(job, how))
        fresh = cost is not None and 0 <= self._clock() - cost.measured <= _AGE
        return cost if fresh else None

    def note(self, job: Ready, how: How, cost: Cost) -> None:
        """Store a measurement, if enough was played."""
        if cost.played >= _LEAST:
            self._new[_key(job, how)] = cost

    def save(self) -> None:
        """Write the new entries, beside those that other processes have written meanwhile."""
        if not self._new:
            return
        self._costs = self._read() | self._new
        latest = sorted(self._costs.items(), key=lambda entry: -entry[1].measured)[:_KEPT]
        with contextlib.suppress(OSError, FileError):
            write_whole(self.path, json.dumps({key: cost._asdict() for key, cost in latest}).encode())
        self._new = {}

    def _read(self) -> dict[str, Cost]:
        try:
            stored = read_json(self.path, _LARGEST)
            costs = {str(key): Cost(**fields) for key, fields in stored.items()}
            sound = {key: cost for key, cost in costs.items() if cost.games > 0 and min(cost) >= 0}
        except (FileError, TypeError, AttributeError):
            return {}
        return sound


def speeds() -> Speeds:
    """The speeds beside the current kernels."""
    from tongits_sim.jit import CACHE_DIR

    return Speeds(CACHE_DIR / NAME)


def _key(job: Ready, how: How) -> str:
    """The key of a kind of job on this machine."""
    machine = (platform.node(), platform.machine(), available_cores())
    place = (how.workers, how.backend, how.scheduler)
    settings = (job.kind, job.asked["version"], job.asked["rules"], job.asked["players"])
    parts = (*machine, *place, *settings)
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()[:24]
