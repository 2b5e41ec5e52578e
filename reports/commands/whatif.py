"""`tongits whatif`: the command, and its answer in a terminal."""

from __future__ import annotations

import dataclasses
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from reports.commands.candidates import WORDS
from reports.commands.options import (
    Number,
    Whole,
    check_playing,
    check_report,
    chosen_rules,
    deals_options,
    format_option,
    players_option,
    playing_options,
    report_option,
    rules_again,
    rules_options,
    terms_options,
)

if TYPE_CHECKING:
    from analyses.whatif import WhatIf
    from tongits_sim.rules import RuleSet
    from tongits_sim.run.halt import Halt


@click.command()
@rules_options
@click.option(
    "--change",
    multiple=True,
    type=WORDS["KNOB=VALUE"],
    help='A rule change to measure; repeatable. "a=1,b=2" changes two knobs at once.',
)
@click.option("--preset-to", multiple=True, type=WORDS["RULES"], help="Another rule set to compare with; repeatable.")
@click.option("--all-knobs", is_flag=True, help="Measure every change of a single knob, and rank them.")
@click.option(
    "--rank-by", default="dealer_edge", show_default=True, metavar="METRIC", help="Metric by which --all-knobs ranks."
)
@click.option(
    "--adapt", is_flag=True, help="Also re-tune the bots' thresholds for each rule set, as if players adapted."
)
@click.option("--solve", is_flag=True, help="Also solve each rule set, and compare players who play their solution.")
@click.option(
    "--play", default="expert", show_default=True, type=WORDS["BOT"], help="The bot whose card play --solve uses."
)
@click.option(
    "--iterations",
    type=Whole(1, 10**6),
    default=500,
    show_default=True,
    help="Iterations of --solve.",
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
@click.option("--dry-run", is_flag=True, help="Only show how many games would be played.")
@players_option
@deals_options(
    "Deals per rule set, each played in every seating.",
    "Games per match; jackpots and the choice of the next dealer matter only in matches of several games.",
)
@playing_options
@terms_options
@report_option
@format_option
def whatif(
    rules: str,
    settings: tuple[str, ...],
    out: Path | None,
    resume: bool,
    report: Path | None,
    form: str,
    **options: Any,
) -> None:
    """Measure what a change of the house rules does.

    Both rule sets play the same deals. The effects on the dealer's edge, endings, sunog, game length and skill are
    measured.

    Example: tongits whatif --rules pagat --change call.timing=end --change pay.tongits=6
    """
    check_playing(out, resume)
    from analyses.whatif import whatif as ask
    from reports.commands.interrupt import answered, end_stopped, on_ctrl_c
    from reports.commands.progress import ProgressBar
    from reports.page.render import write_report
    from tongits_sim.run.how import How
    from tongits_sim.run.warmup import to_stderr

    check_report(report)
    options["bankroll"] = options["bankroll"] or 0.0
    if options.pop("dry_run"):
        _say_cost(chosen_rules(rules, settings), options)
        return
    where = {name: options.pop(name) for name in ("workers", "backend", "scheduler", "bot_timeout")}
    with ProgressBar() as bar:
        whole = options["adapt"] or options["solve"]  # players that were not tuned or solved to the end are no others
        halt = None if whole else on_ctrl_c()
        how = How(**where, out=out, resume=resume, progress=bar, notice=to_stderr, halt=halt)
        again = rules_again(rules, settings)
        chosen = chosen_rules(rules, settings)
        result = answered(halt, lambda: ask(chosen, how=how, rules_option=again, **options))
    if halt is not None and halt.run is not None:
        _print_stopped(result, form, halt)
        end_stopped(halt)
    if report is not None:
        write_report([result.answer], report)
    print_whatif(result, form)


def _say_cost(rules: RuleSet, options: dict[str, Any]) -> None:
    """Print the games that would be played."""
    from analyses.whatif import planned
    from tongits_sim.run.how import How

    fields = {each.name for each in dataclasses.fields(How)}
    job = planned(rules, **{name: value for name, value in options.items() if name not in fields})
    compared, solved = job.cost()
    sets = len(job.rule_sets)
    words = f"{sets} rule sets on {job.deals:,} deals: {compared:,} games."
    if job.solving is not None:
        words += f" Solving {sets} rule sets: {solved:,} games, and about as many rollouts."
    if job.adapt:
        words += " Tuning comes on top: some millions of games for each rule set."
    click.echo(f"{words} Nothing was played.")


def _print_stopped(result: WhatIf, form: str, halt: Halt) -> None:
    """Print the answer of the deals played until Ctrl-C, marked as partial."""
    from analyses.whatif import WhatIf
    from reports.commands.interrupt import caution, marked, show_caution
    from reports.text.console import print_json

    answer = replace(result.answer, stopping=replace(result.answer.stopping, words=caution(halt)))
    show_caution(halt, form)
    if form == "json":
        print_json(marked(answer.to_dict(), halt))
    else:
        print_whatif(WhatIf(answer), form)


def print_whatif(result: WhatIf, form: str) -> None:
    """An answer in one of the formats; CSV has a row for each change, kind of play and metric."""
    from reports.text.answers import print_document
    from reports.text.console import print_csv
    from tongits_sim.run.answers import flat

    if form != "csv":
        print_document(result.answer, form)
        return
    rows = []
    for change in result.answer.changes:
        for play, effects in change.plays:
            for effect in effects:
                row = {"change": change.change, "play": play, "no_effect": change.no_effect}
                rows.append(flat(row | effect.to_dict()))
    print_csv(rows)
