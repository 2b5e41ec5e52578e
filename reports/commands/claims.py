"""`tongits analyze claims`: the command."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from reports.commands.interrupt import answered, end_stopped, on_ctrl_c, show_caution, stopped
from reports.commands.options import (
    Whole,
    check_playing,
    check_report,
    chosen_rules,
    format_option,
    output_option,
    playing_options,
    rules_again,
    rules_options,
    seed_option,
)
from reports.commands.progress import ProgressBar
from reports.questions.printing import print_document
from tongits_sim.folders.files import write_output
from tongits_sim.run.answers import UNKNOWN
from tongits_sim.run.how import How
from tongits_sim.run.warmup import to_stderr

if TYPE_CHECKING:
    from analyses.answers.claims import ClaimsAnswer


@click.command()
@rules_options
@click.option(
    "--games", "-n", type=Whole(2, 10**9), default=400_000, show_default=True, help="Games to observe with each seed."
)
@click.option(
    "--deals",
    type=Whole(2, 10**8),
    default=40_000,
    show_default=True,
    help="Deals on which bots play each other, with each seed.",
)
@seed_option("numbers")
@output_option("Write the page: .md, .html, .json; NAME.csv writes a folder of tables.")
@playing_options
@format_option
def claims(
    rules: str,
    settings: tuple[str, ...],
    out: Path | None,
    resume: bool,
    output: Path | None,
    form: str,
    **options: Any,
) -> None:
    """Test twenty things people say about Tongits.

    Example: tongits analyze claims --games 100k --deals 20k -o claims.html
    """
    check_playing(out, resume)
    check_report(output)
    from analyses.claims.ask import ask

    where = {name: options.pop(name) for name in ("workers", "backend", "scheduler", "bot_timeout")}
    halt = on_ctrl_c()
    with ProgressBar() as bar:
        how = How(**where, out=out, resume=resume, progress=bar, notice=to_stderr, halt=halt)
        again = rules_again(rules, settings)
        answer = answered(halt, lambda: ask(chosen_rules(rules, settings), how=how, rules_option=again, **options))
    if output is not None:
        _write(answer, output)
    show_caution(halt, form)
    print_document(answer, form, _rows, stopped(halt))
    end_stopped(halt)


def _rows(answer: ClaimsAnswer) -> list[dict[str, Any]]:
    """The claims as rows of CSV."""
    names = ("key", "says", "where", "asked", "unit", "low", "high", "way", "players", "verdict")
    numbers = ("number", "check", "elsewhere")
    return [
        {name: getattr(claim, name) for name in names}
        | {name: getattr(claim, name) or UNKNOWN for name in numbers}
        | {"p": claim.p, "p_check": claim.p_check}
        for claim in answer.claims
    ]


def _write(answer: ClaimsAnswer, output: Path) -> None:
    """Write the page in the form of its name."""
    from reports.page.claims import markdown
    from reports.page.render import write_report

    if output.suffix.lower() == ".md":
        output.parent.mkdir(parents=True, exist_ok=True)
        write_output(output, markdown(answer))
    else:
        write_report([answer], output)
