"""The command `records`: games move by move, into a file; also games written by hand."""

from __future__ import annotations

import contextlib
import shlex
from pathlib import Path
from typing import Any

import click

from reports.commands.candidates import WORDS
from reports.commands.options import games_options, output_option, rules_options
from reports.commands.players_options import players_option
from reports.commands.simulate import job_of
from reports.commands.writing import from_match_options, write_games
from reports.text.terminal import say
from tongits_sim.records.file import FaultedGame, check_name, write_records
from tongits_sim.rules import load
from tongits_sim.run.compiling import to_stderr
from tongits_sim.run.files import FileError, read_file, write_output

STOPPED = ".stopped.json"
"""Suffix of the file with a game that a fault stopped."""
_LONGEST_FILE = 1_000_000


@click.group(invoke_without_command=True)
@rules_options
@players_option
@games_options(10)
@from_match_options
@click.pass_context
def records(ctx: click.Context, /, output: Path | None, from_match: int, **options: Any) -> None:
    """Write games move by move, one JSON object per line.

    With the same options, `simulate` plays the same games. If a bot fails, its game is shown on stderr, and the games
    before it are written.

    Example: tongits records --rules pagat --games 100 --seed 7 -o games.jsonl
    """
    if ctx.invoked_subcommand is not None:
        return
    from tongits_sim.records.write import play_job_records

    job = job_of(**options)
    if output is not None:
        check_name(output)
    job.prepare(to_stderr)
    try:
        write_games(play_job_records(job, from_match - 1), job.games, output, "tongits")
    except FaultedGame as stop:
        _show_stopped(stop, output)
        raise


def _show_stopped(stop: FaultedGame, output: Path | None) -> None:
    """Print the game up to a fault, and write it to a file beside the output."""
    import json

    from tongits_sim.records.playback import playback_stopped
    from tongits_sim.records.stopped import stopped_record

    for line in playback_stopped(stop.record, stop.fault):
        say(line, err=True)
    if output is not None and (output.is_file() or not output.exists()):  # not a pipe
        place = output.with_suffix(STOPPED)
        write_output(place, json.dumps(stopped_record(stop.record, stop.fault), ensure_ascii=False) + "\n")
        say(f"Wrote that game to {place}; tongits replay shows it.", err=True)


@records.command("import")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@output_option("File for the record.")
@click.option(
    "--rules", default=None, type=WORDS["RULES"], help="House rules, in place of the rules that the file names."
)
def records_import(file: Path, output: Path | None, rules: str | None) -> None:
    """Read a game written by hand, and verify it.

    FILE is in the notation of docs/reference/notation.md. If every card is known, the game becomes a record. If not,
    the output says what can be verified and what cannot.

    Example: tongits records import game.txt -o games.jsonl
    """
    from tongits_sim.experiments.warmup import prepare_board
    from tongits_sim.records.notation import read_sheet
    from tongits_sim.records.notation_game import play_sheet
    from tongits_sim.table.position import PositionError
    from tongits_sim.table.recorded import position_after

    try:
        text = read_file(file, _LONGEST_FILE).decode("utf-8", errors="replace")
    except FileError as error:
        raise click.UsageError(f"cannot read {file}: {error}.") from None
    chosen = load(rules) if rules is not None else None
    sheet = read_sheet(text)
    prepare_board()
    written = play_sheet(sheet, chosen)
    for note in written.notes:
        say(note, err=True)
    if not written.ended:
        with contextlib.suppress(PositionError):
            name = sheet.name(position_after(written.partial_record).seat)
            say(f"What {name} should do now: tongits advise --record {shlex.quote(str(file))}", err=True)
    elif written.record is None and len(written.unknown) < 3:
        say(f"What the choices cost: tongits review {shlex.quote(str(file))}", err=True)
    if written.record is None:
        if output is not None:
            raise click.UsageError(f"{output} is not written: a record needs a whole game with every card.")
        return
    write_records([written.record], output)
    if output is not None and output.is_file():
        say(f"Wrote 1 game to {output}.")
