"""The command `simulate`, and the job that its options make."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from reports.commands.interrupt import on_ctrl_c, show_stopped
from reports.commands.options import games_options, page_option, rules_again, rules_options, within_option
from reports.commands.players_options import players_option
from reports.commands.printing_options import format_option, terms_options
from reports.commands.progress import ProgressBar
from reports.commands.running_options import pop_running_options, running_options
from reports.questions.printing import print_document
from tongits_sim.run.run_options import RunOptions

if TYPE_CHECKING:
    from tongits_sim.experiments.batch import BatchJob
    from tongits_sim.experiments.batch_estimates import Results


@click.command()
@rules_options
@players_option
@games_options()
@within_option
@running_options
@click.option(
    "--games-table",
    type=click.Path(path_type=Path, dir_okay=False),
    default=None,
    metavar="FILE.parquet",
    help="Write a row for each game: seats, ending, responses, counts, payments.",
)
@terms_options
@page_option
@format_option
def simulate(output: Path | None, form: str, games_table: Path | None, within: float | None, **options: Any) -> None:
    """Play games and show what each player earns.

    Example: tongits simulate --rules pagat --players greedy,caller,hunter --games 1M
    """
    from tongits_sim.experiments.simulate import BatchFault, play_job, play_within

    where = pop_running_options(options)
    job = job_of(**options)
    halt = on_ctrl_c()
    try:
        with ProgressBar() as bar:
            way = RunOptions(**where, progress=bar, halt=halt)
            if within is None:
                results = play_job(job, way, games_table=games_table)
            else:
                results = play_within(job, within, way, games_table=games_table)
    except BatchFault as fault:
        if fault.results is not None and fault.results.games:
            print_results(fault.results, form, broken_off=True)
        raise
    if halt.run is not None:
        show_stopped(halt, results, form, print_results)
    if output is not None:
        from reports.page.render import write_report
        from reports.questions.simulate import BatchReport

        write_report([BatchReport.of(results)], output)
    print_results(results, form)


def job_of(
    rules: str,
    settings: tuple[str, ...],
    players: str,
    games: int,
    seed: int,
    match_games: int | None,
    fixed_seats: bool,
) -> BatchJob:
    """The job that the options of a command make.

    Args:
        rules: a preset, preset+overlay or file.
        settings: changes of single rules, KNOB=VALUE.
        players: specs of the players, separated by commas.
        games: number of games.
        seed: 0 .. 2**64 - 1.
        match_games: games per match; None: as the rules need.
        fixed_seats: players keep their seats.

    Raises:
        TongitsError: no job can be played from the options.
    """
    from strategies.registry import load_players
    from tongits_sim.experiments.batch import BatchJob, match_length
    from tongits_sim.rules import load

    house_rules = load(rules, settings)
    return BatchJob(
        house_rules,
        tuple(load_players(players)),
        games,
        seed,
        match_length(house_rules, match_games),
        fixed_seats,
        rules_again(rules, settings),
    )


def print_results(results: Results, form: str, broken_off: bool = False) -> None:
    """Print a batch; `broken_off`: a bot failed, and the results are of the games before."""
    from reports.questions.simulate import BatchReport

    answer = replace(BatchReport.of(results), broken_off=broken_off or None)
    print_document(answer, form, lambda result: result.players_summary)
