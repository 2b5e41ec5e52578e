"""How long the jobs of a batch would take: as measured when they were played, or from a little of each kind."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from reports.batches.speeds import Cost, Speeds, speeds
from tongits_sim.errors import TongitsError
from tongits_sim.run.sample import Sampler, Timer
from tongits_sim.run.warmup import to_stderr

if TYPE_CHECKING:
    from reports.batches.jobs import Ready
    from tongits_sim.run.how import How

Measure = Callable[["Ready", "How"], tuple[Cost, float]]
"""The cost of a job, and the seconds spent on measuring it."""

EARLIER, SAMPLE, ALIKE = "earlier", "sample", "alike"

_SHARE = 0.05  # of what the batch would take: more is not spent on the estimate
_LEAST = 1.0  # seconds that may be spent on samples, however short the batch
_WORDS = {
    EARLIER: "as measured earlier ({when})",
    SAMPLE: "from a sample just now",
    ALIKE: "as other jobs of the same command",
}


class Estimated(NamedTuple):
    """The estimated cost of a job.

    Attributes:
        seconds: of the job.
        basis: `EARLIER`, `SAMPLE` or `ALIKE`: what they rest on.
        measured: when that was measured, in seconds since 1970.
    """

    seconds: float
    basis: str
    measured: float


def estimates(
    jobs: Sequence[Ready], how: How, known: Speeds | None = None, measure: Measure | None = None, start: float = -1.0
) -> list[Estimated]:
    """What each job would take.

    Jobs of a kind ask the same of the same players under the same rules, over other games. A kind that was measured on
    this machine is not measured again. Of the others a little is played, until 5 % of the estimate is spent; then they
    go by other jobs of their command.

    Args:
        jobs: all jobs of the batch.
        how: where they would be played.
        known: what was measured earlier; by default what this machine has kept.
        measure: samples a job.
        start: seconds already spent, by default the processor time of this process.
    """
    known = speeds() if known is None else known
    measure = measure or sampled
    began = spent = time.process_time() if start < 0 else start
    costs = _Costs()
    for job in jobs:
        cost = known.get(job, how)
        if cost is not None:
            costs.add(job, cost, EARLIER)
    for job in jobs:
        if job.kind in costs.kinds:
            continue
        enough = max(began + _LEAST, _SHARE * sum(each.seconds for each in map(costs.of, jobs) if each))
        if costs.of(job) is None or spent < enough:
            cost, seconds = measure(job, how)
            costs.add(job, cost, SAMPLE)
            known.note(job, how, cost)
            spent += seconds
    known.save()
    return [each for each in map(costs.of, jobs) if each]


class _Costs:
    """The costs measured so far.

    Attributes:
        kinds: what each kind of job takes, and what that rests on.
    """

    def __init__(self) -> None:
        self.kinds: dict[str, tuple[Cost, str]] = {}
        self._commands: dict[str, list[Cost]] = {}

    def add(self, job: Ready, cost: Cost, basis: str) -> None:
        """Jobs like this one take so much."""
        if job.kind not in self.kinds:
            self.kinds[job.kind] = cost, basis
            self._commands.setdefault(job.command, []).append(cost)

    def of(self, job: Ready) -> Estimated | None:
        """The cost of a job: measured on its kind, else on jobs of its command; None if there are none."""
        if job.kind in self.kinds:
            cost, basis = self.kinds[job.kind]
            return Estimated(cost.seconds(job.games), basis, cost.measured)
        others = self._commands.get(job.command)
        if not others:
            return None
        seconds = sum(each.seconds(job.games) for each in others) / len(others)
        return Estimated(seconds, ALIKE, max(each.measured for each in others))


def rests_on(known: Sequence[Estimated]) -> str:
    """The basis of the estimates, as a sentence."""
    bases = [basis for basis in _WORDS if any(each.basis == basis for each in known)]
    parts = []
    for basis in bases:
        mine = [each for each in known if each.basis == basis]
        words = _WORDS[basis].format(when=_when([each.measured for each in mine]))
        parts.append(words if len(bases) == 1 else f"{len(mine):,} {words}")
    return f"{', '.join(parts)}.".capitalize() if parts else ""


def _when(moments: Sequence[float]) -> str:
    days = sorted({time.strftime("%Y-%m-%d", time.localtime(each)) for each in moments})
    return days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}"


def sampled(job: Ready, how: How) -> tuple[Cost, float]:
    """The cost of a job, measured by runs that stop as soon as their rate is known. Compiling is not counted."""
    again = False
    while True:
        sampler, compiled, began = Sampler(), list[str](), time.perf_counter()
        with tempfile.TemporaryDirectory() as folder:  # storing what is played takes its time, too
            cost = _measured(job, replace(how, halt=sampler, out=Path(folder) / "run"), sampler, compiled)
        if again or not compiled:
            return cost, time.perf_counter() - began
        again = True


def timed(job: Ready, how: How) -> None:
    """Play a job, and store its speed for later estimates. Passes on the errors of playing."""
    timer, compiled = Timer(), list[str]()
    resumed = how.out is not None and how.out.exists()
    cost = _measured(job, replace(how, halt=timer), timer, compiled, short=False)
    if not (compiled or resumed):
        known = speeds()
        known.note(job, how, cost)
        known.save()


def _measured(job: Ready, how: How, sampler: Sampler, compiled: list[str], short: bool = True) -> Cost:
    """Play a job with this sampler; texts about what was compiled are added to `compiled`."""

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
