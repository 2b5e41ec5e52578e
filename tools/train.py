"""Train the decision trees of the bot `trained` by self-play.

    python -m tools.train -o mine.trees

Needs LightGBM (the extra `train`). docs/explanation/trained.md says how training works and what it brought.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from reports.commands.options import seed_option
from reports.commands.value_types import Count
from strategies.registry import STRONGEST, load_player
from tongits_sim.errors import TongitsError
from tongits_sim.rules import load
from tongits_sim.run.compiling import silent, to_stderr
from tongits_sim.run.files import attempt, replace_file
from tongits_sim.run.numbers import change, estimate
from tongits_sim.run.run_options import RunOptions

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet
    from tongits_sim.stats import Interval
    from tools.training import Training

_DEALS = 2000


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--rules",
    "specs",
    multiple=True,
    help="Rules that every round plays; repeatable.  [default: the presets and pagat+joker]",
)
@click.option(
    "--drawn", type=Count(0, 1000), default=24, show_default=True, help="Rules drawn at random for every round."
)
@click.option("--rounds", type=Count(1, 30), default=6, show_default=True, help="Number of rounds.")
@click.option(
    "--games",
    "-n",
    type=Count(100, 10**7),
    default=96_000,
    show_default=True,
    help="Games of the last round for each rules, at all tables together; drawn rules play a sixth of it, and each "
    "earlier round half, at least 8,000.",
)
@click.option(
    "--against",
    "rivals",
    default="",
    help="Learn to beat these two players, in place of the usual mixture of players.",
)
@seed_option("trees")
@click.option(
    "--workers", type=Count(1, 1024), default=None, help="Number of parallel workers.  [default: one per core]"
)
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    help="File of trees to write; play it as trained(file=FILE). The state for --resume is kept beside it.",
)
@click.option(
    "--start",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Trees to begin with.  [default: none; expert plays the first round]",
)
@click.option(
    "--decision",
    "decisions",
    multiple=True,
    type=click.Choice(("call", "respond", "draw", "lay", "sapaw", "discard")),
    help="Grow trees for this decision only, and keep the trees of --start for the others; repeatable.",
)
@click.option("--resume", is_flag=True, help="Resume from the state beside the output.")
def train(
    specs: tuple[str, ...],
    rivals: str,
    workers: int | None,
    output: Path,
    start: Path | None,
    decisions: tuple[str, ...],
    resume: bool,
    **size: int,
) -> None:
    """Train the decision trees of the bot `trained` by self-play. They predict the gain of each action from the seat's
    view and the house rules.

    Needs LightGBM: pip install --editable '.[train]'.

    \b
    Examples: python -m tools.train -o mine.trees
              python -m tools.train --rules pagat --drawn 0 --against expert,expert -o hole.trees
    """
    import os

    from analyses.opponents import TABLES
    from strategies.trained import RULES
    from tongits_sim.game.state import DECISIONS
    from tools.training import Course, Training, library

    library()
    pair = tuple(rival for rival in rivals.split(",") if rival)
    if pair and len(pair) != 2:
        raise click.UsageError("--against names two players, such as expert,expert.")
    rules = specs or tuple(name for name in RULES if load(name).match.progressive_target == 0)
    course = Course(rules, rivals=pair, start=str(start or ""), decisions=decisions or DECISIONS, **size)
    training = Training(course, RunOptions(workers or os.cpu_count() or 1, notice=to_stderr))
    state = output.with_name(output.name + ".state")
    if resume:
        training.restore(state)
    measured = load(specs[0] if specs else "pagat")
    click.echo(f"rounds: {course.rounds} · rule sets: {len(rules) + course.drawn} · seed {course.seed}")
    click.echo(f"Units a game more than {STRONGEST} in its seat, under {measured.name}, on {_DEALS:,} other deals.")
    click.echo(f"\n {'round':>5}{'games':>13}" + "".join(f"{table.name:>15}" for table in TABLES))
    gains = []
    while training.rounds < course.rounds:
        training.step(lambda text: click.echo(text, err=True))
        training.save(state)
        attempt(output, lambda: replace_file(output, training.trees))
        gains = _earned(training, measured)
        shown = "".join(f"{estimate(gain.estimate, (gain.low, gain.high)):>15}" for gain in gains)
        click.echo(f" {training.rounds:>5}{training.games:>13,}{shown}")
    strong, *_ = gains or _earned(training, measured)
    words = change(strong.estimate, (strong.low, strong.high))
    click.echo(f"\nBeside two {STRONGEST}: {words} units a game.")
    click.echo(f'Play it: tongits compare {STRONGEST} "{STRONGEST}(file={output})" expert')


def _earned(training: Training, rules: RuleSet) -> list[Interval]:
    """The gain over the strongest bot in one seat, table by table."""
    from analyses.gains import gains
    from analyses.opponents import TABLES
    from tongits_sim.run.base_job import check_seed

    run_options = replace(training.run_options, notice=silent)
    own = load_player(STRONGEST)
    seed = check_seed(training.course.seed, "train")
    rivals = [load_player(table.bot) for table in TABLES]
    return [gains(rules, (own, rival, rival), [training.player], run_options, _DEALS, seed)[0] for rival in rivals]


if __name__ == "__main__":
    try:
        train()
    except TongitsError as error:
        raise SystemExit(f"Error: {error}") from None
