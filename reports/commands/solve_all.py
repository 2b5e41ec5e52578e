"""`tongits solve --all`: makes all profiles that ship anew."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from reports.commands.options import given, refuse_options
from reports.text.shipped import shipped_words, step_words, table, with_table
from tongits_sim.run.run_folder import replace_file

if TYPE_CHECKING:
    from analyses.solving.shipping import Step
    from tongits_sim.run.how import How

DOCS = Path(__file__).parents[2] / "docs" / "explanation" / "solving.md"
"""The page that holds the table of shipped profiles, where the sources are."""
FIXED = ("rules", "settings", "play", "locks", "minutes", "match_games", "decisions", "start")
"""Options of `tongits solve` that have no place beside --all."""
RECIPE = {"games": "games", "seed": "seed", "iterations": "iterations", "until": "gain", "method": "method"}
"""The options that have one, with their names in a recipe."""


def solve_all(ctx: click.Context, folder: Path | None, how: How) -> None:
    """Make all profiles that ship, in `folder`; without one in the folder of the program, with the table of its page.

    Args:
        ctx: of `tongits solve`, with its options.
        folder: for the profiles; None: the folder that the program reads.
        how: where to play.

    Raises:
        UsageError: an option has no place beside --all.
        TongitsError: the folder cannot be written to.
    """
    from analyses.solving.shipping import Recipe, make_all
    from strategies.solved import FOLDER, RULES

    refuse_options(ctx, FIXED, "has no place beside --all, which makes profiles of one kind.")
    recipe = Recipe(**{RECIPE[name]: ctx.params[name] for name in RECIPE if given(ctx, name)})
    profiles, began = [], time.monotonic()
    line = _Line()
    for shipped in make_all(RULES, folder or FOLDER, recipe, how, line):
        line.end(shipped_words(shipped, time.monotonic() - began))
        profiles.append(shipped.profile)
        began = time.monotonic()
    if folder is None and DOCS.is_file():
        replace_file(DOCS, with_table(DOCS.read_text(encoding="utf-8"), table(profiles)).encode())
        click.echo(f"The table in {DOCS} is up to date.", err=True)


class _Line:
    """Progress: one line, rewritten, on a terminal; elsewhere a line for each reading."""

    def __init__(self) -> None:
        self._tty = sys.stderr.isatty()
        self._reading: object = None

    def __call__(self, step: Step) -> None:
        if self._tty:
            click.echo(f"\r\033[K{step_words(step)}", nl=False, err=True)
        elif step.reading is not None and step.reading is not self._reading:
            self._reading = step.reading
            click.echo(step_words(step), err=True)

    def end(self, words: str) -> None:
        """Print the line about a finished profile."""
        click.echo(("\r\033[K" if self._tty else "") + words, err=True)
