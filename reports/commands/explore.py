"""`tongits explore`: a page with sliders for what is paid."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from reports.commands.candidates import WORDS
from reports.commands.interrupt import answered, end_stopped, on_ctrl_c, show_caution
from reports.commands.options import Whole, games_options, output_option, players_option, rules_options, workers_option
from reports.commands.progress import ProgressBar
from reports.commands.simulate import JOB_OPTIONS, job_of
from reports.text.terminal import say
from strategies.tongits import TONGITS
from tongits_sim.run.how import How


@click.command(short_help="Make a page with sliders for payments and fees.")
@rules_options
@players_option
@games_options(200_000)
@click.option(
    "--switch",
    "switches",
    multiple=True,
    type=WORDS["KNOB=VALUE"],
    help="Another value of a rule of play to switch to on the page; repeatable.",
)
@click.option(
    "--answer-games",
    type=Whole(0, 10**9),
    default=200_000,
    show_default=True,
    help="Games for the answers at calls and challenges; 0 leaves them out.",
)
@click.option(
    "--min-forks",
    type=Whole(2, 10**9),
    default=200,
    show_default=True,
    help="Situations with fewer decisions are left out.",
)
@click.option(
    "--solved",
    type=click.Path(path_type=Path, dir_okay=False),
    multiple=True,
    metavar="PROFILE",
    help="A profile from tongits solve, shown when the page is set to its rules; repeatable.",
)
@output_option("The page to write; .json writes its sums.", default="explore.html")
@workers_option
def explore(
    switches: tuple[str, ...],
    answer_games: int,
    min_forks: int,
    solved: tuple[Path, ...],
    output: Path,
    workers: int | None,
    **options: Any,
) -> None:
    """Make a page with sliders for payments, fees and jackpots.

    The games are played once; payouts by player, seat and dealer, swings, house income and the answers at calls and
    challenges are then recomputed in the page, exactly. The page is one file and needs no network.

    Example: tongits explore --rules sjs --switch call.timing=start -o explore.html
    """
    from analyses.explore import explore as make
    from reports.page.explore import explore_form, write_explore

    explore_form(output)
    job = job_of(TONGITS, **{name: options.pop(name) for name in JOB_OPTIONS})
    halt = on_ctrl_c()
    with ProgressBar() as bar:
        how = How(workers, progress=bar, halt=halt)
        answer = answered(halt, lambda: make(job, switches, how, answer_games, min_forks, solved))
    show_caution(halt, "table")
    size = write_explore(answer, output)
    ways = f"{len(answer.variants)} ways of playing" if len(answer.variants) > 1 else "one way of playing"
    say(f"Wrote {output} ({size / 1000:,.0f} kB): {ways}, {answer.games:,} games each.")
    end_stopped(halt)
