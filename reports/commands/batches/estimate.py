"""Estimates of the time that jobs take: from earlier runs on this machine, or from a short sample of each kind."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from reports.commands.batches.speeds import Cost, Speeds, speeds
from tongits_sim.errors import TongitsError
from tongits_sim.run.sample import Sampler, Timer
from tongits_sim.run.warmup import to_stderr

if TYPE_CHECKING:
    from reports.commands.batches.jobs import Ready
    from tongits_sim.run.how import How

Measure = Callable[["Ready", "How"], tuple[Cost, float]]
"""The cost of a job, and the seconds that measuring it took."""

EARLIER, SAMPLE, ALIKE = "earlier", "sample", "alike"

_SHARE = 0.05  # of the time of the batch: the most that the estimate may take
_LEAST = 1.0  # seconds that may be spent on samples, however short the batch
_WORDS = {
    EARLIER: "as measured earlier ({when})",
    SAMPLE: "from a sample just now",
    ALIKE: "as other jobs of the same command",
}


class JobTime(NamedTuple):
    """The estimated time of a job.

    Attributes:
        seconds: of the job.
        basis: of the estimate: `EARLIER`, `SAMPLE` or `ALIKE`.
        measured: the time of the measurement, in seconds since 1970.
    """

    seconds: float
    basis: str
    measured: float


def estimates(
    jobs: Sequence[Ready], how: How, earlier: Speeds | None = None, measure: Measure | None = None, start: float = -1.0
) -> list[JobTime]:
    """The time of each job.

    Jobs of a kind ask the same of the same players under the same rules, over other games. A kind that was measured on
    this machine is not measured again. Samples of the other kinds are played until they have taken 5 % of the
    estimate; the rest is estimated from other jobs of the same command.

    Args:
        jobs: all jobs of the batch.
        how: where they would be played.
        earlier: measurements of earlier runs; by default those of this machine.
        measure: measures a job by a sample.
        start: seconds already spent, by default the processor time of this process.
    """
    earlier = speeds() if earlier is None else earlier
    measure = measure or sample_cost
    began = spent = time.process_time() if start < 0 else start
    costs = _Costs()
    for job in jobs:
        cost = earlier.get(job, how)
        if cost is not None:
            costs.add(job, cost, EARLIER)
    for job in jobs:
        if job.kind in costs.kinds:
            continue
        enough = max(began + _LEAST, _SHARE * sum(each.seconds for each in map(costs.of, jobs) if each))
        if costs.of(job) is None or spent < enough:
            cost, seconds = measure(job, how)
            costs.add(job, cost, SAMPLE)
            earlier.note(job, how, cost)
            spent += seconds
    earlier.save()
    return [each for each in map(costs.of, jobs) if each]


class _Costs:
    """The costs measured so far.

    Attributes:
        kinds: the cost of each kind of job, and the basis of that.
    """

    def __init__(self) -> None:
        self.kinds: dict[str, tuple[Cost, str]] = {}
        self._commands: dict[str, list[Cost]] = {}

    def add(self, job: Ready, cost: Cost, basis: str) -> None:
        """Note the cost of a job for all jobs of its kind."""
        if job.kind not in self.kinds:
            self.kinds[job.kind] = cost, basis
            self._commands.setdefault(job.command, []).append(cost)

    def of(self, job: Ready) -> JobTime | None:
        """The time of a job, from its kind, else from jobs of its command; None if there are none."""
        if job.kind in self.kinds:
            cost, basis = self.kinds[job.kind]
            return JobTime(cost.seconds(job.games), basis, cost.measured)
        others = self._commands.get(job.command)
        if not others:
            return None
        seconds = sum(each.seconds(job.games) for each in others) / len(others)
        return JobTime(seconds, ALIKE, max(each.measured for each in others))


def basis_sentence(times: Sequence[JobTime]) -> str:
    """The basis of the estimates, as a sentence."""
    bases = [basis for basis in _WORDS if any(each.basis == basis for each in times)]
    parts = []
    for basis in bases:
        mine = [each for each in times if each.basis == basis]
        words = _WORDS[basis].format(when=_when([each.measured for each in mine]))
        parts.append(words if len(bases) == 1 else f"{len(mine):,} {words}")
    return f"{', '.join(parts)}.".capitalize() if parts else ""


def _when(moments: Sequence[float]) -> str:
    days = sorted({time.strftime("%Y-%m-%d", time.localtime(each)) for each in moments})
    return days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}"


def sample_cost(job: Ready, how: How) -> tuple[Cost, float]:
    """The cost of a job, from a run that stops as soon as its rate is known, without the time of compiling."""
    again = False
    while True:
        sampler, compiled, began = Sampler(), list[str](), time.perf_counter()
        with tempfile.TemporaryDirectory() as folder:  # storing games takes time too
            cost = _play_and_measure(job, replace(how, halt=sampler, out=Path(folder) / "run"), sampler, compiled)
        if again or not compiled:
            return cost, time.perf_counter() - began
        again = True


def play_timed(job: Ready, how: How) -> None:
    """Play a job, and store its speed for later estimates. Raises the errors of playing."""
    timer, compiled = Timer(), list[str]()
    resumed = how.out is not None and how.out.exists()
    cost = _play_and_measure(job, replace(how, halt=timer), timer, compiled, short=False)
    if not (compiled or resumed):
        stored = speeds()
        stored.note(job, how, cost)
        stored.save()


def _play_and_measure(job: Ready, how: How, sampler: Sampler, compiled: list[str], short: bool = True) -> Cost:
    """Play a job with this sampler; adds notices of compilation to `compiled`."""

    def notice(text: str) -> None:
        compiled.append(text)
        to_stderr(text)

    began = time.perf_counter()
    try:
        job.play(replace(how, notice=notice))
    except (TongitsError, ArithmeticError, ValueError, LookupError):
        if not short or not sampler.works:  # else too few games for an answer
            raise
    spent = time.perf_counter() - began
    return Cost(sampler.fixed(spent), sampler.playing(), job.games, sampler.played(), time.time())
