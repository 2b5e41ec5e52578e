"""`simulate` of any game: the command, and the job that its options make."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from reports.commands.games import tools_of
from reports.commands.interrupt import on_ctrl_c, show_stopped
from reports.commands.options import (
    check_playing,
    format_option,
    games_options,
    page_option,
    players_option_of,
    rules_again,
    rules_options_of,
    running_options,
    terms_options_of,
    with_game_name,
)
from reports.commands.progress import ProgressBar
from tongits_sim.run.faults import BotFault
from tongits_sim.run.options import RunOptions

if TYPE_CHECKING:
    from tongits_sim.core.game import Game

JOB_OPTIONS = ("rules", "settings", "players", "games", "seed", "match_games", "fixed_seats")
"""Options that make a job: the arguments of `job_of`. All other options say where to play it."""


def of_game(game: Game) -> click.Command:
    @click.command()
    @rules_options_of(game)
    @players_option_of(game)
    @games_options(game.usual_games, game)
    @running_options
    @_table_option_of(game)
    @terms_options_of(game)
    @page_option
    @format_option
    @with_game_name(game)
    def simulate(output: Path | None, form: str, **options: Any) -> None:
        """Play games and show what each player earns.

        Example: {game.command} simulate --rules {game.default_rules} --players {game.default_players} --games 1M
        """
        check_playing(options["out"], options["resume"])
        _simulate(game, output, form, options)

    command: click.Command = simulate
    return command


def _table_option_of(game: Game) -> Callable[[Any], Any]:
    """`--games-table`, for a game with such a table."""
    if not game.has("batch"):
        return lambda command: command
    return click.option(
        "--games-table",
        type=click.Path(path_type=Path, dir_okay=False),
        default=None,
        metavar="FILE.parquet",
        help="Write a row for each game: seats, ending, answers, counts, payments.",
    )


def _simulate(game: Game, output: Path | None, form: str, options: dict[str, Any]) -> None:
    asking = tools_of(game).asking
    job = job_of(game, **{name: options.pop(name) for name in JOB_OPTIONS})
    table = {name: options.pop(name) for name in ("games_table",) if name in options}
    halt = on_ctrl_c()
    try:
        with ProgressBar() as bar:
            answer = asking.play_batch(job, RunOptions(**options, progress=bar, halt=halt), **table)
    except BotFault as fault:
        before = asking.batch_so_far(fault)
        if before is not None and before.games:
            asking.print_batch(before, form, broken_off=True)
        raise
    if halt.run is not None:
        show_stopped(halt, answer, form, asking.print_batch)
    if output is not None:
        asking.write_report([answer], output)
    asking.print_batch(answer, form)


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
    """The job that the options of a command make.

    Args:
        game: the game.
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
    house_rules, bots = game.rules.load(rules, settings), tuple(game.bots.load_players(players))
    again = rules_again(rules, settings)
    if not game.has("batch"):
        from tongits_sim.core.batch import BatchJob

        return BatchJob(game, house_rules, bots, games, seed, match_games or 1, fixed_seats, again)
    batch = game.batch
    length = batch.match_length(house_rules, match_games)
    return batch.BatchJob(house_rules, bots, games, seed, length, fixed_seats, again)
