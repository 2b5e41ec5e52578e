"""How fast the page of `tongits web` is here, beside the program: sizes, first card, first advice, games a second.

    python -m tools.web_speed

It needs Chromium. Program and page take turns, and the best round counts. Speeds are by the clock and by processor
time, which other programs on the machine disturb less.
"""

from __future__ import annotations

import gzip
import tempfile
import time
from pathlib import Path

import psutil

from reports.web.engine import ENGINE
from reports.web.page import write_page
from strategies import load_players
from tests.chromium import Browser, browser
from tongits_sim.designs.batch.job import Job
from tongits_sim.designs.batch.simulate import play_job
from tongits_sim.rules import load
from tongits_sim.run.how import How
from tongits_sim.run.warmup import silent

PLAYED = {"greedy,greedy,greedy": 500_000, "deep,deep,deep": 50_000}
ROUNDS = 2
PLAY = """
(async () => {
  crew ||= Array.from({ length: %d }, () => new Helper());
  await Promise.all(crew.map((each) => each.ready));
  Object.assign(lab, { players: %r, games: %d, seed: 1 });
  const began = performance.now();
  await simulate();
  if (lab.arms[0].games !== lab.games) throw new Error("games are missing");
  return (performance.now() - began) / 1000;
})()
"""


def main() -> None:
    """Print the measures, a line each."""
    with tempfile.TemporaryDirectory() as folder, browser() as window:
        file = Path(folder, "tongits.html")
        size = write_page(file)
        module = ENGINE.read_bytes()
        print(
            f"page {size / 1000:,.0f} kB, module {len(module) / 1000:,.0f} kB, {len(gzip.compress(module)) / 1000:,.0f}"
            " kB compressed"
        )
        window.size(360, 640, touch=True)
        print(f"first card after {min(opened(window, file) for _ in range(ROUNDS)):.2f} s")
        print(
            f"first advice after {min(advised(window) for _ in range(ROUNDS)):.2f} s, 1024 worlds after "
            f"{min(advised(window, 'app.hint.done') for _ in range(ROUNDS)):.2f} s"
        )
        for players, games in PLAYED.items():
            for workers in (1, 2):
                rounds = [side_by_side(window, file, players, games, workers) for _ in range(ROUNDS)]
                for by, measured in zip(("the clock", "the processors"), zip(*rounds, strict=True), strict=True):
                    here, there = (games / min(seconds) for seconds in zip(*measured, strict=True))
                    speeds = f"{here:,.0f} games a second by the program, {there:,.0f} by the page ({there / here:.0%})"
                    print(f"{players}, {workers} workers, by {by}: {speeds}", flush=True)


def opened(window: Browser, file: Path) -> float:
    """Seconds from opening the page to the first card."""
    window.open(file)
    window.until("document.body.dataset.ready")
    return float(window.run("app.shown / 1000"))


def advised(window: Browser, until: str = "app.hint.answers.length") -> float:
    """Seconds from asking for a hint until a condition."""
    window.run("app.seed = 5; start()")
    window.until("!app.busy")
    began = time.perf_counter()
    window.run("hint() && 0")
    window.until(until)
    seconds = time.perf_counter() - began
    window.run("forget()")
    window.until("!thinker.waiting.size")
    return seconds


def side_by_side(
    window: Browser, file: Path, players: str, games: int, workers: int
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Seconds of the program and of the page for the same games: by the clock, and of processors."""
    job = Job(load("pagat"), tuple(load_players(players)), games, 1)
    play_job(job, How(workers=workers, notice=silent))  # compiled, then measured
    began, worked = time.perf_counter(), time.process_time()
    play_job(job, How(workers=workers, notice=silent))
    here = time.perf_counter() - began, time.process_time() - worked
    opened(window, file)
    before = browser_time()
    clock = float(window.run(PLAY % (workers, players.split(","), games)))
    there = clock, browser_time() - before
    return (here[0], there[0]), (here[1], there[1])


def browser_time() -> float:
    """Seconds of processor time of the browser."""
    times = [each.cpu_times() for each in psutil.Process().children(recursive=True)]
    return float(sum(each.user + each.system for each in times))


if __name__ == "__main__":
    main()
