"""How a job is played, as one value: workers, backend, folder, progress."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tongits_sim.errors import TongitsError
from tongits_sim.run.warmup import silent

if TYPE_CHECKING:
    from tongits_sim.run.job import Run
    from tongits_sim.run.run import RowSink

BOT_TIMEOUT = 60.0
"""Seconds without a finished game after which a bot counts as hanging; a game takes microseconds."""

Progress = Callable[[int, int], None]
_SMALLER, _MIN_BLOCK = 32, 8  # after Ctrl-C blocks are so many times smaller, of at least so many matches or deals


MIN_GAMES = 100
"""A stopped run of fewer games has no answer."""
_GRACE = 1.0  # seconds for the later runs of an answer, after Ctrl-C


class StopControl:
    """Ctrl-C stops a run, and the games played until then are its result; later runs of the same answer get a moment.

    Attributes:
        run: the run that Ctrl-C stopped, as it was then; None before.
        shortened: how many later runs of the same answer were cut short.
    """

    def __init__(self, wanted: Callable[[], bool] = lambda: True) -> None:
        """At Ctrl-C `wanted` says whether the games played are the result; else the run raises `Interrupted`."""
        self.run: Run[Any] | None = None
        self.shortened = 0
        self._wanted = wanted
        self._until = 0.0

    def interrupted(self, run: Run[Any]) -> bool:
        """Whether the games of a run that Ctrl-C stopped are its result."""
        if self.run is not None or run.games < MIN_GAMES or not self._wanted():
            return False
        self.run, self._until = run, time.monotonic() + _GRACE
        return True

    def should_stop(self, run: Run[Any]) -> bool:
        """Whether to stop now, with the games played; called after every block."""
        over = self.run is not None and run.games >= MIN_GAMES and time.monotonic() >= self._until
        self.shortened += over and run.games < run.job.games
        return over


class RunOptionsError(TongitsError):
    """An unknown option of playing."""


@dataclass(frozen=True)
class RunOptions:
    # how many blocks at a time; as many as there are cores (or workers of a cluster) if None
    workers: int | None = None
    backend: str = "threading"  # where to play: `threading`, `loky` (processes), `dask`
    scheduler: str | None = None  # address of a dask cluster; without one it is started on this machine
    out: Path | None = None  # a folder for the finished blocks; an answer has a folder in it for each of its runs
    resume: bool = False  # resume the run in that folder
    bot_timeout: float = BOT_TIMEOUT  # seconds after which a bot from a user's file that does not answer is given up
    progress: Progress | None = None  # called now and then with games played and games in all
    # called with notices for the user while something is compiled; None: they go to the standard error
    notice: Callable[[str], None] | None = None
    # decides when a run stops early with the games played as its result; else Ctrl-C raises `Interrupted`
    halt: StopControl | None = None

    def __post_init__(self) -> None:
        if self.out is not None:
            object.__setattr__(self, "out", Path(self.out))

    @property
    def stopped(self) -> bool:
        """Whether Ctrl-C stopped a run that was played this way, so that its answer is partial."""
        return self.halt is not None and self.halt.run is not None

    def run(self, job: Any, part: str = "play", table: RowSink | None = None) -> Run[Any]:
        """Play a job; `part` names its folder where the question plays several. Silent where there is no `notice`.

        A job that keeps rows writes them into `table`. After Ctrl-C a job is only begun, in small blocks that
        no folder keeps: when the answer is resumed, the job that was stopped comes first.
        """
        from tongits_sim.run.run import run_job

        out, size = None if self.out is None else self.out / part, None
        if self.stopped and table is None:
            out, size = None, max(_MIN_BLOCK, next(iter(job.blocks())).matches // _SMALLER)
        how = replace(self, out=out, notice=self.notice or silent)
        return run_job(job, how, block_size=size, table=table)


def with_overrides(how: RunOptions | None, playing: Mapping[str, Any]) -> RunOptions:
    """A `RunOptions` with some of its fields replaced by name.

    >>> with_overrides(RunOptions(workers=2), {"resume": True}) == RunOptions(workers=2, resume=True)
    True

    Raises RunOptionsError: for a name that is no field of `RunOptions`.
    """
    options = [each.name for each in fields(RunOptions)]
    for name in playing:
        if name not in options:
            raise RunOptionsError(f"there is no option {name!r} of playing; there are {', '.join(options)}")
    return replace(how or RunOptions(), **playing)
