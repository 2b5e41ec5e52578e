"""`tongits mahjong analyze NAME`: a command for every question."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from analyses.registry import known, names, question
from mahjong_sim.commands.options import PLAYERS, chosen_rules, players_option, rules_options
from mahjong_sim.mahjong import MAHJONG
from reports.commands.analyze import own_option
from reports.commands.options import (
    Whole,
    check_playing,
    check_report,
    format_option,
    rules_again,
    running_options,
    seed_option,
)

if TYPE_CHECKING:
    from analyses.question import Question


class Questions(click.Group):
    """A group whose commands are the questions."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All questions."""
        return names(MAHJONG)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a question, None if there is none of that name."""
        return command_of(question(cmd_name, MAHJONG)) if known(cmd_name, MAHJONG) else None


@click.group(cls=Questions)
def analyze() -> None:
    """Answer a question about mahjong.

    Most questions play out the same hand in both ways, on the same wall.

    Example: tongits mahjong analyze claims --games 2k
    """


def command_of(question: Question[Any]) -> click.Command:
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
    for option in reversed(question.options):
        command = own_option(option)(command)
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
    question: Question[Any],
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
    from analyses.question import inquiry
    from reports.commands.interrupt import answered, end_stopped, on_ctrl_c, show_caution, stopped
    from reports.commands.progress import ProgressBar
    from reports.text.answers import print_document
    from tongits_sim.folders.answer_file import keep
    from tongits_sim.run.how import How
    from tongits_sim.run.warmup import to_stderr

    where = {name: options.pop(name) for name in ("workers", "backend", "scheduler", "bot_timeout")}
    with ProgressBar() as bar:
        halt = on_ctrl_c()
        how = How(**where, out=out, resume=resume, progress=bar, notice=to_stderr, halt=halt)
        house_rules = chosen_rules(rules, settings)
        again = rules_again(rules, settings)
        asked = inquiry(question, rules=house_rules, rules_option=again, players=players, how=how, **options)
        answer = answered(halt, lambda: question.ask(asked))
    if how.stopped:
        show_caution(halt, form)
        print_document(answer, form, question.rows, stopped(halt))
        end_stopped(halt)
    if out is not None:
        keep(answer.to_dict(), out)
    if report is not None:
        from reports.page.render import write_report

        write_report([answer], report)
    print_document(answer, form, question.rows)
