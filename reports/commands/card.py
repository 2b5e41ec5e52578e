"""`tongits card`: a pocket card with the limits of the book."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from analyses.presentation import FROM, NO, PLAIN, YES, LimitRow, Limits, Screen
from reports.commands.options import chosen_rules, output_option, rules_options
from reports.commands.printing_options import format_option, lang_option
from reports.text.console import print_csv, print_json, show_screen
from reports.text.terminal import say
from tongits_sim.run.compiling import to_stderr

if TYPE_CHECKING:
    from reports.text.card import PocketCard
    from reports.text.limits import LimitTable
    from strategies.book.limits import Book


@click.command(short_help="Make a pocket card for the table.")
@rules_options
@output_option("The card to write: .pdf, .png, .svg or .html; without it the card is printed.", folder=True)
@lang_option
@format_option
def card(rules: str, settings: tuple[str, ...], output: Path | None, form: str) -> None:
    """Make a pocket card: when to call, when to challenge, and the first meld.

    One page of the size of a postcard, with the limits of the book: a number says up to which count, by the cards that
    the opponents hold. The books of the presets come with the program; the book of your own rules is made when it is
    first needed, which takes some seconds.

    Example: tongits card --rules pagat -o card.pdf
    """
    from reports.page.card import check_path, write
    from reports.text.card import pocket_card
    from strategies.book.find import book_of

    if output is not None:
        check_path(output)
    house_rules = chosen_rules(rules, settings)
    book = book_of(house_rules, to_stderr)
    shown = pocket_card(book, house_rules)
    if output is not None:
        write(shown, output)
        say(f"Wrote {output}.", err=form != "table")
    if form == "json":
        print_json(book.to_dict())
    elif form == "csv":
        print_csv(
            {"question": table.asks, "row": f"{row.name} {row.mark}".strip(), "column": column, "limit": cell.text}
            for table in shown.tables
            for row in table.rows
            for column, cell in zip(table.columns, row.cells, strict=True)
        )
    elif output is None:
        _show(shown, book)


_INKS = {"yes": YES, "high": FROM, "no": NO, "few": PLAIN}


def _show(shown: PocketCard, book: Book) -> None:
    from analyses.book.screens import headline
    from analyses.book.words import sentences

    every = [*sentences(book, "call"), *sentences(book, "challenge")]
    body = [_limits(table, every if number == 0 else []) for number, table in enumerate(shown.tables)]
    lay = [f"{shown.first_meld.lower()}: {', '.join(f'{cell.text} ({when})' for cell, when in shown.meld)}"]
    notes = [*shown.notes, *(lay if shown.meld else []), *shown.foot]
    answer = headline(book, "call") if book.call.rows else shown.title
    show_screen(Screen(shown.about, answer, body, notes))


def _limits(table: LimitTable, sentences: list[str]) -> Limits:
    """A table of the card. A row for other discards than the row above repeats the note about them."""
    note = next((row.note for row in table.rows if row.mark and row.note), "")
    rows = [
        LimitRow(
            f"{row.name or f'  {note}'} {row.mark}".rstrip() or row.note,
            [(cell.text, _INKS[cell.kind]) for cell in row.cells],
        )
        for row in table.rows
    ]
    return Limits(table.counts, table.columns, rows, sentences)
