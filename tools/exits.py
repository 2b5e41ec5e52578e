"""Does every process end? `python -m tools.exits [--starts 2000] [--at-once 2] [--seconds S]`.

Starts commands again and again and waits for them to end. It counts and names each process that runs longer than a
minute, or ends with a code other than 0. A process that has printed its answer but does not end hangs.
"""

from __future__ import annotations

import argparse
import itertools
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from tests.playing import ROOT

COMMANDS = (
    "rules list --format json",
    "simulate --games 20k --format json",
    "compare greedy caller --games 4k --workers 7 --format json",
    "compare greedy caller hunter --monitor --confirm --games 4k --workers 7 --format json",
    "analyze sessions --games 20k --format json",
)
PATIENCE = 60.0


@dataclass
class Tally:
    """How processes ended; `seconds` together, `cpu_seconds` those of the processor."""

    starts: int = 0
    hangs: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    seconds: float = 0.0
    cpu_seconds: float = 0.0

    def sentence(self) -> str:
        """The counts for people."""
        starts = max(self.starts, 1)
        return (
            f"{self.starts} starts, {len(self.hangs)} hangs, {len(self.failures)} failures, "
            f"{self.seconds / starts:.2f} s and {self.cpu_seconds / starts:.2f} s of CPU time each"
        )


def run(command: str, patience: float = PATIENCE) -> tuple[str, float]:
    """How a command ended (`ended`, `hangs`, `slow`, or its exit code and last words), and after how many seconds."""
    began = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "cli.py", *command.split()], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        try:
            _, err = process.communicate(timeout=patience)
        except subprocess.TimeoutExpired:
            process.kill()
            out, _ = process.communicate()
            # A process that waits for another to compile is slow; a process that has printed its answer hangs.
            return ("hangs" if out.endswith((b"}\n", b"]\n")) else "slow"), time.perf_counter() - began
    elapsed = time.perf_counter() - began
    return ("ended" if process.returncode == 0 else f"code {process.returncode}: {err.decode()[-200:]}"), elapsed


def measure(starts: int, at_once: int, seconds: float, commands: Sequence[str] = COMMANDS) -> Tally:
    """Start commands in turn, `starts` times or for `seconds`.

    The first start of each command may compile: its end is checked, but not counted.
    """
    tally = Tally()

    def ends(command: str, patience: float) -> float:
        ended, elapsed = run(command, patience)
        if ended != "ended":
            (tally.hangs if ended == "hangs" else tally.failures).append(f"{command}: {ended}")
        return elapsed

    for command in commands if starts else ():
        ends(command, 600)
    before = _cpu()
    until = time.perf_counter() + seconds

    def one(command: str) -> None:
        if time.perf_counter() > until:
            return
        elapsed = ends(command, PATIENCE)
        tally.starts += 1
        tally.seconds += elapsed

    with ThreadPoolExecutor(at_once) as pool:
        list(pool.map(one, itertools.islice(itertools.cycle(commands), starts)))
    tally.cpu_seconds = _cpu() - before
    return tally


def _cpu() -> float:
    """Processor seconds of all ended child processes."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--starts", type=int, default=2000)
    parser.add_argument("--at-once", type=int, default=2, help="processes at a time")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="start none after this many seconds")
    options = parser.parse_args()
    tally = measure(options.starts, options.at_once, options.seconds)
    for line in (*tally.hangs, *tally.failures):
        print(line)
    print(tally.sentence())
    sys.exit(bool(tally.hangs or tally.failures))


if __name__ == "__main__":
    main()
