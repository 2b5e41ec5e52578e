"""Output to a terminal: its width, and text without control sequences.

Names of batches, rules, bots and files come from outside. All printed text goes through `safe` or `one_line`, so that
no escape sequence, no control character and no change of writing direction reaches the terminal.
"""

from __future__ import annotations

import os
import sys
import textwrap

import click

from reports.text.encoding import writable
from reports.text.language import translate
from tongits_sim.run.files import printable

PIPE_WIDTH = 80
"""Width if stdout is not a terminal and COLUMNS is not set."""
MIN_WIDTH = 20
NARROW = 60
"""On fewer columns, rows become lists and charts become sentences."""
_BLANKS = "\n\u00a0\u2009\u202f"  # not printable, but harmless


def width() -> int:
    """Columns to print in: COLUMNS if set, else the terminal's width, else `PIPE_WIDTH`; at least `MIN_WIDTH`."""
    columns_text = os.environ.get("COLUMNS", "")
    if columns_text.isdecimal() and int(columns_text[:6]) > 0:
        return max(int(columns_text[:6]), MIN_WIDTH)
    if sys.stdout.isatty():
        try:
            columns = os.get_terminal_size(sys.stdout.fileno()).columns
        except (OSError, ValueError):  # the terminal does not know its size
            columns = 0
        return max(columns or 80, MIN_WIDTH)
    return PIPE_WIDTH


def safe(text: str) -> str:
    r"""The text with a question mark for every character that could control a terminal; line breaks stay.

    >>> safe("one\n\x1b[31mtwo\x9b\u202e")
    'one\n?[31mtwo??'
    """
    controls = [letter for letter in set(text).difference(_BLANKS) if not letter.isprintable()]
    return text.translate(dict.fromkeys(map(ord, controls), "?")) if controls else text


def one_line(text: str) -> str:
    r"""The text in one line, safe to print; blanks of any kind become one blank.

    >>> one_line("a\n  b\x1b")
    'a b?'
    """
    return printable(" ".join(text.split()))


def say(text: str, err: bool = False) -> None:
    """Print a sentence: wrapped between words on a terminal, in one line to a pipe."""
    stream = sys.stderr if err else sys.stdout
    lines = [writable(safe(translate(text)), stream.encoding)]
    if stream.isatty():
        lines = [
            part
            for line in lines[0].split("\n")
            for part in textwrap.wrap(line, width(), break_on_hyphens=False) or [""]
        ]
    click.echo("\n".join(lines), err=err)
