"""`tongits review`: the cost of every choice in recorded games."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from reports.commands.candidates import WORDS
from reports.commands.options import (
    Seat,
    Whole,
    format_option,
    lang_option,
    output_option,
    seed_option,
    stake_option,
    workers_option,
)
from reports.text.console import print_answer
from reports.text.language import said
from reports.text.review import csv_rows, show_review
from reports.text.terminal import say
from tongits_sim.any_game.record_file import read_lines
from tongits_sim.rules import load
from tongits_sim.run.how import How


@click.command()
@click.argument("file", metavar="FILE", type=WORDS["FILE"])
@output_option("Write the review to this file: a page (.html), .json or .csv.")
@click.option("--player", default=None, metavar="NAME", help="Review this player of the records.  [default: all]")
@click.option(
    "--rules", default=None, type=WORDS["RULES"], help="House rules of a written game, instead of those it names."
)
@click.option("--seat", type=Seat(), multiple=True, help="Review this seat, A, B or C; repeatable.  [default: all]")
@click.option(
    "--against",
    default=None,
    type=WORDS["BOTS"],
    help="Bots that play the rollouts: one for all, or right,left or right,left,me.  [default: deep]",
)
@seed_option("digits")
@click.option(
    "--effort", type=Whole(1, 1000), default=1, show_default=True, help="Multiply the number of worlds by this."
)
@workers_option
@stake_option
@lang_option
@format_option
def review(file: str, output: Path | None, form: str, **options: Any) -> None:
    """Review recorded games: what every decision cost.

    Units lost are the expected value of the best action minus that of the chosen one, from rollouts over the cards that
    the player could not see. The largest mistakes come first; results are shown with and without luck. FILE is a file
    written by tongits records or tongits play, or games that somebody wrote down, who may know his own cards only
    (docs/reference/notation.md); - reads standard input.

    Example: tongits review docs/examples/one_seat.txt --player Ako --stake "20 peso" -o review.html
    """
    from analyses.review import review as run
    from reports.page.review import review_form, write_review
    from tongits_sim.designs.warmup import prepare_board
    from tongits_sim.records.notation_game import games_of
    from tongits_sim.worlds.losses import Effort

    if output is not None:
        review_form(output)
    rules = load(options["rules"]) if options["rules"] is not None else None
    lines = list(read_lines(file))
    prepare_board()
    answer = run(
        list(games_of(file, lines, rules)),
        options["against"],
        player=options["player"],
        seats=options["seat"] or (0, 1, 2),
        seed=options["seed"],
        effort=Effort().times(options["effort"]),
        file="" if file == "-" else Path(file).name,
        how=How(options["workers"]),
        look=_look,
    )
    print_answer(answer, form, csv_rows, show_review)
    if output is not None:
        write_review(answer, output)
        say(f"The review is in {output}.", err=True)


def _look(done: int, total: int) -> None:
    """Show the progress on a terminal."""
    if sys.stderr.isatty() and (done % 10 == 0 or done == total):
        sys.stderr.write("\r" + said(f"{done} of {total} choices") + ("\r\033[K" if done == total else ""))
        sys.stderr.flush()
