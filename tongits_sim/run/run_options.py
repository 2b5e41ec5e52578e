"""Options of playing: workers, backend, folder, progress, and what Ctrl-C does."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

from tongits_sim.errors import TongitsError
from tongits_sim.run.compiling import silent

if TYPE_CHECKING:
    from tongits_sim.run.job import Job, Looks, Run, TotalsT
    from tongits_sim.run.run import RowSink

BOT_TIMEOUT = 60.0
"""Seconds without a finished game after which a bot counts as hanging; a game takes microseconds."""

Progress = Callable[[int, int], None]
_SMALLER, _MIN_BLOCK = 32, 8  # after Ctrl-C: divisor of the block size, and fewest matches or deals of a block


MIN_GAMES = 100
"""Fewer games (or what a job counts) of a stopped run make no answer, unless the job says otherwise."""
_GRACE = 0.8  # seconds for later runs of the answer after Ctrl-C
_LATE = 1.6  # further seconds for the fewest games that they need


class StopControl:
    """On Ctrl-C, stop the run and use the games finished so far as its result. Later runs of the answer get a moment.

    Attributes:
        run: the run that Ctrl-C stopped; None before.
        shortened: how many later runs of the answer were cut short.
    """

    def __init__(self, wanted: Callable[[], bool] = lambda: True, at_once: bool = False) -> None:
        """
        Args:
            wanted: asked at Ctrl-C whether to use the finished games; else the run raises `Interrupted`.
            at_once: stop before the first new block, as if Ctrl-C came then: the kept games are the result.
        """
        self.at_once = at_once
        self.run: Run[Any] | None = None
        self.shortened = 0
        self._wanted = wanted
        self._until = 0.0

    def interrupted(self, run: Run[Any]) -> bool:
        """Whether the finished games of a run that Ctrl-C stopped are its result."""
        if self.run is not None or run.games < run.job.fewest or not self._wanted():
            return False
        self.run = run
        self._until = time.monotonic() + _GRACE
        return True

    def should_stop(self, run: Run[Any]) -> bool:
        """Whether to stop now and use the finished games; called after every block. Raises KeyboardInterrupt: a later
        run is too slow to be of use.
        """
        few = run.games < run.job.fewest
        if self.run is not None and few and time.monotonic() >= self._until + _LATE:
            raise KeyboardInterrupt
        over = self.run is not None and not few and time.monotonic() >= self._until
        self.shortened += over and run.games < run.job.games
        return over


class RunOptionsError(TongitsError):
    """An unknown option of playing."""


@dataclass(frozen=True)
class RunOptions:
    """Where and how a job is played. No option changes a digit of the answer."""

    # blocks at a time; None: as many as cores, or workers of a cluster
    workers: int | None = None
    backend: str = "threading"  # where to play: `threading`, `loky` (processes), `dask`
    scheduler: str | None = None  # address of a dask cluster; None: start a cluster on this machine
    out: Path | None = None  # folder for finished blocks; an answer makes a subfolder for each of its runs
    resume: bool = False  # resume the run in `out`
    bot_timeout: float = BOT_TIMEOUT  # seconds to wait for an answer of a user's bot
    progress: Progress | None = None  # called now and then with games played and all games
    # called with notices while something is compiled; None: notices go to the standard error
    notice: Callable[[str], None] | None = None
    # decides when a run stops early and uses the finished games; None: Ctrl-C raises `Interrupted`
    halt: StopControl | None = None
    # of a question that is asked again with more games: its finished runs, by what they play; filled by `run_job`
    earlier: dict[str, Run[Any]] | None = None

    def __post_init__(self) -> None:
        if self.out is not None:
            object.__setattr__(self, "out", Path(self.out))

    @property
    def stopped(self) -> bool:
        """Whether Ctrl-C stopped a run with these options: the answer is then partial."""
        return self.halt is not None and self.halt.run is not None

    def run(
        self,
        job: Job[TotalsT],
        run_name: str = "play",
        table: RowSink | None = None,
        looks: Looks[TotalsT] | None = None,
    ) -> Run[TotalsT]:
        """Play a job; `run_name` names its folder if the question plays several jobs. Without `notice` it is silent.

        `looks`: when to look at the totals, and whether to end the run then.
        A job that keeps rows writes them into `table`. Jobs after Ctrl-C play a few small blocks, which no folder
        keeps: a resumed answer must first finish the stopped job.
        """
        from tongits_sim.run.run import run_job

        out = None if self.out is None else self.out / run_name
        size = None
        if self.stopped and table is None:
            usual = next(iter(job.blocks())).matches
            out = None
            size = max(min(usual, _MIN_BLOCK), usual // _SMALLER)
        run_options = replace(self, out=out, notice=self.notice or silent)
        return run_job(job, run_options, block_size=size, table=table, looks=looks)


class Playing(TypedDict, total=False):
    """Fields of `RunOptions` that public functions take by name."""

    workers: int | None
    backend: str
    scheduler: str | None
    out: str | os.PathLike[str] | None
    resume: bool
    bot_timeout: float
    progress: Progress | None
    notice: Callable[[str], None] | None


def with_overrides(run_options: RunOptions | None, playing: Mapping[str, object]) -> RunOptions:
    """Replace fields of a `RunOptions`; `playing` is a `Playing`, or has other fields too.

    >>> with_overrides(RunOptions(workers=2), {"resume": True}) == RunOptions(workers=2, resume=True)
    True

    Raises RunOptionsError: a name is not a field of `RunOptions`.
    """
    options = [option.name for option in fields(RunOptions)]
    for name in playing:
        if name not in options:
            raise RunOptionsError(f"there is no option {name!r} of playing; there are {', '.join(options)}")
    given: dict[str, Any] = dict(playing)
    return replace(run_options or RunOptions(), **given)
