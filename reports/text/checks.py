"""Self-check and benchmark in a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from reports.text.console import print_csv, print_json, show, table
from reports.text.numbers import amount, speed

if TYPE_CHECKING:
    from tongits_sim.selfcheck import Row

_FREE = 0.85  # of the cores it asked for, what a measurement must have had


def print_checks(rows: Sequence[Row], deals: int, seed: int, form: str) -> None:
    """The rows of a self-check."""
    found = [row._asdict() | {"passed": row.passed} for row in rows]
    if form == "json":
        print_json({"command": "selfcheck", "deals": deals, "seed": seed, "checks": found})
        return
    if form == "csv":
        print_csv(found)
        return
    shown = table("Quantity", "Exact", "Simulated", "z", "")
    for row in rows:
        shown.add_row(
            row.check, f"{row.exact:.6g}", f"{row.simulated:.6g}", amount(row.z), "" if row.passed else "FAILED"
        )
    show(shown)
    worst = max(abs(row.z) for row in rows)
    show(f"{deals:,} deals, seed {seed}. Largest |z| is {worst:.2f}; above 4.5 a check fails.")


def print_bench(found: dict[str, Any], form: str) -> None:
    """The figures of a benchmark."""
    if form == "json":
        print_json(found)
        return
    if form == "csv":
        print_csv(found["rows"])
        return
    shown = table("Rules", "Workers", "Games a second", "Slowest to fastest", "ns a game", "Ratio")
    for row in found["rows"]:
        spread = f"{row['slowest'] / 1e6:.2f} to {row['fastest'] / 1e6:.2f} M"
        figures = (
            speed(row["games_per_second"]),
            spread,
            f"{row['ns_per_game_and_worker']:,.0f}",
            f"{row['ratio']:.2f}",
        )
        shown.add_row(row["rules"], str(row["workers"]), *figures)
    machine = found["machine"]
    show(shown)
    show(f"Protocol: {found['protocol']}.")
    show(f"Machine: {machine['processor']}, {machine['cores']} cores, {machine['system']}.")
    versions = ", ".join(f"{name} {machine[name]}" for name in ("tongits", "python", "numba", "numpy"))
    show(f"Versions: {versions}.")
    short = [row for row in found["rows"] if row["cores_used"] < _FREE * row["workers"]]
    if short:
        worst = min(short, key=lambda row: row["cores_used"] / row["workers"])
        show(
            f"The machine was busy with other things: {worst['rules']} with {worst['workers']} workers had only "
            f"{worst['cores_used']:.1f} cores. Measure again when it is idle.",
            style="bold red",
        )
    if found["peak_memory_mb"]:
        compiling = ", with compiling the engine" if found["compiled_now"] else ""
        show(f"Peak memory: {found['peak_memory_mb']:.0f} MB{compiling}.")
