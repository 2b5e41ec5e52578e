"""Writes the records of played games, with a progress bar; after Ctrl-C every game written is whole."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from reports.commands.option_groups import combined
from reports.commands.options import output_option
from reports.commands.progress import ProgressBar
from reports.commands.value_types import Count
from reports.text.terminal import say
from tongits_sim.interrupts import whole_steps
from tongits_sim.records.file import write_records

if TYPE_CHECKING:
    from tongits_sim.records.schema import Record

from_match_options = combined(
    click.option(
        "--from-match", type=Count(1, 10**12), default=1, show_default=True, help="First match to play, counted from 1."
    ),
    output_option("File to write.  [default: standard output]"),
)


class RecordsStopped(KeyboardInterrupt):
    """Ctrl-C while games are written; `sentence` gives the number of games written."""

    def __init__(self, written: int, games: int, output: Path | None) -> None:
        super().__init__()
        where = "" if output is None else f" to {output}"
        self.sentence = f"Interrupted: wrote {written:,} of {games:,} games{where}; every game is whole."


def write_games(records: Iterator[Record], games: int, output: Path | None, command: str) -> None:
    """Play games and write them.

    Args:
        records: plays the games.
        games: how many.
        output: the file; None: standard output.
        command: the program before `replay`.

    Raises RecordsStopped, FaultedGame, TongitsError.
    """
    with whole_steps() as interrupted, ProgressBar() as bar:
        written = write_records(_until(interrupted, records, lambda done: bar(done, games)), output)
        stopped = written < games and interrupted()
    if stopped:
        raise RecordsStopped(written, games, output)
    if output is not None and output.is_file():
        say(f"Wrote {written:,} game{'' if written == 1 else 's'} to {output}.")
        say(f"Look: {command} replay {shlex.quote(str(output))} --step")


def _until(stop: Callable[[], bool], records: Iterator[Record], progress: Callable[[int], None]) -> Iterator[Record]:
    """Yield records until `stop` returns True. `progress` is called with the number of records so far."""
    for number, record in enumerate(records, start=1):
        yield record
        progress(number)
        if stop():
            return
