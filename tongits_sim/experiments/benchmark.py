"""Self-checks of any game: exact values against simulated deals, and games per second."""

from __future__ import annotations

import os
import platform
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from tongits_sim.bots.player import BasePlayer
from tongits_sim.errors import TongitsError
from tongits_sim.run.answers import Answer
from tongits_sim.run.compiling import available_cores
from tongits_sim.run.run_options import RunOptions
from tongits_sim.version import VERSION

LIMIT = 4.5
"""The largest |z| that passes."""
MAX_DEALS = 10**9


class Row(NamedTuple):
    """One check: the exact and the simulated value, and their distance in standard errors."""

    check: str
    exact: float
    simulated: float
    z: float

    @property
    def passed(self) -> bool:
        """Whether the share is within `LIMIT` standard errors of its exact probability."""
        return abs(self.z) <= LIMIT


def check_deals(deals: int, seed: int) -> None:
    """Raises TongitsError: the number of deals or the seed is outside its bounds."""
    if not 1000 <= deals <= MAX_DEALS:
        raise TongitsError(f"the number of deals must lie between 1,000 and {MAX_DEALS:,}, not {deals:,}")
    if not 0 <= seed < 2**64:
        raise TongitsError(f"the seed must lie between 0 and {2**64 - 1}, not {seed}")


WARM_UP = 20_000
"""Games played before a measurement."""
FIRST_SEED = 1_000_000

Play = Callable[[str, int, int, int], tuple[int, float]]
"""Plays games: rules, games, seed, workers -> games played, seconds of playing."""


@dataclass(frozen=True)
class Speed(Answer):
    """Games per second under some rules."""

    # rules, workers: of these runs
    rules: str
    workers: int
    # games_per_second, slowest, fastest: median and range of the runs
    games_per_second: float
    slowest: float
    fastest: float
    ns_per_game_and_worker: float  # nanoseconds
    cores_used: float  # cores that were busy on average
    ratio: float  # games per second relative to the first row


@dataclass(frozen=True)
class Machine(Answer):
    """The machine and the versions behind the figures; `load` is None if the system does not report its load."""

    processor: str
    cores: int
    system: str
    load: tuple[float, ...] | None
    python: str
    numba: str
    numpy: str
    tongits: str


@dataclass(frozen=True)
class BenchAnswer(Answer):
    """The answer of `selfcheck --speed`."""

    command: str  # `bench`
    player: str  # label of the bot on all seats
    # games, repeat: games of a run, and runs of each measurement
    games: int
    repeat: int
    protocol: str  # how the speed was measured, a sentence
    machine: Machine  # the machine and the versions
    rows: tuple[Speed, ...]  # by rules and workers
    peak_memory_mb: float  # of this process, millions of bytes
    compiled_now: bool  # the engine was compiled in this process, which takes memory


def measure(
    bench: Any,
    /,
    player: BasePlayer,
    games: int = 500_000,
    repeat: int = 5,
    presets: Sequence[str] = (),
    notify: Callable[[str], None] = lambda text: None,
    *,
    seats: str,
) -> BenchAnswer:
    """Games per second of equal players: one worker under every preset, and all cores under the first.

    Every measurement follows a warm-up and is repeated with different seeds; the median is reported.

    Args:
        bench: the jobs, as `tongits_sim.experiments.selfcheck` has them.
        player: sits on all seats.
        games: games of one run.
        repeat: runs of each measurement.
        presets: rules to measure; ratios refer to the first. Empty: the presets of `bench`.
        notify: called with a line of text before each measurement.
        seats: the number of players at a table, a word.
    """
    compiled_now = not bench.compiled_before(player)
    presets = presets or bench.PRESETS

    def play(preset: str, number: int, seed: int, workers: int) -> tuple[int, float]:
        run = bench.play(player, preset, number, seed, RunOptions(workers=workers))
        return run.games_now, run.elapsed

    counts = [(preset, 1) for preset in presets]
    cores = available_cores()
    if cores > 1 and presets:
        counts.insert(1, (presets[0], cores))
    rows: list[Speed] = []
    for preset, workers in counts:
        notify(f"{preset}, {workers} worker{'s' if workers > 1 else ''}")
        reference = rows[0].games_per_second if rows else None
        rows.append(_row(play, bench.ready, preset, workers, games, repeat, reference))
    return BenchAnswer(
        command="bench",
        player=player.label,
        games=games,
        repeat=repeat,
        protocol=(
            f"{seats} {player.label} seats; {WARM_UP:,} games to warm up, then {repeat} runs of "
            f"{games:,} games with different seeds by {bench.engines()}; median games per second of playing time; "
            "every action verified"
        ),
        machine=machine(),
        rows=tuple(rows),
        peak_memory_mb=peak_memory_mb(),
        compiled_now=compiled_now,
    )


def _row(
    play: Play,
    ready: Callable[[], None],
    preset: str,
    workers: int,
    games: int,
    repeat: int,
    reference: float | None,
) -> Speed:
    play(preset, WARM_UP, FIRST_SEED, workers)
    ready()
    began = time.perf_counter()
    used = time.process_time()
    runs = [play(preset, games, FIRST_SEED + 1 + number, workers) for number in range(repeat)]
    cores = (time.process_time() - used) / (time.perf_counter() - began)
    rates = [played / seconds for played, seconds in runs]
    middle = statistics.median(rates)
    return Speed(
        rules=preset,
        workers=workers,
        games_per_second=middle,
        slowest=min(rates),
        fastest=max(rates),
        ns_per_game_and_worker=1e9 * workers / middle,
        cores_used=cores,
        ratio=middle / (reference or middle),
    )


def machine() -> Machine:
    """This machine, its load, and the versions of the software."""
    import numba

    from tongits_sim.compile.cross_compile import host_processor

    return Machine(
        processor=f"{platform.machine()} {host_processor()}",
        cores=available_cores(),
        system=platform.platform(),
        load=os.getloadavg() if hasattr(os, "getloadavg") else None,
        python=platform.python_version(),
        numba=numba.__version__,
        numpy=np.__version__,
        tongits=VERSION,
    )


def peak_memory_mb() -> float:
    """Peak memory of this process in millions of bytes."""
    if sys.platform == "win32":
        import psutil

        return float(psutil.Process().memory_info().peak_wset) / 1e6
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1e6 if sys.platform == "darwin" else peak * 1024 / 1e6
