"""Does every process end? `python -m tools.exits [--starts 2000] [--at-once 2] [--seconds S] [--keep FILE]`.

Starts commands again and again and waits for their ends. It counts and names a process that runs longer than a minute,
or ends with another code than 0; a process that has printed its whole answer but does not end hangs.

With `--keep FILE` a line of JSON with the counts is added to the file, and the sums over all its lines are printed: so
2,000 starts can be made in pieces, each of `--starts 200`, say. `--starts 0 --keep FILE` only sums up.
"""

from __future__ import annotations

import argparse
import itertools
import json
import resource
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path

from tests.playing import ROOT

COMMANDS = (
    ("rules", "list", "--format", "json"),
    ("simulate", "--games", "20k", "--format", "json"),
    ("compare", "greedy", "caller", "--games", "4k", "--workers", "7", "--format", "json"),
    (
        "compare",
        "greedy",
        "caller",
        "hunter",
        "--monitor",
        "--confirm",
        "--games",
        "4k",
        "--workers",
        "7",
        "--format",
        "json",
    ),
    ("analyze", "sessions", "--games", "20k", "--format", "json"),
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

    def add(self, other: Tally) -> None:
        """Add the counts of another piece."""
        self.starts += other.starts
        self.hangs += other.hangs
        self.failures += other.failures
        self.seconds += other.seconds
        self.cpu_seconds += other.cpu_seconds

    def sentence(self) -> str:
        """The counts for people."""
        starts = max(self.starts, 1)
        return (
            f"{self.starts} starts, {len(self.hangs)} hangs, {len(self.failures)} failures, "
            f"{self.seconds / starts:.2f} s and {self.cpu_seconds / starts:.2f} s of CPU time each"
        )


def added(tally: Tally, file: Path) -> Tally:
    """Add a piece to a file of pieces, if there is anything in it; returns the sum of all of them."""
    if tally.starts:
        with file.open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(asdict(tally)) + "\n")
    whole = Tally()
    for line in file.read_text(encoding="utf-8").splitlines():
        whole.add(Tally(**json.loads(line)))
    return whole


def run(command: tuple[str, ...], patience: float = PATIENCE) -> tuple[str, float]:
    """How a command ended (`ended`, `hangs`, `slow`, or its exit code and last words), and after how many seconds."""
    began = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "cli.py", *command], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        try:
            _, err = process.communicate(timeout=patience)
        except subprocess.TimeoutExpired:
            process.kill()
            out, _ = process.communicate()
            # A process that waits for another one to compile is slow; one whose answer is out hangs.
            return ("hangs" if out.endswith((b"}\n", b"]\n")) else "slow"), time.perf_counter() - began
    elapsed = time.perf_counter() - began
    return ("ended" if process.returncode == 0 else f"code {process.returncode}: {err.decode()[-200:]}"), elapsed


def measure(starts: int, at_once: int, seconds: float, commands: tuple[tuple[str, ...], ...] = COMMANDS) -> Tally:
    """Start commands in turn, `starts` times or for `seconds`. The first of each may compile: its end is checked, but
    not counted.
    """
    tally = Tally()

    def ends(command: tuple[str, ...], patience: float) -> float:
        ended, elapsed = run(command, patience)
        if ended != "ended":
            (tally.hangs if ended == "hangs" else tally.failures).append(f"{' '.join(command)}: {ended}")
        return elapsed

    for command in commands if starts else ():
        ends(command, 600)
    before = _cpu()
    until = time.perf_counter() + seconds

    def one(command: tuple[str, ...]) -> None:
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
    """Seconds of processor time of the child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Print the counts; fail if any process hung or failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--starts", type=int, default=2000)
    parser.add_argument("--at-once", type=int, default=2, help="processes at a time")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="start none after so many seconds")
    parser.add_argument("--keep", type=Path, help="file of pieces to add this one to, and to sum up")
    options = parser.parse_args()
    tally = measure(options.starts, options.at_once, options.seconds)
    for line in (*tally.hangs, *tally.failures):
        print(line)
    print(tally.sentence())
    if options.keep is not None:
        tally = added(tally, options.keep)
        print(f"together: {tally.sentence()}")
    sys.exit(bool(tally.hangs or tally.failures))


if __name__ == "__main__":
    main()
