"""`tongits simulate`: the command, and the job that its options describe."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from reports.commands.options import (
    check_playing,
    check_report,
    format_option,
    games_options,
    players_option,
    playing_options,
    report_option,
    rules_again,
    rules_options,
    terms_options,
)
from tongits_sim.tongits import TONGITS

if TYPE_CHECKING:
    from tongits_sim.any_game.game import Game

JOB_OPTIONS = ("rules", "settings", "players", "games", "seed", "match_games", "fixed_seats")
"""Options that describe a job, the arguments of `job_of`; all others say where it is played."""


@click.command()
@rules_options
@players_option
@games_options()
@playing_options
@click.option(
    "--games-table",
    type=click.Path(path_type=Path, dir_okay=False),
    default=None,
    metavar="FILE.parquet",
    help="Write a row for each game: seats, ending, answers, counts, payments.",
)
@terms_options
@report_option
@format_option
def simulate(games_table: Path | None, report: Path | None, form: str, **options: Any) -> None:
    """Play games and show what each player earns.

    Example: tongits simulate --rules pagat --players greedy,caller,hunter --games 1M
    """
    check_playing(options["out"], options["resume"])
    check_report(report)
    from reports.commands.interrupt import end_stopped, marked, on_ctrl_c, show_caution
    from reports.commands.progress import ProgressBar
    from reports.text.console import print_json, print_results
    from tongits_sim.designs.batch.simulate import BatchFault, play_job
    from tongits_sim.run.how import How

    job = job_of(TONGITS, **{name: options.pop(name) for name in JOB_OPTIONS})
    halt = on_ctrl_c()
    try:
        with ProgressBar() as bar:
            results = play_job(job, How(**options, progress=bar, halt=halt), games_table=games_table)
    except BatchFault as fault:
        if fault.results is not None and fault.results.games:
            print_results(fault.results, form, broken_off=True)
        raise
    if halt.run is not None:
        show_caution(halt, form)
        if form == "json":
            print_json(marked(results.to_dict(), halt))
        else:
            print_results(results, form)
        end_stopped(halt)
    if report is not None:
        from analyses.answers.batch import BatchReport
        from reports.page.render import write_report

        write_report([BatchReport.of(results)], report)
    print_results(results, form)


def job_of(
    game: Game,
    rules: str,
    settings: tuple[str, ...],
    players: str,
    games: int,
    seed: int,
    match_games: int | None,
    fixed_seats: bool,
) -> Any:
    """The job that the options of a command describe.

    Args:
        game: the game.
        rules: a preset, preset+overlay or file.
        settings: changes of single rules, KNOB=VALUE.
        players: specs of the players, separated by commas.
        games: number of games.
        seed: 0 .. 2**64 - 1.
        match_games: games per match; None: as the rules need.
        fixed_seats: whether players keep their seats.

    Raises:
        TongitsError: the options describe no job that can be played.
    """
    house_rules, bots = game.rules.load(rules, settings), tuple(game.bots.load_players(players))
    again = rules_again(rules, settings)
    if not game.has("batch"):
        from tongits_sim.any_game.designs.batch.job import Job

        return Job(game, house_rules, bots, games, seed, match_games or 1, fixed_seats, again)
    batch = game.room("batch")
    length = batch.match_length(house_rules, match_games)
    return batch.Job(house_rules, bots, games, seed, length, fixed_seats, again)
