"""How a work is played, as one value: workers, backend, folder, progress."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tongits_sim.run.run import Run


@dataclass(frozen=True)
class How:
    """Where and how a work is played; nothing here changes a number.

    Attributes:
        workers: how many blocks at a time; as many as there are cores (or workers of a cluster) if None.
        backend: where to play: `threading`, `loky` (processes), `dask`, `ray`.
        scheduler: address of a dask (or ray) cluster; without one it is started on this machine.
        out: the folder of an answer; each run of it has a folder of its own in there.
        resume: go on with the run in that folder.
        bot_timeout: seconds after which a bot from a user's file that does not answer is given up.
        progress: called now and then with games played and games in all.
        notice: called with what to tell the user while something is compiled.
    """

    workers: int | None = None
    backend: str = "threading"
    scheduler: str | None = None
    out: Path | None = None
    resume: bool = False
    bot_timeout: float = 60.0
    progress: Callable[[int, int], None] | None = None
    notice: Callable[[str], None] | None = None

    def run(self, work: Any, part: str = "play") -> Run[Any]:
        """Play a work; `part` names its folder where the question plays several."""
        from tongits_sim.run.run import run_work
        from tongits_sim.run.warmup import silent

        return run_work(
            work,
            workers=self.workers,
            backend=self.backend,
            scheduler=self.scheduler,
            out=None if self.out is None else self.out / part,
            resume=self.resume,
            bot_timeout=self.bot_timeout,
            progress=self.progress,
            notice=self.notice or silent,
        )
