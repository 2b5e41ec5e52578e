"""`tongits solve`: a profile for calls and challenges that leaves one seat little to gain."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from analyses.solving.grids import kinds_of
from reports.commands.options import (
    Number,
    Whole,
    chosen_rules,
    cluster_options,
    format_option,
    match_games_option,
    output_option,
    play_option,
    rules_options,
    seed_option,
)
from reports.commands.progress import RoundLine
from reports.commands.solve_all import solve_all
from reports.text.console import print_answer
from reports.text.solving import reading_words, show_solved
from strategies.registry import GONE
from tongits_sim.run.how import How
from tongits_sim.run.warmup import to_stderr

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet


_GAMES = 20_000


class _Method(click.Choice[str]):
    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "learn":
            self.fail(GONE["learned"], param, ctx)
        return super().convert(value, param, ctx)


@click.command(short_help="Solve calls and challenges.")
@rules_options
@click.option(
    "--method",
    type=_Method(("fictitious", "regret"), case_sensitive=False),
    default="fictitious",
    show_default=True,
    help="Fictitious play, or discounted regret matching as a second opinion.",
)
@play_option
@click.option(
    "--lock",
    "locks",
    multiple=True,
    metavar="SEATS=BOT",
    help="Seats with a fixed player, such as B=miser or B,C=bold/shy; the others are solved; repeatable.",
)
@click.option(
    "--iterations",
    type=Whole(1, 10**6),
    default=None,
    help="Total number of iterations.  [default: 2000]",
)
@click.option("--minutes", type=Number(0.01, 10**5), default=None, help="Time limit in minutes.")
@click.option(
    "--until",
    type=Number(-(10**9), 10**9),
    default=None,
    metavar="GAIN",
    help="Stop when one seat gains less than this inside the cells (upper end of the 95 % interval, units a game).",
)
@click.option(
    "--games",
    "-n",
    type=Whole(100, 10**9),
    default=_GAMES,
    show_default=True,
    help="Games per iteration.",
)
@click.option(
    "--decisions",
    default="calls,challenges,lay",
    show_default=True,
    metavar="LIST",
    help="What is solved: calls,challenges; lay (the first meld now, or hold it); sapaw (to block a call).",
)
@click.option(
    "--start",
    type=click.Choice(("even", "yes", "no"), case_sensitive=False),
    default="even",
    show_default=True,
    help="Starting play: both answers equally often, always yes, or always no. Every start should end at "
    "the same value.",
)
@match_games_option
@seed_option("profile")
@cluster_options
@output_option(
    "The profile to write, which any bot plays as BOT(file=PROFILE). With --all a folder.",
    folder=True,
)
@click.option("--all", "everything", is_flag=True, help="Rebuild the built-in profiles of solved.")
@click.option("--resume", is_flag=True, help="Resume from the state beside the output.")
@format_option
@click.pass_context
def solve(
    ctx: click.Context,
    /,
    rules: str,
    settings: tuple[str, ...],
    method: str,
    output: Path | None,
    resume: bool,
    everything: bool,
    form: str,
    **options: Any,
) -> None:
    """Solve calls and challenges: how to play against strangers.

    Example: tongits solve --rules pagat --play expert --until 0.01 -o pagat.profile
    """
    how = How(options.pop("workers"), options.pop("backend"), options.pop("scheduler"), notice=to_stderr)
    if not everything:
        if output is not None and output.is_dir():
            example = output / "mine.profile"
            raise click.UsageError(f"{output} is a folder; name a file for the profile, such as {example}.")
        if resume and output is None:
            raise click.UsageError("--resume needs -o FILE, the profile to go on with.")
    if everything:
        solve_all(ctx, output, how)
    else:
        _solve(chosen_rules(rules, settings), method, output, resume, form, how, options)


def _solve(
    rules: RuleSet, method: str, output: Path | None, resume: bool, form: str, how: How, options: dict[str, Any]
) -> None:
    from analyses.solving.solve import Until, problem_of
    from analyses.solving.solve import solve as run

    fields = {name: options[name] for name in ("seed", "match_games", "start")}
    fields |= {"method": method, "games": options["games"], "kinds": kinds_of(options["decisions"])}
    problem = problem_of(rules, options["play"], options["locks"], **fields)
    until = Until(options["iterations"], options["minutes"], options["until"])
    _, answer = run(problem, until, output, resume, how, RoundLine("Iteration", until.most, reading_words))
    print_answer(answer, form, lambda each: each.readings, show_solved)
