"""`tongits report`: one page of stored runs, or of every question, asked now."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from reports.commands.interrupt import ReportStopped
from reports.commands.options import (
    chosen_rules,
    output_option,
    refuse_options,
    rules_again,
    rules_options,
    seed_option,
    was_set,
)
from reports.commands.players_options import players_option
from reports.commands.printing_options import lang_option, terms_options
from reports.commands.progress import ProgressBar
from reports.commands.running_options import check_playing, running_options
from reports.commands.value_types import Number
from reports.text.terminal import say
from tongits_sim.run.compiling import to_stderr
from tongits_sim.run.numbers import seconds
from tongits_sim.run.run_options import RunOptions

if TYPE_CHECKING:
    from reports.commands.batches.all_questions import Subject

FOR = ("player", "operator")
"""Readers of sheets."""
OPERATORS = ("payouts", "sessions")
"""The questions of the operator's sheet; the player's sheet is made of the book."""
FEES = "0,2,5,10,20,30"
"""The fees that an operator may take, in per cent."""
AT_THE_TABLE = "expert,greedy,caller"
"""Players at the operator's table by default: a strong one, a simple one, one who calls eagerly."""
OF_GAMES = ("players", "seed", "scale", "out", "resume", "workers", "backend", "scheduler")
"""Options of games that are played; a sheet that is made of the book refuses them."""
ABOUT = ("rules", "settings", "reader", *OF_GAMES)
"""Options of questions; a report of finished runs refuses them."""


@click.command("report")
@click.argument("runs", nargs=-1, metavar="[RUN...]", type=click.Path(path_type=Path, exists=True))
@output_option(
    "File to write: a page (.html), Markdown (.md) or all numbers (.json); NAME.csv writes a folder NAME with one "
    "CSV file per table. Missing folders are created.",
    default="report.html",
)
@click.option("--title", default="", help="The heading of the page.")
@click.option("--full", is_flag=True, help="Fold nothing away, and print all numbers.")
@click.option(
    "reader",
    "--for",
    type=click.Choice(FOR),
    default=None,
    help="Write one side of A4 instead (.html), for a player or for the operator of a table.",
)
@rules_options
@players_option
@seed_option("numbers")
@click.option(
    "--scale",
    type=Number(0.001, 1000),
    default=1.0,
    show_default=True,
    help="Multiply the usual number of games by this.",
)
@running_options
@terms_options
@lang_option
@click.pass_context
def report(ctx: click.Context, /, runs: tuple[Path, ...], output: Path, title: str, full: bool, **about: Any) -> None:
    """Make one page of saved runs, or answer every question now.

    RUN is the --out folder of any command, or of a whole batch. Without a RUN, every question is answered now,
    which takes a minute or two. For each question the page has a sentence, a figure, and the command that gives the
    same numbers. The numbers are folded away, and printed on paper only with --full.

    \b
    Examples: tongits report --rules pagat --players greedy,caller,hunter -o report.html
              tongits report runs/first runs/whatif -o report.html
    """
    from reports.page.render import form_of, place_of, report_of
    from reports.page.stored import answer_folders, batch_title

    form = form_of(output)
    if about.get("reader") and form not in (".html", ".json"):
        raise click.UsageError("a sheet is written as .html or .json.")
    if about.get("reader") == "operator" and not was_set(ctx, "players"):
        about["players"] = AT_THE_TABLE
    if about.get("reader") == "player" and not runs:
        refuse_options(ctx, OF_GAMES, "is for games that are played; the player's sheet is made of the book.")
        _write_players_sheet(output, about["rules"], about["settings"])
    elif runs:
        refuse_options(ctx, ABOUT, "is for questions asked now; leave it out, or name no RUN.")
        name = title or (batch_title(runs[0]) if len(runs) == 1 else "")
        report_of([place for run in runs for place in answer_folders(run)], output, name, full=full)
    else:
        _ask_all(output, title, full, **about)
    place = place_of(output)
    say(f"Wrote {output}." if place == output else f"Wrote the tables as CSV files into the folder {place}.")


def _ask_all(
    output: Path,
    title: str,
    full: bool,
    rules: str,
    settings: tuple[str, ...],
    players: str,
    seed: int,
    scale: float,
    out: Path | None,
    resume: bool,
    reader: str | None = None,
    **where: Any,
) -> None:
    """Ask everything and write the page."""
    check_playing(out, resume)
    from reports.commands.batches.all_questions import Subject, check_folder, everything
    from reports.page.render import write_report
    from strategies.registry import load_players

    if out is not None:
        check_folder(out, resume)
    house_rules = chosen_rules(rules, settings)
    seated = tuple(load_players(players))
    bar: list[ProgressBar] = []
    began = time.monotonic()

    def progress(done: int, total: int) -> None:
        bar[-1](done, total)

    def next_part(number: int, of: int, name: str) -> None:
        if bar:
            bar.pop().__exit__(None, None, None)
        bar.append(ProgressBar())
        say(f"{number}/{of} {name} ({seconds(time.monotonic() - began)} so far)", err=True)

    run_options = RunOptions(**where, out=out, resume=resume, progress=progress, notice=to_stderr)
    own = {"fee": FEES} if reader == "operator" else {}
    subject = Subject(
        house_rules,
        rules_again(rules, settings),
        seated,
        seed,
        scale,
        run_options,
        own,
        OPERATORS if reader == "operator" else (),
    )
    missing: list[str] = []
    documents: list[Any] = []
    try:
        documents.extend(everything(subject, next_part, missing.append))
    except KeyboardInterrupt:
        if documents and reader is None:
            write_report(
                documents, output, [*missing, "all further questions, because Ctrl-C stopped the report"], title, full
            )
        page = output if documents and reader is None else None
        raise ReportStopped(len(documents), out, any(player.origin for player in seated), page) from None
    finally:
        if bar:
            bar.pop().__exit__(None, None, None)
    for reason in missing:
        say(f"Left out: {reason}.", err=True)
    if reader is None and output.suffix.lower() != ".html":
        write_report(documents, output, missing, title, full)
    else:
        _write_page(reader, subject, documents, missing, output, title, full)


def _write_page(
    reader: str | None,
    subject: Subject,
    documents: list[Any],
    missing: list[str],
    output: Path,
    title: str,
    full: bool,
) -> None:
    """Write the page of a report, or the operator's sheet."""
    from reports.page.render import numbers, write_page
    from strategies.book.find import book_of

    if output.suffix.lower() == ".json":
        content = numbers(documents)
    elif reader == "operator":
        from reports.page.operator_sheet import operator_html

        content = operator_html(documents, subject)
    else:
        from reports.page.report import report_html

        book = book_of(subject.rules, to_stderr)
        content = report_html(documents, book, subject.rules, subject.command(), missing, title, full)
    write_page(content, output)


def _write_players_sheet(output: Path, rules: str, settings: tuple[str, ...]) -> None:
    """Write the player's sheet, or the book behind it."""
    from reports.page.player_sheet import player_html
    from reports.page.render import numbers, write_page
    from strategies.book.find import book_of
    from tongits_sim.experiments.warmup import prepare_board

    house_rules = chosen_rules(rules, settings)
    book = book_of(house_rules, to_stderr)
    if output.suffix.lower() == ".json":
        content = numbers([book])
    else:
        prepare_board()
        command = f"tongits report --for player {rules_again(rules, settings)}"
        content = player_html(book, house_rules, command)
    write_page(content, output)
