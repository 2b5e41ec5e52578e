"""`tongits web`: the program as a page for a phone."""

from __future__ import annotations

from pathlib import Path

import click

from reports.commands.options import output_option
from reports.text.terminal import say


@click.command(short_help="Make a page that plays and advises in any browser.")
@output_option("The page to write.", default="tongits.html")
def web(output: Path) -> None:
    """Make a page that plays, advises, reviews, trains and simulates in any browser.

    The page is one file and needs no installation, server or network, so you can send it to a phone. With the same
    seed the page and this program deal the same cards and print the same numbers.

    Example: tongits web -o tongits.html
    """
    from reports.web.phone_page import write_page

    size = write_page(output)
    say(f"Wrote {output} ({size / 1000:,.0f} kB): open it in a browser, or send it to a phone.")
