"""Self-check and benchmark in a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reports.text.console import print_csv, print_json, show, table
from tongits_sim.run.numbers import amount, speed

if TYPE_CHECKING:
    from tongits_sim.core.speed import BenchAnswer, Row, Speed

_FREE = 0.85  # minimum share of the requested cores that a valid measurement had


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
    grid = table("Quantity", "Exact", "Simulated", "z", "")
    for row in rows:
        grid.add_row(
            row.check, f"{row.exact:.6g}", f"{row.simulated:.6g}", amount(row.z), "" if row.passed else "FAILED"
        )
    show(grid)
    worst = max(abs(row.z) for row in rows)
    show(f"{deals:,} deals, seed {seed}. Largest |z| is {worst:.2f}; above 4.5 a check fails.")


def print_bench(bench: BenchAnswer, form: str) -> None:
    """Print the figures of a benchmark."""
    if form == "json":
        print_json(bench.to_dict())
        return
    if form == "csv":
        print_csv(bench.rows)
        return
    grid = table("Rules", "Workers", "Games a second", "Slowest to fastest", "ns a game", "Ratio")
    for row in bench.rows:
        figures = (
            speed(row.games_per_second),
            _range(row),
            f"{row.ns_per_game_and_worker:,.0f}",
            f"{row.ratio:.2f}",
        )
        grid.add_row(row.rules, str(row.workers), *figures)
    machine = bench.machine
    show(grid)
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
