"""Does every process end? `python -m tests.bench.exits [--starts 2000] [--at-once 2] [--seconds S]`.

Starts commands again and again and waits for their ends. A process that has not ended a minute after it was started,
or ends with another code than 0, is counted and named; it hangs if it has printed its whole answer.
"""

from __future__ import annotations

import argparse
import itertools
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

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
    ("analyze", "luck", "--games", "20k", "--sessions", "200", "--format", "json"),
)
PATIENCE = 60.0


@dataclass
class Tally:
    """How processes ended; `seconds` together."""

    starts: int = 0
    hangs: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    seconds: float = 0.0


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
    """Start commands in turn, so many times or for so long; the first of each, which may compile, is not counted."""
    for command in commands:
        run(command, 600)
    tally, until = Tally(), time.perf_counter() + seconds

    def one(command: tuple[str, ...]) -> None:
        if time.perf_counter() > until:
            return
        ended, elapsed = run(command)
        tally.starts += 1
        tally.seconds += elapsed
        if ended != "ended":
            (tally.hangs if ended == "hangs" else tally.failures).append(f"{' '.join(command)}: {ended}")

    with ThreadPoolExecutor(at_once) as pool:
        list(pool.map(one, itertools.islice(itertools.cycle(commands), starts)))
    return tally


def main() -> None:
    """Print what was counted; fail if anything hung or failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--starts", type=int, default=2000)
    parser.add_argument("--at-once", type=int, default=2, help="processes at a time")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="start none after so many seconds")
    options = parser.parse_args()
    tally = measure(options.starts, options.at_once, options.seconds)
    for line in (*tally.hangs, *tally.failures):
        print(line)
    mean = tally.seconds / max(tally.starts, 1)
    print(f"{tally.starts} starts, {len(tally.hangs)} hangs, {len(tally.failures)} failures, {mean:.2f} s each")
    sys.exit(bool(tally.hangs or tally.failures))


if __name__ == "__main__":
    main()
