"""The command `analyze NAME`: a command for every question of the registry, and the answer in a terminal."""

from __future__ import annotations

import inspect
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from analyses.question import Question, inquiry
from analyses.question_registry import in_file, is_question_name, names, question
from reports.commands.candidates import WORDS
from reports.commands.interrupt import answered, end_stopped, on_ctrl_c, show_caution, stopped
from reports.commands.option_groups import combined
from reports.commands.options import (
    as_many_as_it_takes,
    many_rules_options,
    page_option,
    rules_again,
    rules_options,
    seed_option,
    within_option,
)
from reports.commands.players_options import named_players, names_option
from reports.commands.printing_options import format_option, terms_options
from reports.commands.progress import ProgressBar
from reports.commands.running_options import pop_running_options, running_options
from reports.commands.value_types import Count, Number
from reports.questions.printing import print_document
from tongits_sim.run.answers import as_json
from tongits_sim.run.files import keep
from tongits_sim.run.numbers import number_word
from tongits_sim.run.run_options import RunOptions

if TYPE_CHECKING:
    from analyses.question import Option


class Questions(click.Group):
    """A group whose commands are the questions."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return names()

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does. Click alone would suggest no question for a wrong name."""
        try:
            return super().resolve_command(ctx, args)
        except click.exceptions.NoSuchCommand as error:
            mine = self.list_commands(ctx)
            raise click.exceptions.NoSuchCommand(error.command_name, possibilities=mine, ctx=ctx) from None

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a question, None for an unknown name. Completion executes no file."""
        if not is_question_name(cmd_name) or (ctx.resilient_parsing and in_file(cmd_name)):
            return None
        return command_of(question(cmd_name))


@click.group(cls=Questions)
def analyze() -> None:
    """Answer a question about the game.

    Each question has an estimator of its own and states what it assumes. A question of your own is named
    my_question.py:NAME (the file is executed).

    Example: tongits analyze payouts --games 20k
    """


def command_of(question: Question[Any]) -> click.Command:
    """The command that asks a question."""

    def run(**given: Any) -> None:
        _run(question, **given)

    about = inspect.cleandoc(question.about).partition("\n\n")[2]
    example = f"Example: tongits analyze {question.called} {question.example}".rstrip()
    run.__doc__ = "\n\n".join(filter(None, [question.asks, about, example]))
    shared = (
        click.option(
            "--players",
            default=question.players,
            show_default=True,
            type=WORDS["A,B,C"],
            callback=named_players,
            help=_players_help(question),
        ),
        names_option,
        click.option(
            *_games_names(question),
            type=Count(1, 10**12),
            default=question.games,
            show_default=bool(question.games),
            callback=as_many_as_it_takes,
            help=question.games_help,
        ),
        *([] if question.width is None else [within_option]),
        seed_option(question.counts),
        running_options,
        terms_options,
        page_option,
        format_option,
    )
    rules = many_rules_options if question.every_rules else rules_options
    options = combined(rules, *shared, *map(_option, question.options))
    return click.command(question.called, short_help=question.asks)(options(run))


def _players_help(question: Question[Any]) -> str:
    seats = question.seats
    many = "Bots" if seats is None else "A bot" if seats == 1 else f"{number_word(seats).capitalize()} bots"
    return f"{many}: name, name(param=value) or my_file.py:name (the file is executed); for a list: tongits strategies"


def _games_names(question: Question[Any]) -> tuple[str, ...]:
    """Names of the option for the number of games."""
    if question.counts == "deals":
        return ("games", "--deals", "--games", "-n")
    return ("games", "--games", "-n")


def _option(option: Option) -> Any:
    kinds: dict[str, Any] = {
        "whole": Count(int(option.low), int(option.high)),
        "number": Number(option.low, option.high),
        "choice": click.Choice(option.choices),
        "text": str,
        "file": click.Path(path_type=Path, dir_okay=False),
    }
    names = ["--" + option.name.replace("_", "-"), option.name]
    if option.kind == "flag":
        return click.option(*names, is_flag=True, help=option.help)
    has_default = option.default is not None
    return click.option(
        *names,
        type=kinds[option.kind],
        default=option.default,
        show_default=has_default,
        help=option.help,
        multiple=option.many,
    )


def _run(
    question: Question[Any],
    rules: str | tuple[str, ...],
    settings: tuple[str, ...],
    players: str,
    games: int,
    seed: int,
    output: Path | None,
    form: str,
    within: float | None = None,
    **options: Any,
) -> None:
    """Ask the question and show the answer."""
    from reports.page.render import write_report

    where = pop_running_options(options)
    with ProgressBar() as bar:
        halt = on_ctrl_c()
        run_options = RunOptions(**where, progress=bar, halt=halt)
        request = inquiry(
            question,
            **which_rules(rules, settings),
            players=players,
            games=games,
            seed=seed,
            run_options=run_options,
            **options,
        )
        answer = answered(halt, lambda: question.answered(request, within))
    rows = getattr(question.presenter, "csv_rows", question.rows)
    if run_options.stopped:
        show_caution(halt, form)
        print_document(answer, form, rows, stopped(halt))
        end_stopped(halt)
    if run_options.out is not None:
        keep(as_json(answer), run_options.out)
    if output is not None:
        write_report([answer], output)
    print_document(answer, form, rows)


def which_rules(rules: str | tuple[str, ...], settings: tuple[str, ...]) -> dict[str, Any]:
    """The rules of a question: a rule set, several, or all presets."""
    from tongits_sim.rules import load, preset_names

    if isinstance(rules, str):
        return {"rules": load(rules, settings), "rules_option": rules_again(rules, settings)}
    sets = [load(name, settings) for name in rules or preset_names()]
    again = [rules_again(name, ()) for name in rules] + [f"--set {shlex.quote(setting)}" for setting in settings]
    return {"rules": sets[0], "rule_sets": sets, "rules_option": " ".join(again) or " "}
