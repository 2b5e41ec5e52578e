"""The cost of a run by its size: `python -m tools.growth [--games A,B,C] [--write]`.

`tongits simulate` with three greedy under pagat, in processes of their own, with and without a run folder: time,
processor time, the largest resident size, and the size of the folder; then the same command with `--resume` on the
folder, which has all its blocks and plays nothing. A row for 10^10 games is an estimate from the last one, with the
same rate and the same memory. `--write` puts the table into docs/explanation/performance.md and the figure beside it.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from tests.playing import ROOT
from tools.blocks import write_block

PAGE = ROOT / "docs" / "explanation" / "performance.md"
FIGURE = ROOT / "docs" / "images" / "growth.svg"
NAME = "growth"
AT_LAST = 10**10
COMMAND = ("simulate", "--rules", "pagat", "--players", "greedy,greedy,greedy", "--seed", "1", "--format", "json")


@dataclass(frozen=True)
class Cost:
    """Seconds, seconds of the processor, and the largest resident size in MB."""

    seconds: float
    cpu: float
    memory: float


@dataclass(frozen=True)
class Row:
    """A number of games: a plain run, one into a folder of `files` files and `size` MB, and one that resumes it."""

    games: int
    plain: Cost
    in_folder: Cost
    resumed: Cost
    files: int
    size: float


def cost(*words: str) -> Cost:
    """The cost of one command. Raises SystemExit where it fails."""
    began = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "cli.py", *COMMAND, *words], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, used = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - began
    if status:
        raise SystemExit(f"{' '.join(words)} failed")
    return Cost(seconds, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def measured(games: int) -> Row:
    """A row of the table."""
    number = str(games)
    plain = cost("--games", number)
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "run"
        in_folder = cost("--games", number, "--out", str(out))
        resumed = cost("--games", number, "--out", str(out), "--resume")
        files = [path for path in out.rglob("*") if path.is_file()]
        return Row(games, plain, in_folder, resumed, len(files), sum(path.stat().st_size for path in files) / 2**20)


def rate(rows: list[Row]) -> float:
    """Games a second once all is loaded: from the difference of the two largest runs."""
    less, more = rows[-2:]
    return (more.games - less.games) / (more.plain.seconds - less.plain.seconds)


def table(rows: list[Row]) -> str:
    """The block of the page."""
    lines = [
        "| games | time | processor time | memory | into a folder | its files | its size | to resume when complete |",
        "| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    lines += [
        f"| {row.games:,} | {row.plain.seconds:.1f} s | {row.plain.cpu:.1f} s | {row.plain.memory:.0f} MB "
        f"| {row.in_folder.seconds:.1f} s | {row.files:,} | {row.size:.1f} MB | {row.resumed.seconds:.1f} s |"
        for row in rows
    ]
    last, cores = rows[-1], os.cpu_count() or 1
    hours = AT_LAST / rate(rows) / 3600
    lines.append(
        f"| {AT_LAST:,}, reckoned | {hours:.1f} hours | {hours * last.plain.cpu / last.plain.seconds:.1f} hours "
        f"| {last.plain.memory:.0f} MB | | | | |"
    )
    words = (
        f"Three greedy under pagat, {cores} cores, one run each; the last row is reckoned at "
        f"{rate(rows) / 1e6:.2f} million games a second, the rate by which the two runs above it differ.\n\n"
        "    python -m tools.growth --write"
    )
    picture = (
        f"![Time of a run by its number of games, on logarithmic axes: {rows[0].plain.seconds:.1f} seconds for "
        f"{rows[0].games:,} games, {last.plain.seconds:.0f} for {last.games:,}](../images/{FIGURE.name})"
    )
    return f"{words}\n\n" + "\n".join(lines) + f"\n\n{picture}"


def draw(rows: list[Row]) -> None:
    """The figure: seconds by games, measured and estimated."""
    import matplotlib as mpl

    mpl.use("Agg")
    mpl.rcParams["svg.hashsalt"] = NAME
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(6.4, 3.6), layout="constrained")
    games = [row.games for row in rows]
    axes.loglog(games, [row.plain.seconds for row in rows], "o-", label="run")
    axes.loglog(games, [row.in_folder.seconds for row in rows], "s--", label="run kept in a folder")
    axes.loglog(games, [row.resumed.seconds for row in rows], "^:", label="complete folder resumed")
    reckoned = [rows[-1].plain.seconds, AT_LAST / rate(rows)]
    axes.loglog([games[-1], AT_LAST], reckoned, color="grey", linestyle=(0, (1, 2)), label="reckoned")
    axes.set_xlabel("games")
    axes.set_ylabel("seconds")
    axes.grid(alpha=0.3)
    axes.legend()
    figure.savefig(FIGURE, metadata={"Date": None})
    plt.close(figure)


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default="1000000,10000000,100000000")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    rows = [measured(int(games)) for games in options.games.split(",")]
    text = table(rows)
    print(text)
    if options.write:
        draw(rows)
        write_block(PAGE, NAME, text)


if __name__ == "__main__":
    main()
