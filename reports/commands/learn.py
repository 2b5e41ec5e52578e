"""`tongits solve --method=learn`: weights for the bot `learned`, from play alone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from reports.commands.progress import RoundLine

if TYPE_CHECKING:
    from analyses.learn import Until
    from tongits_sim.rules import RuleSet
    from tongits_sim.run.how import How

DOCS = Path(__file__).parents[2] / "docs" / "explanation" / "learned.md"
"""The page that holds the table of shipped weights, where the sources are."""
GAMES = 500_000
"""Games per round."""


def learn(
    rules: RuleSet,
    profile: str,
    until: Until,
    seed: int,
    games: int,
    output: Path | None,
    resume: bool,
    how: How,
    form: str,
) -> None:
    """Learn, write the weights and print what they earn.

    Args:
        rules: the house rules.
        profile: the file of a profile to start from; empty: the built-in one.
        until: when to stop.
        seed: of the games.
        games: games per round.
        output: the weights to write.
        resume: whether to resume from the state beside the weights.
        how: where to play.
        form: `table`, `json` or `csv`.
    """
    from analyses.learn import learn as run
    from analyses.learn import lesson_of
    from reports.text.learning import reading_words, show_learned

    lesson = lesson_of(rules, profile, seed, games)
    show_learned(run(lesson, until, output, resume, how, RoundLine("Round", until.most, reading_words))[1], form)


def learn_all(folder: Path | None, until: Until, seed: int, games: int, how: How, form: str) -> None:
    """Make all shipped weights, in a folder or where the program has them; then their page gets the table.

    Args:
        folder: where they are written; None: where the program reads them.
        until: when to stop.
        seed: of the games.
        games: games per round.
        how: where to play.
        form: `table`, `json` or `csv`.
    """
    from analyses.learn import learn_all as run
    from reports.text.learning import show_learned
    from strategies.learned import FOLDER

    for answer in run(folder or FOLDER, until, how, seed, games):
        show_learned(answer, form)
    if folder is None and DOCS.is_file():
        _write_table()


def _write_table() -> None:
    from reports.text.learning import BEGIN, END, table
    from reports.text.shipped import with_table
    from strategies.learned import FOLDER, Weights
    from strategies.solved import RULES
    from tongits_sim.folders.run_folder import replace_file
    from tongits_sim.rules import load

    shipped = Weights(FOLDER)
    weights = table(shipped.under(load(name)) for name in RULES if shipped.find(load(name)) is not None)
    page = with_table(DOCS.read_text(encoding="utf-8"), weights, BEGIN, END)
    replace_file(DOCS, page.encode())
    click.echo(f"The table in {DOCS} is up to date.", err=True)
