"""`tongits batch`: plays the jobs of a file in order, into one folder with one report."""

from __future__ import annotations

import contextlib
import shlex
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from analyses.presentation import Table
from reports.commands.batches.batch_file import read_batch
from reports.commands.batches.batch_folder import REPORT, BatchFolder
from reports.commands.batches.batch_jobs import ready
from reports.commands.printing_options import format_option
from reports.commands.progress import ProgressBar
from reports.commands.running_options import check_playing, running_options
from reports.commands.shell import end
from reports.page.stored import BatchError
from reports.text.console import full, grid_of, print_rows, show
from reports.text.listing import in_short
from reports.text.terminal import say, width
from reports.text.terminal_table import PROSE
from tongits_sim.errors import TongitsError
from tongits_sim.run.faults import BotFault
from tongits_sim.run.numbers import seconds
from tongits_sim.run.run_options import RunOptions

if TYPE_CHECKING:
    from reports.commands.batches.batch_jobs import Ready

Row = dict[str, Any]

_ROWS = 15
"""Jobs on the first screen."""
_BOT_FILE = click.Path(exists=True, dir_okay=False)


class BatchInterrupted(KeyboardInterrupt):
    """Ctrl-C during a batch.

    Attributes:
        sentence: names the stopped job, and the command to resume.
        at_once: leave without waiting for a bot that may hang.
        rows: a row for each job: finished, `stopped` or `waiting`.
    """

    def __init__(self, sentence: str, at_once: bool) -> None:
        super().__init__()
        self.sentence = sentence
        self.at_once = at_once
        self.rows: list[Row] = []


@click.command()
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False))
@click.option(
    "--dry-run",
    is_flag=True,
    help="List the jobs and their sizes, and stop.",
)
@click.option(
    "--allow-bots",
    multiple=True,
    type=_BOT_FILE,
    metavar="FILE.py",
    help="Allow the batch to use (and execute) this file of bots or questions; others are refused. Repeatable.",
)
@running_options
@format_option
def batch(
    file: Path,
    dry_run: bool,
    allow_bots: tuple[str, ...],
    out: Path | None,
    resume: bool,
    form: str,
    **where: Any,
) -> None:
    """Run every job of a file and write one report.

    FILE is a TOML file of jobs. A job is a command with its options; a list of values makes one job per value. See
    docs/how-to/batches.md.

    Example: tongits batch jobs.toml --out runs/batch
    """
    from tongits_sim.run.user_file import only_files

    with only_files(allow_bots, "--allow-bots"):
        content = read_batch(file)
        folder = out or content.out
        check_playing(folder, resume)
        if folder is None and not dry_run:
            raise BatchError(f"{file} names no folder; say where to keep the batch: --out FOLDER")
        jobs = [ready(entry) for entry in content.jobs]
        if dry_run or folder is None:
            _print_plan(jobs, form)
        else:
            _play(file, folder, content.title, jobs, RunOptions(**where, resume=True), resume, form)


# --- playing ---


def _play(
    file: Path, folder: Path, title: str, jobs: Sequence[Ready], run_options: RunOptions, resume: bool, form: str
) -> None:
    store = BatchFolder.open(folder, title, jobs, resume)
    try:
        go_on = shlex.join(["tongits", "batch", str(file), "--out", str(folder), "--resume"])
        try:
            rows, hangs = _play_jobs(store, jobs, run_options, go_on)
        except BatchInterrupted as stopped:
            _print_stopped(title or file.stem, stopped.rows, folder, form)
            raise
        done = [store.folder_of(job) for job in jobs if store.finished(job)]
        if done:
            from reports.page.render import report_of

            if len(done) > _ROWS:  # it takes a while
                say(f"Writing the report of {len(done):,} jobs ...", err=True)
            report_of(done, folder / REPORT, title)
    finally:
        store.close()
    page, said = (folder / REPORT, _answers(store, jobs)) if done else (None, {})
    _print_summary(title or file.stem, rows, page, store.left_out(), form, said)
    failed = [row for row in rows if row["state"] == "failed"]
    if failed:
        sentence = f"Error: {len(failed)} of {len(rows)} jobs failed; {failed[0]['job']}: {failed[0]['error']}"
        end(" ".join(sentence.split()), at_once=hangs)


def _play_jobs(
    store: BatchFolder, jobs: Sequence[Ready], run_options: RunOptions, go_on: str
) -> tuple[list[Row], bool]:
    """Play the missing jobs; returns a row for each job, and whether a bot still hangs."""
    rows, hangs = [], False
    for number, job in enumerate(jobs, start=1):
        if store.finished(job):
            rows.append(_unplayed(job, "kept"))
            continue
        began = time.perf_counter()
        error = ""
        try:
            with _interruptible(f"Interrupted in job {number:,} of {len(jobs):,}, {job.entry.name}", go_on, job):
                _play_one(store.folder_of(job), job, run_options, f"Job {number:,} of {len(jobs):,}: {job.entry.name}")
        except TongitsError as failure:
            error = " ".join(str(failure).split())
            hangs |= isinstance(failure, BotFault) and failure.hangs
            say(f"{job.entry.name} failed: {error}", err=True)
        except BatchInterrupted as stop:
            later = (_unplayed(job, "kept" if store.finished(job) else "waiting") for job in jobs[number:])
            stop.rows = [*rows, _unplayed(job, "stopped"), *later]
            raise
        elapsed = time.perf_counter() - began
        store.note(job, elapsed, error)
        rows.append(_row(job) | {"state": "failed" if error else "played", "seconds": elapsed, "error": error or None})
    return rows, hangs


@contextlib.contextmanager
def _interruptible(situation: str, go_on: str, job: Ready) -> Iterator[None]:
    """A context in which Ctrl-C raises BatchInterrupted."""
    try:
        yield
    except KeyboardInterrupt:
        own = any(player["origin"] for player in job.asked["players"])
        raise BatchInterrupted(f"{situation}; finished jobs are kept; resume with: {go_on}", own) from None


def _play_one(folder: Path, job: Ready, run_options: RunOptions, situation: str) -> None:
    from dataclasses import replace

    say(f"{situation}, {job.games:,} {job.unit}.", err=True)
    with ProgressBar() as bar:
        job.play(replace(run_options, out=folder, progress=bar))


def _unplayed(job: Ready, state: str) -> Row:
    return _row(job) | {"state": state, "seconds": None, "error": None}


def _row(job: Ready) -> Row:
    return {"job": job.entry.name, "command": job.entry.line, "games": job.games, "unit": job.unit}


def _print_summary(
    title: str, rows: Sequence[Row], report: Path | None, left_out: Sequence[str], form: str, answers: Mapping[str, str]
) -> None:
    if form != "table":
        print_rows([row | {"report": str(report) if report else None} for row in rows], form, {})
        return
    failed = [row for row in rows if row["state"] == "failed"]
    ordered = [*failed, *(row for row in rows if row["state"] != "failed")]
    texts = [(row["job"], row["error"] or answers.get(row["job"], row["state"])) for row in ordered]
    if not full():
        room = width() - 3 - max(len(job) for job, _ in texts)
        texts = [(job, in_short(answer, max(room, PROSE))) for job, answer in texts[:_ROWS]]
    show(f"{title} · {len(rows):,} jobs", style="dim")
    done = f"{len(rows) - len(failed):,} of {len(rows):,}" if failed else f"All {len(rows):,}"
    page = f" The page: {report}" if report else ""
    show("", f"{done} jobs are done.{page}", style="bold")
    show("", grid_of(Table("jobs", "", ("job", "answer"), texts, 2)), "")
    if len(texts) < len(rows):
        show(f"And {len(rows) - len(texts):,} more: --resume --full")
    if left_out:
        show(f"Not in the file, kept in the folder and left out of the report: {', '.join(left_out)}.")
    if report:
        show(f"One answer: tongits status {shlex.quote(str(report.parent / rows[0]['job']))}")


def _answers(store: BatchFolder, jobs: Sequence[Ready]) -> dict[str, str]:
    """The first sentence of the answer, by name of each finished job."""
    from reports.page.stored import StoredError, stored_document
    from reports.questions import screen_of

    said = {}
    for job in filter(store.finished, jobs):
        with contextlib.suppress(StoredError):
            answer = screen_of(stored_document(store.folder_of(job))).answer
            said[job.entry.name] = answer.partition(". ")[0].removesuffix(".")
    return said


def _print_stopped(title: str, rows: Sequence[Row], folder: Path, form: str) -> None:
    """Print the progress of a batch that Ctrl-C stopped, and how to see its answers."""
    if form != "table":
        print_rows([row | {"report": None} for row in rows], form, {})
        return
    _print_jobs(title, rows)
    done = [row["job"] for row in rows if row["state"] in ("kept", "played")]
    if done:
        runs = shlex.join(["tongits", "report", *(str(folder / name) for name in done)])
        show(f"A page of what is finished: {runs}")


def _print_jobs(title: str, rows: Sequence[Row]) -> None:
    shown = [
        row
        | {"count": f"{row['games']:,} {row['unit']}"}
        | {"time": "" if row["seconds"] is None else seconds(row["seconds"])}
        for row in rows
    ]
    print_rows(shown, "table", {"job": "Job", "count": "Size", "state": "State", "time": "Time"}, title)


# --- the plan of --dry-run ---


def _print_plan(jobs: Sequence[Ready], form: str) -> None:
    rows = [_row(job) for job in jobs]
    if form != "table":
        print_rows(rows, form, {})
        return
    shown = [row | {"count": f"{row['games']:,} {row['unit']}"} for row in rows]
    print_rows(shown, form, {"job": "Job", "count": "Size"})
    show(f"{len(jobs):,} job{'' if len(jobs) == 1 else 's'}.")
