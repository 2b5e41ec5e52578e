"""`tongits styles`: the best answer to each of nine styles of opponents, and what a wrong read costs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from reports.commands.options import (
    Whole,
    check_report,
    chosen_rules,
    format_option,
    report_option,
    rules_options,
    workers_option,
)


@click.command(short_help="Find how to play against nine styles of opponents.")
@rules_options
@click.option("--play", default="expert", show_default=True, metavar="BOT", help="The bot whose card play is used.")
@click.option(
    "--games", "-n", type=Whole(1000, 10**9), default=20_000, show_default=True, help="Games per round of fitting."
)
@click.option("--deals", type=Whole(1000, 10**9), default=20_000, show_default=True, help="Deals per measurement.")
@click.option("--match-games", type=Whole(1, 1000), default=1, show_default=True, help="Games per match.")
@click.option("--seed", type=Whole(0, 2**64 - 1), default=1, show_default=True, help="Same seed, same answer.")
@workers_option
@report_option
@format_option
def styles(rules: str, settings: tuple[str, ...], play: str, report: Path | None, form: str, **options: Any) -> None:
    """Find the best answer to each of nine styles: timid, normal or bold callers; shy, normal or stubborn challengers.

    Two opponents share a style. The map says what the best calls and challenges win if the style is read correctly,
    what they earn if it is misread, and how exploitable they are.

    Example: tongits styles --rules pagat
    """
    from analyses.solving.solver import Problem
    from analyses.styles import best_answers
    from reports.page.render import write_report
    from reports.questions.styles import rows
    from reports.text.answers import print_document
    from reports.text.console import print_csv
    from strategies import load_player
    from tongits_sim.run.how import How
    from tongits_sim.run.warmup import to_stderr

    check_report(report)
    problem = Problem(
        chosen_rules(rules, settings), load_player(play), options["seed"], match_games=options["match_games"]
    )
    answer = best_answers(problem, How(options["workers"], notice=to_stderr), options["games"], options["deals"])
    if report is not None:
        write_report([answer], report)
    if form == "csv":
        print_csv([dict(row) for row in rows(answer)])
    else:
        print_document(answer, form)
