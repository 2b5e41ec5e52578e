"""`tongits card`: a pocket card with numbers that a person remembers, and what it costs to follow them."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Any

import click

from reports.commands import options
from reports.text.card import Sheet, sheet
from reports.text.console import full, print_csv, print_json, show
from reports.text.terminal import say, width
from tongits_sim.run.options import RunOptions
from tongits_sim.run.warmup import to_stderr


@click.command(short_help="Make a pocket card for the table.")
@options.rules_options
@options.output_option("The card to write: .pdf, .png or .html; without it the card is printed.", folder=True)
@options.lang_option
@click.option(
    "--games",
    type=options.Count(100, 10**9),
    default=16_000,
    show_default=True,
    help="Games at each table, for each kind of decision.",
)
@click.option(
    "--deals",
    type=options.Count(100, 10**9),
    default=6_000,
    show_default=True,
    help="Deals at each table to measure the cost of the card.",
)
@options.seed_option("numbers")
@options.workers_option
@options.format_option
def card(
    rules: str,
    settings: tuple[str, ...],
    output: Path | None,
    form: str,
    **playing: Any,
) -> None:
    """Make a pocket card: when to call, when to challenge, and the first meld.

    A strong player sits at three tables: with strong players, regular players and beginners. Each decision is played to
    the end with both answers, and the card keeps the simplest rules that cost little. Their cost is measured on other
    deals. A card for any house rules takes some seconds.

    Example: tongits card --rules pagat -o card.pdf
    """
    from analyses.card import card as make
    from reports.page.card import check_path, write
    from tongits_sim.experiments.batch_answer import rules_words

    if output is not None:
        check_path(output)
    run_options = RunOptions(playing["workers"], notice=to_stderr)
    answer = make(
        options.chosen_rules(rules, settings), run_options, playing["games"], playing["deals"], playing["seed"]
    )
    pocket_card = sheet(answer)
    if output is not None:
        write(pocket_card, output)
        say(f"Wrote {output}.", err=form != "table")
    if form == "json":
        print_json(answer.to_dict())
    elif form == "csv":
        print_csv([{"part": part.name, "line": line} for part in pocket_card.parts for line in part.lines])
    elif output is None:
        _show(pocket_card, rules_words(answer.rules, answer.knobs))


def _show(pocket_card: Sheet, own_rules: str) -> None:
    show(pocket_card.title, style="bold")
    gap = max(len(part.name) for part in pocket_card.parts) + 2
    for part in pocket_card.parts:
        for place, line in enumerate(part.lines):
            start = f" {part.name if place == 0 else '':{gap}}"
            show(*textwrap.wrap(start + line, width() - 1, subsequent_indent=" " * (gap + 3)))
    show("", pocket_card.cost, *pocket_card.small, *filter(None, [own_rules]))
    if full():
        show("", *(f"{part.name}: {line}" for part in pocket_card.turn for line in part.lines))
