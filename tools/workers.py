"""The gain of more workers: `python -m tools.workers [--pairs N] [--write]`.

Three greedy under pagat on threads of this process. One worker and all processors play the same games in turn, so the
gain is measured in pairs. For more threads than processors it is estimated from two measured parts: the seconds that a
block takes with the interpreter free, and those for which a block holds it (handing it out, adding up its counts). The
estimate simulates threads, each on a core of its own, that play blocks and queue for the interpreter in between.
`--write` puts the table into docs/explanation/performance.md.
"""

from __future__ import annotations

import argparse
import heapq
import os
import statistics
import time

import tongits_sim as ts
from tests.playing import ROOT, job
from tongits_sim.designs.batch.job import Job
from tongits_sim.run.how import How
from tongits_sim.run.run import run_work
from tools.blocks import write_block

PAGE = ROOT / "docs" / "explanation" / "performance.md"
NAME = "workers"
RECKONED = (2, 4, 16, 64)
LARGE = 10**8
_TINY = 3  # matches of a block that takes hardly longer than the interpreter's part of it


def _job(games: int) -> Job:
    return job("pagat", players="greedy,greedy,greedy", games=games)


def seconds(games: int, workers: int, size: int | None = None) -> float:
    """Seconds of a run of `games` games with everything loaded; `size`: matches in a block."""
    began = time.perf_counter()
    run_work(_job(games), How(workers=workers, backend="threading"), block_size=size)
    return time.perf_counter() - began


def held(blocks: int = 4_000) -> float:
    """Seconds for which a block holds the interpreter: the cost of blocks of a few games, less that of these games."""
    games = blocks * _TINY
    return max(0.0, seconds(games, 1, _TINY) - seconds(games, 1, games)) / blocks


def reckoned(threads: int, blocks: int, plays: float, holds: float) -> float:
    """Seconds of a run of equal blocks, each played by one of the threads and then holding the interpreter."""
    free, now, last = 0.0, [0.0] * threads, 0.0
    for _ in range(blocks):
        done = heapq.heappop(now) + plays
        free = max(free, done) + holds
        last = max(last, free)
        heapq.heappush(now, free)
    return last


def table(gains: list[float], cores: int, rate: float, holds: float) -> str:
    """The block of the page."""
    blocks = list(_job(LARGE).blocks())
    plays = blocks[0].matches * blocks[0].games / rate
    middle, least, most = statistics.median(gains), min(gains), max(gains)
    words = (
        f"Three greedy under pagat. {cores} workers on {cores} processors against one, {len(gains)} pairs: "
        f"{middle:.2f} times the games ({least:.2f} to {most:.2f}). A block of a run of {LARGE:,} games takes "
        f"{plays * 1000:.0f} ms at {rate / 1e6:.2f} million games a second and holds the interpreter for "
        f"{holds * 1e6:.0f} µs. Estimated from these two for {LARGE:,} games on processors that share nothing:"
    )
    lines = [
        words,
        "",
        "| threads | blocks | seconds | times one |",
        "| ---: | ---: | ---: | ---: |",
    ]
    one = reckoned(1, len(blocks), plays, holds)
    for threads in RECKONED:
        took = reckoned(threads, len(blocks), plays, holds)
        lines.append(f"| {threads} | {len(blocks):,} | {took:.1f} | {one / took:.1f} |")
    return "\n".join([*lines, "", "    python -m tools.workers --write"])


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=15)
    parser.add_argument("--games", type=int, default=4_000_000)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    ts.simulate(rules="pagat", games=1000)
    cores = os.cpu_count() or 1
    pairs = [(seconds(options.games, 1), seconds(options.games, cores)) for _ in range(options.pairs)]
    rate = options.games / statistics.median(one for one, _ in pairs)
    text = table([one / many for one, many in pairs], cores, rate, held())
    print(text)
    if options.write:
        write_block(PAGE, NAME, text)


if __name__ == "__main__":
    main()
