"""`tongits learn`: weights for the bot `learned`, from play alone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from reports.commands.options import Number, Whole, chosen_rules, cluster_options, format_option, rules_options
from reports.commands.progress import RoundLine

if TYPE_CHECKING:
    pass

DOCS = Path(__file__).parents[2] / "docs" / "explanation" / "learned.md"
"""The page that holds the table of shipped weights, where the sources are."""


@click.command(short_help="Learn to play better than solved, from self-play.")
@rules_options
@click.option(
    "--profile",
    type=click.Path(exists=True, dir_okay=False),
    default=None,
    help="A profile from tongits solve to start from.  [default: the built-in one]",
)
@click.option("--rounds", type=Whole(1, 10**6), default=None, help="Total number of rounds.  [default: 24]")
@click.option("--minutes", type=Number(0.01, 10**5), default=None, help="Time limit in minutes.")
@click.option("--games", "-n", type=Whole(100, 10**9), default=500_000, show_default=True, help="Games per round.")
@click.option("--seed", type=Whole(0, 2**64 - 1), default=1, show_default=True, help="Same seed, same weights.")
@cluster_options
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    default=None,
    help="The weights to write, played as learned(file=...). With --all a folder.",
)
@click.option("--all", "everything", is_flag=True, help="Rebuild the built-in weights of the bot learned.")
@click.option("--resume", is_flag=True, help="Resume learning from the state beside the weights.")
@format_option
def learn(
    rules: str,
    settings: tuple[str, ...],
    output: Path | None,
    everything: bool,
    resume: bool,
    form: str,
    **options: Any,
) -> None:
    """Learn from self-play where another answer is better than that of solved.

    At every decision a few alternatives are played out against earlier versions of itself, and their gains are added up
    by what the seat can see.

    Example: tongits learn --rules pagat --minutes 10 -o mine.profile
    """
    from analyses.learn import Until, learn_all, lesson_of
    from analyses.learn import learn as run
    from reports.text.learning import reading_words, show_learned
    from strategies.learned import FOLDER
    from tongits_sim.run.how import How
    from tongits_sim.run.warmup import to_stderr

    how = How(options["workers"], options["backend"], options["scheduler"], notice=to_stderr)
    until, seed, games = Until(options["rounds"], options["minutes"]), options["seed"], options["games"]
    if everything:
        for answer in learn_all(output or FOLDER, until, how, seed, games):
            show_learned(answer, form)
        if output is None and DOCS.is_file():
            _write_table()
        return
    if output is not None and output.is_dir():
        raise click.UsageError(f"{output} is a folder; name a file for the weights, such as {output / 'mine.profile'}.")
    if resume and output is None:
        raise click.UsageError("--resume needs -o FILE, the weights to continue from.")
    lesson = lesson_of(chosen_rules(rules, settings), options["profile"] or "", seed, games)
    show_learned(run(lesson, until, output, resume, how, RoundLine("Round", until.most, reading_words))[1], form)


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
