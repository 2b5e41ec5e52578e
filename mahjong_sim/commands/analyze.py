"""`tongits mahjong analyze NAME`: a command for every question."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mahjong_sim.analyses.registry import QUESTIONS
from mahjong_sim.commands.options import PLAYERS, players_option, rules_options
from reports.commands.options import Whole, check_playing, check_report, format_option, running_options, seed_option

if TYPE_CHECKING:
    from mahjong_sim.analyses.answers import QuestionAnswer
    from mahjong_sim.analyses.question import Question


class Questions(click.Group):
    """A group whose commands are the questions."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All questions."""
        return list(QUESTIONS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a question, None if there is none of that name."""
        from mahjong_sim.analyses.registry import question

        return command_of(question(cmd_name)) if cmd_name in QUESTIONS else None


@click.group(cls=Questions)
def analyze() -> None:
    """Answer a question about mahjong.

    Most questions play out the same hand in both ways, on the same wall.

    Example: tongits mahjong analyze claims --games 2k
    """


def command_of(question: Question) -> click.Command:
    """The command that asks a question."""

    def run(**given: Any) -> None:
        _run(question, **given)

    run.__doc__ = f"{question.asks}\n\nExample: tongits mahjong analyze {question.name} --games 2k"
    command: Any = format_option(run)
    command = click.option(
        "-o",
        "--report",
        "--output",
        type=click.Path(path_type=Path, dir_okay=False),
        default=None,
        help="Also write a report: .html, .md or .json; NAME.csv writes a folder NAME of CSV tables.",
    )(command)
    command = running_options(command)
    if question.sessions:
        command = click.option(
            "--session-games",
            type=Whole(1, 10**6),
            default=32,
            show_default=True,
            help="Games per session; mano (the dealer) and the pot carry over from game to game.",
        )(command)
    if question.forked:
        command = click.option(
            "--min-forks",
            type=Whole(2, 10**9),
            default=200,
            show_default=True,
            help="Cells with fewer forks are shown as unresolved.",
        )(command)
    command = seed_option(question.counts)(command)
    names = (
        ("games", "--deals", "--games", "--hands", "-n") if question.counts == "deals" else ("--games", "--hands", "-n")
    )
    command = click.option(
        *names,
        type=Whole(1, 10**10),
        default=question.games,
        show_default=True,
        help=question.games_help,
    )(command)
    command = rules_options(players_option("--players", PLAYERS, "Four bots")(command))
    return click.command(question.name, short_help=question.asks)(command)


def _run(
    question: Question,
    rules: str,
    settings: tuple[str, ...],
    players: str,
    form: str,
    out: Path | None,
    resume: bool,
    report: Path | None,
    **options: Any,
) -> None:
    """Ask and show."""
    check_playing(out, resume)
    check_report(report)
    from mahjong_sim.analyses.question import inquiry
    from reports.commands.interrupt import answered, end_stopped, on_ctrl_c, show_caution, stopped
    from reports.commands.progress import ProgressBar
    from tongits_sim.folders.answer_file import keep
    from tongits_sim.run.how import How
    from tongits_sim.run.warmup import to_stderr

    where = {name: options.pop(name) for name in ("workers", "backend", "scheduler", "bot_timeout")}
    with ProgressBar() as bar:
        halt = on_ctrl_c()
        how = How(**where, out=out, resume=resume, progress=bar, notice=to_stderr, halt=halt)
        asked = inquiry(question, rules, players, settings=settings, how=how, **options)
        answer = answered(halt, lambda: question.ask(asked))
    if how.stopped:
        show_caution(halt, form)
        print_answer(answer, form, question.rows, stopped(halt))
        end_stopped(halt)
    if out is not None:
        keep(answer.to_dict(), out)
    if report is not None:
        from mahjong_sim.questions.page import write_page

        write_page([answer], report)
    print_answer(answer, form, question.rows)


def print_answer(answer: QuestionAnswer, form: str, rows: str, more: Mapping[str, Any] | None = None) -> None:
    """Print an answer in one of the formats.

    Args:
        answer: the answer.
        form: `table`, `json` or `csv`.
        rows: the list of its JSON that CSV prints.
        more: keys that its JSON has besides.
    """
    from mahjong_sim.questions import parts, words
    from reports.text.answers import show_tables
    from reports.text.console import print_csv, print_json, show
    from tongits_sim.run.answers import flat

    if form == "json":
        print_json({**answer.to_dict(), **(more or {})})
    elif form == "csv":
        print_csv(map(flat, answer.to_dict()[rows]))
    else:
        presenter = words(answer)
        show("", parts.asked(answer), "", style="bold")
        show(presenter.headline(answer), *presenter.sentences(answer))
        show_tables(table for table in presenter.tables(answer) if table.rows)
