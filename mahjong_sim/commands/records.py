"""The command `records`: write games move by move."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from mahjong_sim.commands.options import job_of, players_option, rules_options
from reports.commands.options import games_options
from reports.commands.writing import from_match_options, write_games
from tongits_sim.run.compiling import to_stderr


@click.command()
@rules_options
@players_option
@games_options(10)
@from_match_options
def records(output: Path | None, from_match: int, **options: Any) -> None:
    """Write games move by move, one JSON object per line.

    With the same options, `simulate` plays the same games.

    Example: tongits mahjong records --rules visayan --games 100 --seed 7 -o games.jsonl
    """
    from mahjong_sim.records.write import play_job_records
    from tongits_sim.records.file import check_name

    job = job_of(**options)
    if output is not None:
        check_name(output)
    job.prepare(to_stderr)
    write_games(play_job_records(job, from_match - 1), job.games, output, "tongits mahjong")
