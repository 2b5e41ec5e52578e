"""`tongits mahjong report`: one page of stored runs, or of every question asked now."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mahjong_sim.commands.options import PLAYERS, chosen_rules, players_option, rules_options
from mahjong_sim.mahjong import MAHJONG
from reports.commands.options import (
    Number,
    Whole,
    check_playing,
    check_report,
    output_option,
    refuse_beside_runs,
    rules_again,
    running_options,
    seed_option,
)

if TYPE_CHECKING:
    from analyses.answers.question import QuestionAnswer

ABOUT = (
    "rules",
    "settings",
    "players",
    "seed",
    "scale",
    "min_forks",
    "out",
    "resume",
    "workers",
    "backend",
    "scheduler",
)
"""Options that say what is asked, and make no sense beside runs that are answered already."""


@click.command()
@click.argument("runs", nargs=-1, metavar="[RUN...]", type=click.Path(path_type=Path, exists=True))
@output_option(
    "File to write: a page (.html), Markdown (.md) or all numbers (.json); NAME.csv writes a folder NAME with one "
    "CSV file per table. Missing folders are created.",
    default="mahjong.html",
)
@click.option("--title", default="", help="The heading of the page.")
@rules_options
@players_option("--players", PLAYERS, "Four bots")
@click.option(
    "--scale",
    type=Number(0.001, 1000),
    default=1.0,
    show_default=True,
    help="Multiply the usual number of games by this.",
)
@click.option(
    "--min-forks",
    type=Whole(2, 10**9),
    default=200,
    show_default=True,
    help="Cells with fewer forks are shown as unresolved.",
)
@seed_option("games")
@running_options
@click.pass_context
def report(ctx: click.Context, /, runs: tuple[Path, ...], output: Path, title: str, **about: Any) -> None:
    """Make one page of saved runs, or answer every question now.

    RUN is the --out folder of simulate, compare, whatif, analyze or report. Without a RUN, every question is answered
    now. The page is one file: sentences, figures, tables, and the commands that reproduce them.

    \b
    Examples: tongits mahjong report -o mahjong.html
              tongits mahjong report runs/hands runs/manila -o both.html
    """
    from reports.page.render import place_of, report_of, write_report
    from reports.page.stored import answer_folders
    from reports.text.terminal import say

    check_report(output)
    if runs:
        refuse_beside_runs(ctx, ABOUT)
        report_of([each for run in runs for each in answer_folders(run, MAHJONG)], output, title, MAHJONG)
    else:
        write_report(asked_now(**about), output, name=title)
    place = place_of(output)
    say(f"Wrote {output}." if place == output else f"Wrote the tables as CSV files into the folder {place}.")


def asked_now(
    rules: str,
    settings: tuple[str, ...],
    players: str,
    scale: float,
    min_forks: int,
    seed: int,
    out: Path | None,
    resume: bool,
    **where: Any,
) -> list[QuestionAnswer]:
    """Ask every question.

    Args:
        rules, settings: house rules.
        players: four bots.
        scale: factor on the games of every question.
        min_forks: forks of a resolved cell.
        seed: of the games.
        out, resume: the folder in which the answers are kept, each in one of its own.
        where: other fields of `How`.

    Raises:
        ReportStopped: at Ctrl-C, with what is kept.
    """
    check_playing(out, resume)
    from analyses.question import inquiry
    from analyses.registry import in_order
    from reports.commands.interrupt import ReportStopped
    from reports.commands.progress import ProgressBar
    from reports.text.terminal import say
    from tongits_sim.folders.answer_file import keep
    from tongits_sim.run.how import How
    from tongits_sim.run.warmup import to_stderr

    answers: list[QuestionAnswer] = []
    questions = in_order(MAHJONG)
    for number, asked in enumerate(questions, start=1):
        place = None if out is None else out / asked.name
        say(f"{number}/{len(questions)} {asked.name}", err=True)
        try:
            with ProgressBar() as bar:
                how = How(**where, out=place, resume=resume, progress=bar, notice=to_stderr)
                games = max(1, round(scale * asked.games))
                own = {"min_forks": min_forks} if any(each.name == "min_forks" for each in asked.options) else {}
                given = inquiry(
                    asked,
                    rules=chosen_rules(rules, settings),
                    rules_option=rules_again(rules, settings),
                    players=players,
                    games=games,
                    seed=seed,
                    how=how,
                    **own,
                )
                answers.append(asked.ask(given))
        except KeyboardInterrupt:
            raise ReportStopped(len(answers), out, any(player.origin for player in given.players)) from None
        if place is not None:
            keep(answers[-1].to_dict(), place)
    return answers
