"""A progress bar on the standard error, for a terminal and for what takes longer than a second."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

_PATIENCE = 1.0


class ProgressBar:
    """A context that is called with games played and games in all; it shows nothing unless somebody looks and waits."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._bar: Progress | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> ProgressBar:
        return self

    def __call__(self, done: int, total: int) -> None:
        """Show how far the run is."""
        if self._bar is None:
            if not sys.stderr.isatty() or time.monotonic() - self._began < _PATIENCE:
                return
            self._bar = _made()
            self._task = self._bar.add_task("games", total=total)
            self._bar.start()
        assert self._task is not None
        self._bar.update(self._task, completed=min(done, total), total=total)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()


def _made() -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("games"), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True)
