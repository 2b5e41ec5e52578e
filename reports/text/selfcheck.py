"""Shows a self-check: simulated shares beside exact probabilities, or games per second."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyses.presentation import columns
from reports.text.console import full, grid_of, print_csv, print_json, show
from tongits_sim.run.numbers import amount, speed

if TYPE_CHECKING:
    from tongits_sim.experiments.benchmark import BenchAnswer, Row, Speed

_FREE = 0.85  # least share of the requested cores for a valid measurement


def print_checks(command: str, rows: Sequence[Row], deals: int, seed: int, form: str) -> None:
    """Print the rows of a self-check.

    Args:
        command: of the JSON.
        rows: the checks.
        deals: deals simulated.
        seed: their seed.
        form: table, json or csv.
    """
    checks = [row._asdict() | {"passed": row.passed} for row in rows]
    if form == "json":
        print_json({"command": command, "deals": deals, "seed": seed, "checks": checks})
        return
    if form == "csv":
        print_csv(checks)
        return
    failed = [row for row in rows if not row.passed]
    if failed:
        says = f"{len(failed)} of {len(rows)} checks FAIL on {deals:,} deals. Seed {seed}."
    else:
        says = f"All {len(rows)} checks pass: {deals:,} deals agree with exact chances. Seed {seed}."
    cells = {
        "check": lambda row: row.check,
        "exact": lambda row: f"{row.exact:.6g}",
        "dealt": lambda row: f"{row.simulated:.6g}",
        "off by": lambda row: amount(row.z, 1),
    }
    shown = rows if full() else failed or sorted(rows, key=lambda row: -abs(row.z))[:MAX_CHECKS]
    show(says, "", grid_of(columns("checks", "", shown, cells)), "")
    largest = "" if full() or failed else f" The {MAX_CHECKS} largest of {len(rows)}: --full"
    show(f"Off by: standard errors; beyond 4.5 a check fails.{largest}")


MAX_CHECKS = 5  # of the first screen


def _games_a_second(row: Speed) -> str:
    return speed(row.games_per_second).removesuffix(" games/s")


def _nanoseconds(row: Speed) -> str:
    return f"{row.ns_per_game_and_worker:,.0f}"


def print_bench(bench: BenchAnswer, form: str) -> None:
    """Print the figures of a benchmark."""
    if form == "json":
        print_json(bench.to_dict())
        return
    if form == "csv":
        print_csv(bench.rows)
        return
    cells = {
        "rules": lambda row: row.rules,
        "workers": lambda row: str(row.workers),
        "games a second": _games_a_second,
        "slowest to fastest": _range,
        "ns a game": _nanoseconds,
        "ratio": lambda row: f"{row.ratio:.2f}",
    }
    machine = bench.machine
    show(grid_of(columns("speed", "", bench.rows, cells)), "")
    show(f"Protocol: {bench.protocol}.")
    show(f"Machine: {machine.processor}, {machine.cores} cores, {machine.system}.")
    versions = (
        ("tongits", machine.tongits),
        ("python", machine.python),
        ("numba", machine.numba),
        ("numpy", machine.numpy),
    )
    show(f"Versions: {', '.join(f'{name} {version}' for name, version in versions)}.")
    short = [row for row in bench.rows if row.cores_used < _FREE * row.workers]
    if short:
        worst = min(short, key=lambda row: row.cores_used / row.workers)
        show(
            f"The machine was busy: {worst.rules} with {worst.workers} workers had only {worst.cores_used:.1f} cores. "
            "Measure again when it is idle.",
            style="bold red",
        )
    if bench.peak_memory_mb:
        compiling = ", including compilation of the engine" if bench.compiled_now else ""
        show(f"Peak memory: {bench.peak_memory_mb:.0f} MB{compiling}.")


def _range(row: Speed) -> str:
    unit, letter = (1e6, "M") if row.fastest >= 1e6 else (1e3, "k")
    return f"{row.slowest / unit:.2f} to {row.fastest / unit:.2f} {letter}"
