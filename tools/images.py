"""Makes the pictures of README and docs again:

python -m tools.images                  # the card, in seconds
python -m tools.images card growth advise  # all; growth wants an idle machine, advise takes an hour
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

IMAGES = Path(__file__).resolve().parents[1] / "docs" / "images"
SIZES = (1_000_000, 10_000_000, 100_000_000)
"""Games of the runs that are timed."""


def run(*command: str) -> None:
    subprocess.run([sys.executable, "-m", *command], check=True)


def card() -> None:
    run("tongits_sim", "card", "--rules", "pagat", "-o", str(IMAGES / "card-pagat.png"))


def advise() -> None:
    plot = str(IMAGES / "advise.svg")
    run("tools.advice", "--positions", "2000", "--field", "expert", "--out", "advice.json", "--plot", plot)


def growth() -> None:
    """Time whole runs, the start of the program included, and draw time by number of games."""
    import matplotlib

    matplotlib.use("svg")
    import matplotlib.pyplot as plt

    seconds = list[float]()
    for games in SIZES:
        began = time.perf_counter()
        run("tongits_sim", "simulate", "--players", "greedy,greedy,greedy", "--games", str(games), "--format", "csv")
        seconds.append(time.perf_counter() - began)
        print(f"{games:,} games: {seconds[-1]:.1f} s")
    figure, axis = plt.subplots(figsize=(6.4, 3.6), layout="constrained")
    axis.loglog(SIZES, seconds, "o-", color="C0")
    for games, took in zip(SIZES, seconds, strict=True):
        axis.annotate(f"{took:.1f} s", (games, took), textcoords="offset points", xytext=(-6, 6), ha="right")
    axis.set(xlabel="games", ylabel="seconds")
    axis.margins(0.12)
    axis.minorticks_off()
    axis.set_xticks(SIZES, [f"{games:,}" for games in SIZES])
    axis.set_yticks([1, 3, 10, 30, 100], ["1", "3", "10", "30", "100"])
    figure.savefig(IMAGES / "growth.svg", metadata={"Date": None})
    plt.close(figure)


MADE: dict[str, Callable[[], None]] = {"card": card, "growth": growth, "advise": advise}


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the pictures of README and docs again.")
    parser.add_argument("names", nargs="*", help=f"{', '.join(MADE)}.  [default: card]")
    names = parser.parse_args().names or ["card"]
    unknown = [name for name in names if name not in MADE]
    if unknown:
        parser.error(f"there is no picture {unknown[0]}; there are {', '.join(MADE)}")
    for name in names:
        MADE[name]()


if __name__ == "__main__":
    main()
