"""`tongits status`: the progress of a run in a folder, or a check of its answer against its blocks."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from reports.commands.options import output_option, refuse_options
from reports.commands.printing_options import format_option_of
from reports.text.console import print_json
from reports.text.terminal import one_line, say
from tongits_sim.run.numbers import percent, seconds, share, speed

if TYPE_CHECKING:
    from tongits_sim.run.status import RunStatus


_MOST = 20
"""How many unfinished runs are named."""


@click.command(short_help="Show the progress of a run, or recompute its answer.")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--verify", is_flag=True, help="Recompute the answer of a finished run from its blocks.")
@click.option(
    "--allow-bots",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False),
    metavar="FILE.py",
    help="Allow --verify to use (and execute) the run's own file of bots or questions; others are refused. Repeatable.",
)
@output_option("Write all counts of the run to this file, a parquet table with one number a row.")
@format_option_of(("table", "json"))
@click.pass_context
def status(
    ctx: click.Context, /, folder: Path, verify: bool, allow_bots: tuple[str, ...], output: Path | None, form: str
) -> None:
    """Show the progress of a run, or recompute its answer.

    DIR is the --out folder of a run of any game, playing or finished. Nothing in it is changed. --verify needs a
    finished run of simulate, compare, whatif, analyze or tournament, or a whole batch. Its exit code is 0 if the blocks
    give the answer in results.json, 1 if they give another answer, and 2 if that cannot be checked. -o also works
    while a run still plays: it writes the counts of the finished games.

    \b
    Examples: tongits status runs/demo
              tongits status --verify runs/demo
              tongits status runs/demo -o counts.parquet
    """
    from reports.commands.verify import verify_runs  # late: reading runs needs numpy
    from tongits_sim.run.status import export_counts, run_statuses

    if verify:
        verify_runs(folder, allow_bots, form)
        return
    refuse_options(ctx, ("allow_bots",), "is for --verify; add it.")
    if output is not None:
        rows = export_counts(folder, output)
        say(one_line(f"Wrote {rows:,} rows to {output}."))
        return
    runs = run_statuses(folder)
    if form == "table" and all(run.state == "finished" for run in runs) and _show_answer(folder):
        return
    stopped = [run for run in runs if run.state == "stopped"]
    if form == "json" or not stopped or any(run.state == "running" for run in runs) or not _show_so_far(folder, runs):
        print_statuses(runs, form)


def _show_so_far(folder: Path, runs: Sequence[RunStatus]) -> bool:
    """Show how much of a stopped run is kept, and the answer so far; False if there is none yet."""
    from reports.commands.interrupt import going_on
    from reports.commands.verify import answer_so_far
    from reports.questions import screen_of
    from reports.text.console import show

    found = answer_so_far(folder)
    if found is None:
        return False
    words, answer = found
    kept = sum(run.games for run in runs)
    wanted = sum(run.of_games for run in runs)
    whole = f"{share(kept / wanted)} of its games"
    games = f"{kept:,} of {wanted:,} games ({share(kept / wanted)})" if runs[0].job_type == "simulate" else whole
    screen = screen_of(answer)
    show(one_line(f"{folder}: stopped; {games} are kept."), "", screen.heading)
    show(f"So far: {screen.answer}", style="bold")
    show("", f"Go on: {going_on(words)}")
    return True


def _show_answer(folder: Path) -> bool:
    """Show the answer of a finished run; False without an answer."""
    from reports.page.stored import StoredError, stored_document
    from reports.questions import screen_of
    from reports.text.console import show

    try:
        answer = stored_document(folder)
    except StoredError:
        return False
    screen = screen_of(answer)
    show(screen.heading, style="dim")
    show("", screen.answer, style="bold")
    show("", f"Finished. A page: tongits report {shlex.quote(str(folder))}   Check it: --verify")
    return True


def print_statuses(runs: list[RunStatus], form: str) -> None:
    """Print runs: in JSON as a list, else a sentence for each run that is not finished."""
    if form == "json":
        print_json([asdict(run) for run in runs])
        return
    unfinished = [run for run in runs if run.state != "finished"] if len(runs) > 1 else runs
    for run in unfinished[:_MOST]:
        say(one_line(sentence(run)))
    if len(runs) > 1:
        say(f"{len(runs) - len(unfinished):,} of {len(runs):,} runs are finished.")


def sentence(run: RunStatus) -> str:
    """The progress of a run in a sentence."""
    unit = "games" if run.job_type == "simulate" else "units"
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
