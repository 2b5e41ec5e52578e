"""The command `compare`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from reports.commands.candidates import TONGITS, WORDS
from reports.commands.compared import bots_argument_of
from reports.commands.interrupt import answered, caution, on_ctrl_c, show_stopped
from reports.commands.options import deals_options, page_option, rules_options, within_option
from reports.commands.players_options import names_option
from reports.commands.printing_options import format_option, terms_options
from reports.commands.progress import ProgressBar
from reports.commands.running_options import pop_running_options, running_options
from reports.commands.shell import end
from reports.questions.printing import print_document
from reports.text.console import print_json
from tongits_sim.bots.bot_list import split_specs
from tongits_sim.run.compiling import to_stderr
from tongits_sim.run.run_options import RunOptions

if TYPE_CHECKING:
    from analyses.answers.comparison import ComparisonAnswer
    from tongits_sim.rules import RuleSet
    from tongits_sim.strategy import Player


@click.command()
@bots_argument_of(TONGITS)
@names_option
@click.option("--baseline", default=None, type=WORDS["PLAYER"], help="Compare every other player with this one.")
@click.option("--monitor", is_flag=True, help="Stop once every difference is decided.")
@click.option("--confirm", is_flag=True, help="Replicate with a second seed; report only verdicts that both support.")
@click.option("--all-triples", is_flag=True, help="Include tables at which one bot plays twice.")
@click.option("--strict", is_flag=True, help="End at the first bot that fails; by default it is left out.")
@rules_options
@deals_options(
    "Deals per table of three, each played in every seating; the maximum if the run may stop early.",
    "Games per match; the dealer and the pot carry over from game to game.",
)
@within_option
@running_options
@terms_options
@page_option
@format_option
def compare(
    players: tuple[str, ...],
    rules: str,
    settings: tuple[str, ...],
    deals: int,
    output: Path | None,
    form: str,
    **options: Any,
) -> None:
    """Compare bots on the same deals in every seating, 2 to 40 of them.

    A file bots/shy.py stands for all its bots, a folder for the bots of all its files (the files are executed). Every
    three of the bots play at a table.

    Example: tongits compare greedy caller --rules pagat --deals 20k
    """
    from analyses.compare import compare as run
    from tongits_sim.rules import load
    from tongits_sim.stats import FIRST_LOOK

    where = pop_running_options(options)
    house_rules = load(rules, settings)
    bots = seated(players)
    check_comparison(house_rules, bots, min(deals, FIRST_LOOK) if options["within"] else deals, options)
    halt = None if options["confirm"] else on_ctrl_c()  # --confirm needs both seeds
    with ProgressBar() as bar:
        run_options = RunOptions(**where, progress=bar, notice=to_stderr, halt=halt)

        def play() -> ComparisonAnswer:
            return run(house_rules, bots, deals, run_options=run_options, **options).answer

        answer = answered(halt, play)
    if halt is not None and halt.run is not None:
        part = replace(answer, stopping=replace(answer.stopping, words=caution(halt)))
        show_stopped(halt, part, form, _print)
    if output is not None:
        from reports.page.render import write_report

        write_report([answer], output)
    _print(answer, form)
    if answer.left_out:
        end("\n".join(f"Error: {failed.fault}" for failed in answer.left_out), 1)


def seated(texts: Sequence[str]) -> tuple[Player, ...]:
    """The players of texts of specs. Raises TongitsError, or UsageError: a bot is named twice, under any name."""
    from tongits_sim.players import as_players

    players = as_players([spec for text in texts for spec in split_specs(text)])
    before: set[tuple[str, ...]] = set()
    for player in players:
        if player.identity in before:
            raise click.UsageError(
                f"{player.label} is named twice, and a bot cannot be compared with itself; name another, or change a "
                f"parameter of one of the two (tongits strategies show {player.strategy.name})"
            )
        before.add(player.identity)
    return players


def check_comparison(rules: RuleSet, players: Sequence[Player], deals: int, options: dict[str, Any]) -> None:
    """Raises TongitsError: the rules do not allow a comparison, or the baseline is not one of the players."""
    from analyses.compare import find_baseline
    from tongits_sim.experiments.duplicate import DuplicateJob

    job = DuplicateJob(rules, tuple(players), deals, options["seed"], options["match_games"])
    find_baseline(job, options["baseline"])


def _print(answer: ComparisonAnswer, form: str) -> None:
    if form == "json":
        print_json(answer.to_dict())
    else:
        print_document(answer, form, lambda comparison: comparison.ranking)
