"""`tongits status`: how far a run in a folder is."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from reports.text.terminal import one_line, say

if TYPE_CHECKING:
    from tongits_sim.folders.status import RunStatus


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--format",
    "form",
    type=click.Choice(("table", "json")),
    default="table",
    show_default=True,
    help="Output format.",
)
def status(folder: Path, form: str) -> None:
    """Show the progress of a run.

    DIR is the --out folder of a run, still playing or finished.

    Example: tongits status runs/demo
    """
    from tongits_sim.folders.status import run_statuses

    print_statuses(run_statuses(folder), form)


def print_statuses(runs: list[RunStatus], form: str) -> None:
    """How far runs are, in one of the formats: a list in JSON, a sentence a run in a table's stead."""
    from reports.text.console import print_json

    if form == "json":
        print_json([asdict(each) for each in runs])
        return
    for each in runs:
        say(one_line(sentence(each)))
        for damage in each.damaged:
            say(f"  {one_line(damage)}")


def sentence(run: RunStatus) -> str:
    """How far a run is, in words."""
    from tongits_sim.run.numbers import percent, seconds, speed

    unit = "games" if run.kind == "simulate" else "units"
    amount = f"{run.games:,} {unit}"
    if run.of_games:
        amount = f"{run.games:,} of {run.of_games:,} {unit} ({percent(run.games / run.of_games)})"
    parts = [f"{run.folder}: {run.state}, {amount} in {run.blocks:,} block{'' if run.blocks == 1 else 's'}"]
    if run.rate:
        parts.append(speed(run.rate).replace("games", unit))
    if run.remaining is not None:
        parts.append(f"about {seconds(run.remaining)} to go")
    elif run.state == "stopped":
        parts.append("resume it with --resume")
    return "; ".join(parts) + "."
