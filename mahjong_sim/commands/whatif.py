"""The command `whatif`: what a change of the house rules does."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mahjong_sim.commands.options import (
    MATCH_GAMES,
    WORDS,
    deals_again,
    played,
    players_option,
    rules_options,
)
from reports.commands.compared import changes_options_of, dry_run_option
from reports.commands.options import deals_options, page_option, rules_again
from reports.commands.printing_options import format_option, terms_options
from reports.commands.running_options import running_options
from tongits_sim.run.run_options import RunOptions

if TYPE_CHECKING:
    from mahjong_sim.experiments.answer_types import WhatIfAnswer


@click.command()
@rules_options
@changes_options_of(WORDS)
@dry_run_option
@players_option
@deals_options("Deals per rule set, each played in every seating unless all players are the same.", MATCH_GAMES, 5_000)
@running_options
@terms_options
@page_option
@format_option
def whatif(
    rules: str,
    settings: tuple[str, ...],
    change: tuple[str, ...],
    preset_to: tuple[str, ...],
    dry_run: bool,
    players: str,
    deals: int,
    seed: int,
    match_games: int,
    output: Path | None,
    form: str,
    **options: Any,
) -> None:
    """Measure what a change of the house rules does.

    All rule sets play the same deals with the same bots. Changes are measured one by one; with commas between them
    they are made together.

    Example: tongits mahjong whatif --rules visayan pay.discarder=1
    """
    from mahjong_sim.experiments.whatif import planned, play

    if not (change or preset_to):
        raise click.UsageError("nothing is changed; for example: tongits mahjong whatif pay.discarder=1")
    job = planned(rules, (*change, *preset_to), players, settings, deals, seed, match_games)
    if dry_run:
        games = job.deals * job.games_per_deal * len(job.arms)
        click.echo(f"{len(job.arms)} rule sets on {job.deals:,} deals: {games:,} games. Nothing was played.")
        return

    def rows(answer: WhatIfAnswer) -> list[dict[str, Any]]:
        return [{"change": row.change, **effect.to_dict()} for row in answer.changes for effect in row.effects]

    again = rules_again(rules, settings)
    words = [*map(shlex.quote, change), *(f"--preset-to {shlex.quote(name)}" for name in preset_to)]
    line = deals_again(f"whatif {' '.join(words)} --players {shlex.quote(players)}", again, deals, seed, match_games)

    def measured(run_options: RunOptions) -> WhatIfAnswer:
        return replace(play(job, run_options), command_line=line, rules_option=again)

    played(options, output, form, measured, rows)
