"""`tongits train`: the trees of the bot `trained`, from games alone."""

from __future__ import annotations

from pathlib import Path

import click

from reports.commands.candidates import WORDS
from reports.commands.options import Whole, seed_option
from tongits_sim.rules import load
from tongits_sim.run.folders import attempt, replace_file
from tongits_sim.run.how import How
from tongits_sim.run.warmup import to_stderr


@click.command(short_help="Grow the trees of the bot trained from games alone.")
@click.option(
    "--rules",
    "specs",
    multiple=True,
    type=WORDS["RULES"],
    help="Rules that every round plays; repeatable.  [default: the presets and pagat+joker]",
)
@click.option(
    "--drawn", type=Whole(0, 1000), default=24, show_default=True, help="Rules drawn at random for every round."
)
@click.option("--rounds", type=Whole(1, 30), default=6, show_default=True, help="Rounds in all.")
@click.option(
    "--games",
    "-n",
    type=Whole(100, 10**7),
    default=12_000,
    show_default=True,
    help="Games of the last round for each rules and field; each round before plays half as many.",
)
@click.option(
    "--against",
    "rivals",
    default="",
    type=WORDS["A,B"],
    help="The two players to answer best, in place of the usual mixture: what the trees gain is their hole.",
)
@seed_option("trees")
@click.option("--workers", type=Whole(1, 1024), default=None, help="Workers.  [default: all cores]")
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    help="The trees to write, played as trained(file=TREES). Beside it, the state to go on from.",
)
@click.option("--resume", is_flag=True, help="Resume from the state beside the output.")
def train(specs: tuple[str, ...], rivals: str, workers: int | None, output: Path, resume: bool, **size: int) -> None:
    """Grow the trees of the bot trained: what each option gains, from what a seat sees and the house rules.

    Needs LightGBM: pip install 'tongits-sim[train]'.

    \b
    Examples: tongits train -o mine.trees
              tongits train --rules pagat --drawn 0 --against expert,expert -o hole.trees
    """
    import os

    from analyses.training import Course, Training, library
    from strategies.trained import RULES

    library()
    pair = tuple(each for each in rivals.split(",") if each)
    if pair and len(pair) != 2:
        raise click.UsageError("--against names two players, such as expert,expert.")
    rules = specs or tuple(each for each in RULES if load(each).match.progressive_target == 0)
    course = Course(rules, rivals=pair, **size)
    training = Training(course, How(workers or os.cpu_count() or 1, notice=to_stderr))
    state = output.with_name(output.name + ".state")
    if resume:
        training.restore(state)
    while training.rounds < course.rounds:
        number = training.rounds + 1
        training.step(lambda text, number=number: click.echo(f"Round {number} of {course.rounds}: {text}.", err=True))  # type: ignore[misc]
        training.save(state)
        attempt(output, lambda: replace_file(output, training.trees))
    click.echo(f"Wrote {output}; play it as trained(file={output}).")
