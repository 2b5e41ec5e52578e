"""The command `analyze`: questions about the game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mahjong_sim.commands.options import played, players_option, rules_options
from reports.commands.options import page_option, seed_option
from reports.commands.printing_options import format_option, terms_options
from reports.commands.running_options import running_options
from reports.commands.value_types import Count
from tongits_sim.run.run_options import RunOptions

if TYPE_CHECKING:
    from mahjong_sim.payouts import PayoutsAnswer


@click.group()
def analyze() -> None:
    """Answer a question about the game."""


@analyze.command()
@rules_options
@players_option
@click.option(
    "--deals",
    "--games",
    "-n",
    "deals",
    type=Count(1, 10**9),
    default=5_000,
    show_default=True,
    help="Number of deals for each variant; a session is played for every ten.",
)
@seed_option("deals")
@click.option(
    "--session-games",
    type=Count(1, 10**6),
    default=32,
    show_default=True,
    help="Games per session; mano (the dealer) and the pot carry over from game to game.",
)
@running_options
@terms_options
@page_option
@format_option
def payouts(
    rules: str,
    settings: tuple[str, ...],
    players: str,
    deals: int,
    seed: int,
    session_games: int,
    output: Path | None,
    form: str,
    **options: Any,
) -> None:
    """What do house rules pay, how often is each hand made, and what can a session cost?

    The same bots play variants of the house rules on the same walls. Further games count how often hands are paid for
    each item. Sessions are matches of many games, in which mano and the pot carry over; the lowest total during a
    session is the money that a player must bring.
    """
    from mahjong_sim.payouts import analyze_payouts
    from mahjong_sim.rules import load
    from tongits_sim.run.files import keep

    chosen = load(rules, settings)

    def play(run_options: RunOptions) -> PayoutsAnswer:
        return analyze_payouts(chosen, players, deals, seed, session_games=session_games, run_options=run_options)

    out = options["out"]
    answer = played(options, output, form, play, "sessions")
    if out is not None:
        keep(answer.to_dict(), out)
