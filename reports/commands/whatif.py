"""`tongits whatif`: the command, and its answer in a terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from reports.commands.analyze import check_report
from reports.commands.options import (
    Whole,
    check_playing,
    chosen_rules,
    format_option,
    players_option,
    playing_options,
    rules_again,
    rules_options,
)

if TYPE_CHECKING:
    from analyses.whatif import WhatIf

_REPORT = click.Path(path_type=Path, dir_okay=False)


@click.command()
@rules_options
@click.option(
    "--change",
    multiple=True,
    metavar="KNOB=VALUE",
    help='A change to compare with; may be repeated. "a=1,b=2" is one change of two knobs.',
)
@click.option("--preset-to", multiple=True, metavar="RULES", help="A whole preset to compare with; may be repeated.")
@click.option("--all-knobs", is_flag=True, help="All single-knob changes, ranked.")
@click.option(
    "--rank-by", default="dealer_edge", show_default=True, metavar="METRIC", help="What --all-knobs ranks by."
)
@click.option(
    "--adapt", is_flag=True, help="Also re-tune the bots' thresholds for each rule set: the effect if players adapt."
)
@players_option
@click.option(
    "deals",
    "--deals",
    "--games",
    "-n",
    type=Whole(1, 10**9),
    default=20_000,
    show_default=True,
    help="Deals that each rule set plays in every seating; --games is the same.",
)
@click.option("--seed", type=Whole(0, 2**64 - 1), default=1, show_default=True, help="Same seed, same deals.")
@click.option(
    "--match-games",
    type=Whole(1, 10**6),
    default=1,
    show_default=True,
    help="Games of a match: jackpots and the next dealer matter only in longer ones.",
)
@playing_options
@click.option("--report", type=_REPORT, default=None, help="Write a page (.html or .md).")
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
    """Estimate the effect of house-rule changes on the same deals: dealer's edge, endings, sunog, length, skill.

    Example: tongits whatif --rules pagat --change call.timing=end --change pay.tongits=6
    """
    check_playing(out, resume)
    from analyses.whatif import whatif as ask
    from reports.commands.progress import ProgressBar
    from reports.page.render import write_report
    from tongits_sim.run.how import How
    from tongits_sim.run.warmup import to_stderr

    if report is not None:
        check_report(report)
    where = {name: options.pop(name) for name in ("workers", "backend", "scheduler", "bot_timeout")}
    with ProgressBar() as bar:
        how = How(**where, out=out, resume=resume, progress=bar, notice=to_stderr)
        again = rules_again(rules, settings)
        found = ask(chosen_rules(rules, settings), how=how, rules_option=again, **options)
    if report is not None:
        write_report([found.to_dict()], report)
    print_whatif(found, form)


def print_whatif(found: WhatIf, form: str) -> None:
    """An answer in one of the formats; CSV has a row for each change, kind of play and metric."""
    from reports.commands.analyze import print_document
    from reports.text.console import print_csv
    from tongits_sim.designs.batch.results import flat

    if form != "csv":
        print_document(found.to_dict(), form)
        return
    rows = []
    for change in found.answer.changes:
        for play, effects in (("mechanical", change.effects), ("adapted", change.adapted)):
            for effect in effects:
                row = {"change": change.change, "play": play, "no_effect": change.no_effect}
                cells = {{"ci95": "diff_ci95"}.get(key, key): value for key, value in effect.to_dict().items()}
                rows.append(flat(row | cells))
    print_csv(rows)
