"""The command `simulate`: play games and show what each player earns."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from mahjong_sim.commands.options import job_of, played, players_option, rules_options
from reports.commands.options import games_options, page_option, within_option
from reports.commands.printing_options import format_option, terms_options
from reports.commands.running_options import running_options
from tongits_sim.run.run_options import RunOptions


@click.command()
@rules_options
@players_option
@games_options(20_000)
@within_option
@running_options
@terms_options
@page_option
@format_option
def simulate(
    rules: str,
    settings: tuple[str, ...],
    players: str,
    games: int,
    seed: int,
    match_games: int | None,
    fixed_seats: bool,
    within: float | None,
    output: Path | None,
    form: str,
    **options: Any,
) -> None:
    """Play games and show what each player earns.

    Example: tongits mahjong simulate --rules visayan --players greedy,expert,caller,defender --games 100k
    """
    from mahjong_sim.experiments.batch import play_job, play_within

    job = job_of(rules, settings, players, games, seed, match_games, fixed_seats)

    def play(run_options: RunOptions) -> Any:
        return play_job(job, run_options) if within is None else play_within(job, within, run_options)

    played(options, output, form, play, "players_summary")
