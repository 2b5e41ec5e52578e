"""The command `compare`: bots on the same deals in every seating."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mahjong_sim.bots.registry import USUAL_OTHERS
from mahjong_sim.commands.options import (
    MATCH_GAMES,
    VOCABULARY,
    WORDS,
    deals_again,
    names_option,
    played,
    rules_options,
)
from reports.commands.compared import bots_argument_of, others_option_of
from reports.commands.options import deals_options, page_option, rules_again, within_option
from reports.commands.printing_options import format_option, terms_options
from reports.commands.running_options import running_options
from tongits_sim.bots.bot_list import split_specs
from tongits_sim.run.run_options import RunOptions

if TYPE_CHECKING:
    from mahjong_sim.experiments.answer_types import CompareAnswer


@click.command()
@bots_argument_of(VOCABULARY)
@names_option
@others_option_of(WORDS, USUAL_OTHERS, "tongits mahjong")
@rules_options
@deals_options("Deals, each played in every rotation of the seats.", MATCH_GAMES, 5_000)
@within_option
@running_options
@terms_options
@page_option
@format_option
def compare(
    players: tuple[str, ...],
    others: str,
    rules: str,
    settings: tuple[str, ...],
    deals: int,
    seed: int,
    match_games: int,
    within: float | None,
    output: Path | None,
    form: str,
    **options: Any,
) -> None:
    """Compare bots on the same deals in every seating.

    A file bots/shy.py stands for all its bots, a folder for the bots of all its files (the files are executed). Each
    bot in turn plays against the same opponents.

    Example: tongits mahjong compare greedy caller --rules visayan --deals 20k
    """
    from mahjong_sim.experiments.compare import planned, play
    from mahjong_sim.rules import load

    bots = [spec for text in players for spec in split_specs(text)]
    job = planned(load(rules, settings), bots, others=others, deals=deals, seed=seed, match_games=match_games)
    again = rules_again(rules, settings)
    line = deals_again(f"compare {shlex.join(bots)} --others {shlex.quote(others)}", again, deals, seed, match_games)

    def compared(run_options: RunOptions) -> CompareAnswer:
        return replace(play(job, run_options, within), command_line=line, rules_option=again)

    played(options, output, form, compared, "ranking")
