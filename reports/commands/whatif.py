"""`tongits whatif`: the command, and its answer in a terminal."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from reports.commands.options import (
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
)

if TYPE_CHECKING:
    from analyses.whatif import WhatIf
    from tongits_sim.run.halt import Halt


@click.command()
@rules_options
@click.option(
    "--change",
    multiple=True,
    metavar="KNOB=VALUE",
    help='A rule change to measure; repeatable. "a=1,b=2" changes two knobs at once.',
)
@click.option("--preset-to", multiple=True, metavar="RULES", help="Another rule set to compare with; repeatable.")
@click.option("--all-knobs", is_flag=True, help="Measure every change of a single knob, and rank them.")
@click.option(
    "--rank-by", default="dealer_edge", show_default=True, metavar="METRIC", help="Metric by which --all-knobs ranks."
)
@click.option(
    "--adapt", is_flag=True, help="Also re-tune the bots' thresholds for each rule set, as if players adapted."
)
@players_option
@deals_options(
    "Deals per rule set, each played in every seating.",
    "Games per match; jackpots and the choice of the next dealer matter only in matches of several games.",
)
@playing_options
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

    Both rule sets play the same deals. Measured are the dealer's edge, endings, sunog, the length of a game and skill.

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
    where = {name: options.pop(name) for name in ("workers", "backend", "scheduler", "bot_timeout")}
    with ProgressBar() as bar:
        halt = None if options["adapt"] else on_ctrl_c()  # players that were not tuned to the end have not adapted
        how = How(**where, out=out, resume=resume, progress=bar, notice=to_stderr, halt=halt)
        again = rules_again(rules, settings)
        chosen = chosen_rules(rules, settings)
        found = answered(halt, lambda: ask(chosen, how=how, rules_option=again, **options))
    if halt is not None and halt.run is not None:
        _print_stopped(found, form, halt)
        end_stopped(halt)
    if report is not None:
        write_report([found.answer], report)
    print_whatif(found, form)


def _print_stopped(found: WhatIf, form: str, halt: Halt) -> None:
    """What the deals that were played until Ctrl-C say, marked as that."""
    from analyses.whatif import WhatIf
    from reports.commands.interrupt import caution, marked, show_caution
    from reports.text.console import print_json

    answer = replace(found.answer, stopping=replace(found.answer.stopping, words=caution(halt)))
    show_caution(halt, form)
    if form == "json":
        print_json(marked(answer.to_dict(), halt))
    else:
        print_whatif(WhatIf(answer), form)


def print_whatif(found: WhatIf, form: str) -> None:
    """An answer in one of the formats; CSV has a row for each change, kind of play and metric."""
    from reports.text.answers import print_document
    from reports.text.console import print_csv
    from tongits_sim.designs.batch.results import flat

    if form != "csv":
        print_document(found.answer, form)
        return
    rows = []
    for change in found.answer.changes:
        for play, effects in (("mechanical", change.effects), ("adapted", change.adapted)):
            for effect in effects:
                row = {"change": change.change, "play": play, "no_effect": change.no_effect}
                cells = {{"ci95": "diff_ci95"}.get(key, key): value for key, value in effect.to_dict().items()}
                rows.append(flat(row | cells))
    print_csv(rows)
