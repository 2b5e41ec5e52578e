"""`tongits card`: a pocket card with the fewest rules of thumb, and what they cost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from reports.commands.candidates import WORDS
from reports.commands.options import (
    Whole,
    chosen_rules,
    format_option,
    lang_option,
    output_option,
    rules_options,
    seed_option,
    workers_option,
)
from reports.text.card import Sheet, sheet
from reports.text.console import print_csv, print_json, show, table
from reports.text.terminal import say
from strategies.registry import load_player
from tongits_sim.run.how import How
from tongits_sim.run.warmup import to_stderr


@click.command(short_help="Make a pocket card for the table.")
@rules_options
@click.option(
    "--against",
    default="trained",
    show_default=True,
    type=WORDS["PLAYER"],
    help="The player whose games the card is made from, three of it at a table.",
)
@output_option("The card to write: .pdf, .png or .html; without it the card is printed.", folder=True)
@lang_option
@click.option(
    "--games",
    type=Whole(100, 10**9),
    default=120_000,
    show_default=True,
    help="Games each kind of decision is counted in.",
)
@click.option(
    "--deals", type=Whole(100, 10**9), default=25_000, show_default=True, help="Deals for measuring its cost."
)
@seed_option("numbers")
@workers_option
@format_option
def card(
    rules: str,
    settings: tuple[str, ...],
    against: str,
    output: Path | None,
    form: str,
    **playing: Any,
) -> None:
    """Make a pocket card: when to call, when to fight, lay or hold, what to discard.

    Games between three trained are played, and at each such decision both answers; the card keeps the few rules of
    thumb that earn nearly all of what such rules can. What following them costs is measured on other deals. It takes
    half a minute for any house rules.
    """
    from analyses.card import card as make
    from reports.page.card import check_path, write

    if output is not None:
        check_path(output)
    how = How(playing["workers"], notice=to_stderr)
    answer = make(
        chosen_rules(rules, settings), load_player(against), how, playing["games"], playing["deals"], playing["seed"]
    )
    pocket_card = sheet(answer)
    if output is not None:
        write(pocket_card, output)
        say(f"Wrote {output}.", err=form != "table")
    if form == "json":
        print_json(answer.to_dict())
    elif form == "csv":
        rows = [(part.heading, row[0], "; ".join(row[1:])) for part in pocket_card.parts for row in part.rows]
        print_csv([{"part": part, "situation": situation, "do": action} for part, situation, action in rows])
    elif output is None:
        _show(pocket_card)


def _show(pocket_card: Sheet) -> None:
    show(pocket_card.title, pocket_card.subtitle, "")
    for part in pocket_card.parts:
        if part.heads:
            grid = table(*part.heads, left=len(part.heads), title=part.heading)
            for row in part.rows:
                grid.add_row(*row)
            show(grid)
        else:
            show(part.heading, style="bold")
            show(*(": ".join(row) for row in part.rows), "")
    show(*pocket_card.small)
