"""Playing a field: `run_work` with what a comparison reads from the run."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass

from tongits_sim.designs.tournament.job import Field
from tongits_sim.designs.tournament.totals import FieldSums
from tongits_sim.run.run import Progress, run_work
from tongits_sim.run.warmup import Notice, to_stderr
from tongits_sim.run.watchdog import BOT_TIMEOUT

Look = Callable[[FieldSums], bool]


@dataclass
class FieldRun:
    """A field as it was played: merged sums, seconds spent, workers, whether it stopped before its last deal, and the
    games played in those seconds (all, if it was not resumed).
    """

    field: Field
    sums: FieldSums
    elapsed: float
    workers: int
    stopped_early: bool = False
    played: int = 0


def play_field(
    field: Field,
    workers: int | None = None,
    look: Look | None = None,
    progress: Progress | None = None,
    notice: Notice = to_stderr,
    bot_timeout: float = BOT_TIMEOUT,
    block_deals: int | None = None,
    backend: str = "threading",
    scheduler: str | None = None,
    out: str | os.PathLike[str] | None = None,
    resume: bool = False,
) -> FieldRun:
    """Play a field; see `run_work`. `look` is called with the sums after every block, in order; True ends it there.

    The blocks and the places where it may stop depend on the field alone, so the same field gives the same digits
    however it is played. `block_deals` overrides how many deals a block has.
    """
    run = run_work(
        field,
        workers=workers,
        backend=backend,
        scheduler=scheduler,
        out=out,
        resume=resume,
        bot_timeout=bot_timeout,
        look=look,
        progress=progress,
        notice=notice,
        block_size=block_deals,
    )
    return FieldRun(field, run.totals, run.elapsed, run.workers, run.stopped, run.played)
