"""Progress on the standard error: a bar for a run of games, a line for a search in rounds."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING

from tongits_sim.interrupts import signals_delayed
from tongits_sim.run.numbers import speed

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

_PATIENCE = 1.0


class ProgressBar:
    """Called with games played and games in all. Shows a bar only if a person waits at a terminal."""

    def __init__(self, what: str = "games") -> None:
        """`what`: the things counted. Only games also show their speed."""
        self._what = what
        self._began = time.monotonic()
        self._bar: Progress | None = None
        self._task: TaskID | None = None
        self._of = 0

    def __enter__(self) -> ProgressBar:
        return self

    def __call__(self, done: int, total: int) -> None:
        if self._bar is None:
            if not sys.stderr.isatty() or time.monotonic() - self._began < _PATIENCE:
                return
            with signals_delayed():  # an interrupt in the middle would leave a broken bar
                self._bar = _new_bar(self._what)
                self._bar.start()
        if self._task is None or self._of != total:  # games of an earlier session do not count for the speed
            with signals_delayed():
                for task in self._bar.task_ids:
                    self._bar.remove_task(task)
                self._task = self._bar.add_task("", total=total, completed=min(done, total), pace="")
                self._of = total
        self._bar.update(self._task, completed=min(done, total), pace=self._pace())

    def _pace(self) -> str:
        assert self._bar is not None
        rate = self._bar.tasks[0].speed
        return speed(rate) if self._what == "games" and rate else ""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            with signals_delayed():
                self._bar.stop()


def _new_bar(what: str) -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn(what), TextColumn("{task.fields[pace]}"))
    return Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True)
