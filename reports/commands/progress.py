"""Progress on the standard error: a bar for a run of games, a line for a search in rounds."""

from __future__ import annotations

import sys
import time
from collections import deque
from types import TracebackType
from typing import TYPE_CHECKING

from tongits_sim.run.halt import undisturbed
from tongits_sim.run.log import is_logged
from tongits_sim.run.numbers import seconds, speed

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

_PATIENCE = 1.0
_WINDOW = 60.0  # seconds whose games make the rate


class Meter:
    """Games a second and the seconds left, from the progress of a run over time.

    The first reading is the start: a resumed run begins with the games that were played before.
    """

    def __init__(self) -> None:
        self._seen: deque[tuple[float, int]] = deque()
        self._total = 0

    def see(self, now: float, done: int, total: int) -> None:
        """Note the progress at `now` (seconds). A lower number or another total begins another run."""
        if self._seen and (done < self._seen[-1][1] or total != self._total):
            self._seen.clear()
        self._total = total
        self._seen.append((now, done))
        while len(self._seen) > 2 and now - self._seen[1][0] > _WINDOW:
            self._seen.popleft()

    @property
    def rate(self) -> float | None:
        """Games a second; None while unknown."""
        (then, before), (now, done) = self._seen[0], self._seen[-1]
        return (done - before) / (now - then) if now > then and done > before else None

    @property
    def remaining(self) -> float | None:
        """Seconds to the end at that rate; None while unknown."""
        rate = self.rate
        return None if rate is None else max(self._total - self._seen[-1][1], 0) / rate


class ProgressBar:
    """A context that is called with games played and games in all; it shows a bar only to a person who waits."""

    def __init__(self, what: str = "games") -> None:
        """A bar that counts `what`; for games it shows their speed too."""
        self._what = what
        self._began = time.monotonic()
        self._meter = Meter()
        self._bar: Progress | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> ProgressBar:
        return self

    def __call__(self, done: int, total: int) -> None:
        """Show the progress of the run."""
        now = time.monotonic()
        self._meter.see(now, done, total)
        if self._bar is None:
            if not _has_viewer() or now - self._began < _PATIENCE:
                return
            with undisturbed():  # an interrupt in the middle would leave a broken bar
                self._bar = _new_bar(self._what)
                self._task = self._bar.add_task("games", total=total, pace="")
                self._bar.start()
        assert self._task is not None
        self._bar.update(self._task, completed=min(done, total), total=total, pace=self._pace())

    def _pace(self) -> str:
        if self._what == "games":
            return pace(self._meter)
        left = self._meter.remaining
        return "" if left is None else f"{seconds(left)} to go"

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            with undisturbed():
                self._bar.stop()


def pace(meter: Meter) -> str:
    """The speed and the time left: `560,000 games/s, 3 min 20 s to go`."""
    if meter.rate is None or meter.remaining is None:
        return ""
    return f"{speed(meter.rate)}, {seconds(meter.remaining)} to go"


def _has_viewer() -> bool:
    """Whether stderr is a terminal without a log on it."""
    return sys.stderr.isatty() and not is_logged()


def _new_bar(what: str) -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn(what), TextColumn("{task.fields[pace]}"))
    return Progress(*columns, console=Console(stderr=True), transient=True)
