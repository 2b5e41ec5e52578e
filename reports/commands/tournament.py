"""The command `tongits tournament`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from reports.commands.candidates import WORDS
from reports.commands.interrupt import answered, end_stopped, on_ctrl_c, show_caution, stopped
from reports.commands.options import chosen_rules, page_option, rules_again, rules_options, seed_option
from reports.commands.printing_options import format_option
from reports.commands.progress import ProgressBar
from reports.commands.running_options import pop_running_options, running_options
from reports.commands.shell import end
from reports.commands.value_types import Count
from reports.questions.printing import print_document
from tongits_sim.run.compiling import to_stderr
from tongits_sim.run.run_options import RunOptions

if TYPE_CHECKING:
    from analyses.answers.tournament import TournamentAnswer


@click.command()
@click.argument("plan", metavar="FORMAT", type=WORDS["FORMAT"])
@rules_options
@click.option(
    "--field", default="", metavar="FIELD", help="The entrants: how many of each bot, such as '1 expert, 2 greedy'."
)
@click.option(
    "--events", "-n", type=Count(1, 10**7), default=1000, show_default=True, help="Number of tournaments to play."
)
@click.option(
    "--matches",
    type=Count(0, 10**7),
    default=2000,
    show_default=True,
    help="Matches of each length, to find how long a match must be; 0: leave this out.",
)
@click.option(
    "--deals",
    type=Count(2, 10**8),
    default=200_000,
    show_default=True,
    help="Deals of the first stage to find the best kind of player.",
)
@click.option(
    "--strict",
    is_flag=True,
    help="End at the first bot that fails; by default the largest other kind takes the places of its kind.",
)
@seed_option("tournaments")
@running_options
@page_option
@format_option
def tournament(
    plan: str,
    rules: str,
    settings: tuple[str, ...],
    output: Path | None,
    form: str,
    **options: Any,
) -> None:
    """Play tournaments, and see how much of the title is luck.

    FORMAT is a TOML file of stages, or a built-in format: match, gtcc-2025, tcc-2024,
    tpcc-2026, league, seasons.

    Example: tongits tournament gtcc-2025 --field "27 expert, 108 greedy" --events 200
    """
    from analyses.tournament import tournament as play

    where = pop_running_options(options)
    halt = on_ctrl_c()
    with ProgressBar() as bar:
        run_options = RunOptions(**where, progress=bar, notice=to_stderr, halt=halt)
        again = rules_again(rules, settings)

        def play_plan() -> TournamentAnswer:
            return play(plan, chosen_rules(rules, settings), run_options=run_options, rules_option=again, **options)

        answer = answered(halt, play_plan)
    if output is not None:
        from reports.page.render import write_report

        write_report([answer], output)
    show_caution(halt, form)
    print_document(answer, form, _rows, stopped(halt))
    end_stopped(halt)
    if answer.left_out:
        end("\n".join(f"Error: {failed.fault}" for failed in answer.left_out), 1)


def _rows(answer: TournamentAnswer) -> list[dict[str, Any]]:
    return [
        {"player": kind.player, "entered": kind.entered}
        | ({"payout": kind.payout} if kind.points is None else {"points": kind.points})
        | {"title": kind.title, "title_each": kind.title_each}
        for kind in answer.kinds
    ]
