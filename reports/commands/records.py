"""`records` of any game: games move by move, into a file; for Tongits also games written by hand."""

from __future__ import annotations

import contextlib
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from reports.commands.candidates import WORDS
from reports.commands.games import tools_of
from reports.commands.options import (
    Count,
    games_options,
    output_option,
    players_option_of,
    rules_options_of,
    with_game_name,
)
from reports.commands.progress import ProgressBar
from reports.commands.simulate import job_of
from reports.text.terminal import say
from tongits_sim.interrupts import whole_steps
from tongits_sim.records.file import FaultedGame, check_name, write_records
from tongits_sim.rules import load
from tongits_sim.run.files import FileError, read_file, write_output
from tongits_sim.run.warmup import to_stderr

if TYPE_CHECKING:
    from tongits_sim.core.game import Game
    from tongits_sim.records.schema import Record


STOPPED = ".stopped.json"
"""Suffix of the file with a game that a fault stopped."""


_LONGEST_FILE = 1_000_000


class RecordsStopped(KeyboardInterrupt):
    """Ctrl-C while games are written; `sentence` gives the number of games written."""

    def __init__(self, written: int, games: int, output: Path | None) -> None:
        super().__init__()
        where = "" if output is None else f" to {output}"
        self.sentence = f"Interrupted: wrote {written:,} of {games:,} games{where}; every game is whole."


def of_game(game: Game) -> click.Command:
    importing = tools_of(game).has("sheets")
    kind: dict[str, Any] = {"cls": click.Group, "invoke_without_command": True} if importing else {}

    @click.command("records", **kind)
    @rules_options_of(game)
    @players_option_of(game)
    @games_options(default=10, game=game)
    @click.option(
        "--from-match", type=Count(1, 10**12), default=1, show_default=True, help="First match to play, counted from 1."
    )
    @output_option("File to write.  [default: standard output]")
    @click.pass_context
    @with_game_name(game)
    def records(ctx: click.Context, /, output: Path | None, from_match: int, **options: Any) -> None:
        """Write games move by move, one JSON object per line.

        The games are those that `simulate` plays with the same options. If a bot fails, its game is shown on stderr,
        and the games before it are written.

        Example: {game.command} records --rules {game.default_rules} --games 100 --seed 7 -o games.jsonl
        """
        if ctx.invoked_subcommand is None:
            _write(game, job_of(game, **options), from_match - 1, output)

    if isinstance(records, click.Group):
        records.add_command(records_import)
    command: click.Command = records
    return command


def _write(game: Game, job: Any, first_match: int, output: Path | None) -> None:
    """Play a job's games and write them. Raises RecordsStopped, FaultedGame, TongitsError."""
    if output is not None:
        check_name(output)
    job.prepare(to_stderr)
    try:
        with whole_steps() as interrupted, ProgressBar() as bar:
            games = tools_of(game).records.play_job_records(job, first_match)
            played = _until(interrupted, games, lambda done: bar(done, job.games))
            written = write_records(played, output)
            stopped = written < job.games and interrupted()
    except FaultedGame as stop:
        if tools_of(game).has("stopped"):
            _show_stopped(stop, output)
        raise
    if stopped:
        raise RecordsStopped(written, job.games, output)
    if output is not None and output.is_file():
        say(f"Wrote {written:,} game{'' if written == 1 else 's'} to {output}.")
        say(f"Look: {game.command} replay {shlex.quote(str(output))} --step")


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


@click.command("import")
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


def _until(stop: Callable[[], bool], records: Iterator[Record], progress: Callable[[int], None]) -> Iterator[Record]:
    """Yield records until `stop` returns True. `progress` is called with the number of records so far."""
    for number, record in enumerate(records, start=1):
        yield record
        progress(number)
        if stop():
            return
