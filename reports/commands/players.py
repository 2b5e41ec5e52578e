"""`tongits players`: how the people in recorded games play, and what to do about it."""

from __future__ import annotations

from pathlib import Path

import click

from reports.commands.candidates import WORDS
from reports.commands.options import check_report, format_option, report_option_of, seed_option, stake_option
from reports.questions.players import rows
from reports.questions.printing import print_document
from tongits_sim.any_game.record_file import read_lines
from tongits_sim.rules import load


@click.command(short_help="Show how the players of recorded games play.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=WORDS["FILE"])
@click.option("--rules", default=None, type=WORDS["RULES"], help="House rules of written games, instead of theirs.")
@click.option(
    "--against",
    default=None,
    type=WORDS["BOT"],
    help="The player they are held against.  [default: solved, or deep where none is]",
)
@seed_option("comparison")
@stake_option
@report_option_of("-o")
@format_option
def players(
    files: tuple[str, ...], rules: str | None, against: str | None, seed: int, report: Path | None, form: str
) -> None:
    """Show how the players of recorded games play, and what to do about it.

    For each name: games, units won, how often burned, and how often it calls and challenges, beside what the
    player that advice follows does in the same positions. FILES are written by tongits records or tongits play, or by
    hand (docs/reference/notation.md).

    Example: tongits players docs/examples/one_seat.txt -o players.html
    """
    from analyses.players import players as run
    from reports.page.render import write_report
    from tongits_sim.designs.warmup import prepare_board
    from tongits_sim.records.notation_game import games_of

    check_report(report)
    read = [(file, list(read_lines(file))) for file in files]
    chosen = load(rules) if rules is not None else None
    prepare_board()
    games = [record for file, lines in read for record in games_of(file, lines, chosen)]
    answer = run(games, against, files=[Path(file).name for file in files], seed=seed)
    if report is not None:
        write_report([answer], report)
    print_document(answer, form, rows)
