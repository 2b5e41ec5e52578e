"""`report` of any game: one page of stored runs, or of every question asked now."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from analyses.question import MIN_FORKS
from reports.commands.options import (
    Number,
    Whole,
    check_playing,
    output_option,
    plain_option_of,
    players_option_of,
    refuse_beside_runs,
    rules_again,
    rules_options_of,
    running_options,
    seed_option,
    terms_options,
    told_of,
)
from reports.text.terminal import say

if TYPE_CHECKING:
    from tongits_sim.any_game.game import Game

ABOUT = (
    *("rules", "settings", "players", "seed", "scale", "min_forks"),
    *("out", "resume", "workers", "backend", "scheduler"),
)
"""Options of questions, which make no sense beside finished runs."""


def of_game(game: Game) -> click.Command:
    """The command of a game."""

    @click.command("report")
    @click.argument("runs", nargs=-1, metavar="[RUN...]", type=click.Path(path_type=Path, exists=True))
    @output_option(
        "File to write: a page (.html), Markdown (.md) or all numbers (.json); NAME.csv writes a folder NAME with one "
        "CSV file per table. Missing folders are created.",
        default="report.html",
    )
    @click.option("--title", default="", help="The heading of the page.")
    @rules_options_of(game)
    @players_option_of(game)
    @seed_option("numbers")
    @click.option(
        "--scale",
        type=Number(0.001, 1000),
        default=1.0,
        show_default=True,
        help="Multiply the usual number of games by this.",
    )
    @click.option("--min-forks", type=Whole(2, 10**9), default=None, help=f"{MIN_FORKS.help}  [default: 200]")
    @running_options
    @plain_option_of(game)
    @terms_options
    @click.pass_context
    @told_of(game)
    def report(ctx: click.Context, /, runs: tuple[Path, ...], output: Path, title: str, **about: Any) -> None:
        """Make one page of saved runs, or answer every question now.

        RUN is the --out folder of any command, or of a whole batch. Without a RUN, every question is answered now,
        which takes a minute or two. The page starts with what to do at the table, then says what house rules do, and
        ends with all numbers and how they were obtained.

        \b
        Examples: {game.command} report --rules {game.usual_rules} --players {game.usual_players} -o report.html
                  {game.command} report runs/first runs/whatif -o report.html
        """
        from reports.page.render import form_of, place_of, report_of
        from reports.page.stored import answer_folders, batch_title

        form_of(output)
        if runs:
            refuse_beside_runs(ctx, ABOUT)
            name = title or (batch_title(runs[0]) if len(runs) == 1 else "")
            report_of([each for run in runs for each in answer_folders(run, game)], output, name, game)
        else:
            _asked_now(game, output, title, **about)
        place = place_of(output)
        say(f"Wrote {output}." if place == output else f"Wrote the tables as CSV files into the folder {place}.")

    command: click.Command = report
    return command


def _asked_now(
    game: Game,
    output: Path,
    title: str,
    rules: str,
    settings: tuple[str, ...],
    players: str,
    seed: int,
    scale: float,
    min_forks: int | None,
    out: Path | None,
    resume: bool,
    **where: Any,
) -> None:
    """Ask everything and write the page."""
    check_playing(out, resume)
    from reports.batches.all_questions import Subject, check_folder, everything
    from reports.commands.interrupt import ReportStopped
    from reports.commands.progress import ProgressBar
    from reports.page.render import write_report
    from tongits_sim.run.how import How
    from tongits_sim.run.numbers import seconds
    from tongits_sim.run.warmup import to_stderr

    if out is not None:
        check_folder(out, resume)
    house_rules, seated = game.rules.load(rules, settings), tuple(game.bots.load_players(players, game.seats))
    bar: list[ProgressBar] = []
    began = time.monotonic()

    def progress(done: int, total: int) -> None:
        bar[-1](done, total)

    def told(number: int, of: int, name: str) -> None:
        if bar:
            bar.pop().__exit__(None, None, None)
        bar.append(ProgressBar())
        say(f"{number}/{of} {name} ({seconds(time.monotonic() - began)} so far)", err=True)

    how = How(**where, out=out, resume=resume, progress=progress, notice=to_stderr)
    own = {} if min_forks is None else {"min_forks": min_forks}
    subject = Subject(house_rules, rules_again(rules, settings), seated, seed, scale, how, game, own)
    missing: list[str] = []
    documents: list[Any] = []
    try:
        documents.extend(everything(subject, told, missing.append))
    except KeyboardInterrupt:
        raise ReportStopped(len(documents), out, any(player.origin for player in seated)) from None
    finally:
        if bar:
            bar.pop().__exit__(None, None, None)
    for reason in missing:
        say(f"Left out: {reason}.", err=True)
    write_report(documents, output, missing, title)
