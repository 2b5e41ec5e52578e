"""Bots that never answer: a look at every worker, again and again, whether its games go on."""

from __future__ import annotations

import time
from typing import Any

from tongits_sim.run.faults import Fault
from tongits_sim.run.work import BlockWorker, Work
from tongits_sim.run.workers import workers

BOT_TIMEOUT = 60.0
"""Seconds without a finished game after which a bot is held to hang; a game takes microseconds."""


class Watchdog:
    """Remembers when each worker of a work last moved on, in this process."""

    def __init__(self, work: Work[Any], timeout: float) -> None:
        self._work = work
        self._timeout = timeout
        self._moved: dict[BlockWorker, tuple[tuple[int, int], float]] = {}

    def look(self) -> Fault | None:
        """The fault of the first worker that has stood still for too long."""
        now = time.monotonic()
        for each in workers(self._work):
            place = each.progress()
            before, since = self._moved.get(each, (None, now))
            if not each.busy or place != before:
                self._moved[each] = (place, now)
            elif now - since > self._timeout:
                return each.hanging()
        return None
