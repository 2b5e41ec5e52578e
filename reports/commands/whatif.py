"""The command `whatif`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from reports.commands.candidates import WORDS
from reports.commands.compared import changes_options_of, dry_run_option
from reports.commands.interrupt import answered, caution, on_ctrl_c, show_stopped
from reports.commands.options import chosen_rules, deals_options, page_option, rules_again, rules_options, within_option
from reports.commands.players_options import players_option
from reports.commands.printing_options import format_option, terms_options
from reports.commands.progress import ProgressBar
from reports.commands.running_options import pop_running_options, running_options
from reports.commands.value_types import Number
from reports.questions.printing import print_document
from reports.text.console import print_csv
from tongits_sim.run.compiling import to_stderr
from tongits_sim.run.run_options import RunOptions

if TYPE_CHECKING:
    from analyses.answers.whatif import WhatIfAnswer
    from analyses.whatif_job import WhatIfJob


@click.command()
@rules_options
@changes_options_of(WORDS)
@click.option(
    "--all-knobs",
    is_flag=True,
    help="Measure and rank every change of a knob; with a jackpot, a twentieth of the deals as matches of 20 games.",
)
@click.option("--adapt", is_flag=True, help="Also measure the change for three `trained`, which adapt.")
@click.option(
    "--rank-by",
    default="dealer_edge",
    show_default=True,
    metavar="METRIC",
    help="Metric by which --all-knobs ranks.",
)
@click.option(
    "--metric",
    multiple=True,
    type=WORDS["FILE.py:NAME"],
    help="Also measure a metric of your own; repeatable. The file is executed.",
)
@click.option(
    "--bankroll",
    type=Number(0.01, 10**9),
    default=None,
    help="Also measure how often a player is ever down this many units in a match; needs --match-games.",
)
@dry_run_option
@players_option
@deals_options(
    "Deals per rule set, each played in every seating.",
    "Games per match; the dealer and the pot carry over from game to game.",
)
@within_option
@running_options
@terms_options
@page_option
@format_option
def whatif(
    rules: str,
    settings: tuple[str, ...],
    output: Path | None,
    form: str,
    dry_run: bool,
    **options: Any,
) -> None:
    """Measure what a change of the house rules does.

    All rule sets play the same deals with the same bots. Changes are measured one by one; with commas between them
    they are made together.

    Example: tongits whatif --rules pagat call.timing=end
    """
    from analyses.whatif_run import play

    if not (options["change"] or options["preset_to"] or options["all_knobs"]):
        raise click.UsageError("nothing is changed; for example: tongits whatif call.timing=end")
    where = pop_running_options(options)
    job = job_of(rules, settings, **options)
    if dry_run:
        size = f"{len(job.rule_sets)} rule sets on {job.deals:,} deals: {job.pairing().games:,} games."
        click.echo(f"{size} Nothing was played.")
        return
    with ProgressBar() as bar:
        halt = on_ctrl_c()
        run_options = RunOptions(**where, progress=bar, notice=to_stderr, halt=halt)
        answer = answered(halt, lambda: play(job, run_options))
    if halt.run is not None:
        part = replace(answer, stopping=replace(answer.stopping, words=caution(halt)))
        show_stopped(halt, part, form, _print)
    if output is not None:
        from reports.page.render import write_report

        write_report([answer], output)
    _print(answer, form)


def job_of(rules: str, settings: tuple[str, ...], **options: Any) -> WhatIfJob:
    """The job that the options of a command make. Raises TongitsError.

    options: the arguments of `planned` by name.
    """
    from analyses.whatif_job import planned

    return planned(chosen_rules(rules, settings), rules_option=rules_again(rules, settings), **options)


def _print(answer: WhatIfAnswer, form: str) -> None:
    """An answer in one of the formats; CSV has a row for each change and metric."""
    if form != "csv":
        print_document(answer, form)
        return
    rows = [
        {"change": change.change, "no_effect": change.no_effect} | effect.to_dict()
        for change in answer.changes
        for effect in change.effects
    ]
    print_csv(rows)
