"""`tongits solve`: a profile for calls and challenges that leaves one seat little to gain, or weights from play."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from reports.commands.learn import GAMES as LEARNING_GAMES
from reports.commands.options import (
    Number,
    Whole,
    chosen_rules,
    cluster_options,
    format_option,
    match_games_option,
    output_option,
    play_option,
    refuse_options,
    rules_options,
    seed_option,
)
from reports.commands.progress import RoundLine

if TYPE_CHECKING:
    from analyses.answers.solving import Reading
    from tongits_sim.rules import RuleSet
    from tongits_sim.run.how import How


LEARN = "learn"
_GAMES = 20_000
_SOLVING = ("play", "locks", "until", "decisions", "start", "match_games")
"""Options that learning does not take."""


@click.command(short_help="Solve calls and challenges, or learn from self-play.")
@rules_options
@click.option(
    "--method",
    type=click.Choice(("fictitious", "regret", LEARN), case_sensitive=False),
    default="fictitious",
    show_default=True,
    help="Fictitious play, or discounted regret matching as a second opinion, for calls and challenges; or learn every "
    "decision from self-play.",
)
@play_option
@click.option(
    "--lock",
    "locks",
    multiple=True,
    metavar="SEATS=BOT",
    help="Seats with a fixed player, such as 2=miser or 2,3=bold/shy; the others are solved; repeatable.",
)
@click.option(
    "--iterations",
    "--rounds",
    type=Whole(1, 10**6),
    default=None,
    help="Total number of iterations, or rounds of learning.  [default: 2000; 24 to learn]",
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
    default=None,
    help=f"Games per iteration or round.  [default: {_GAMES}; {LEARNING_GAMES} to learn]",
)
@click.option(
    "--decisions",
    default="calls,challenges",
    show_default=True,
    metavar="LIST",
    help="What is solved: calls,challenges; also lay (the first meld now, or hold it) and sapaw (to block a call).",
)
@click.option(
    "--start",
    type=click.Choice(("even", "yes", "no"), case_sensitive=False),
    default="even",
    show_default=True,
    help="Starting play: both answers equally often, always yes, or always no. Every start should end at "
    "the same value.",
)
@click.option(
    "--profile",
    type=click.Path(exists=True, dir_okay=False),
    default=None,
    help="A solved profile to start learning from.  [default: the built-in one]",
)
@match_games_option
@seed_option("profile or weights")
@cluster_options
@output_option(
    "The profile to write, which any bot plays as BOT(file=PROFILE); or the weights, played as learned(file=...). "
    "With --all a folder.",
    folder=True,
)
@click.option(
    "--all", "everything", is_flag=True, help="Rebuild the built-in profiles of solved, or weights of learned."
)
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
    """Solve calls and challenges: how to play against strangers. Or learn to play better than that.

    --method=learn plays a few alternatives at every decision against earlier versions of itself, and adds up their
    gains by what the seat can see: where another answer is better than that of solved.

    \b
    Examples: tongits solve --rules pagat --play expert --until 0.01 -o pagat.profile
              tongits solve --rules pagat --method=learn --minutes 10 -o mine.profile
    """
    from tongits_sim.run.how import How
    from tongits_sim.run.warmup import to_stderr

    how = How(options.pop("workers"), options.pop("backend"), options.pop("scheduler"), notice=to_stderr)
    if method == LEARN:
        refuse_options(ctx, _SOLVING, "is no option of --method=learn.")
    else:
        refuse_options(ctx, ("profile",), "starts learning; add --method=learn.")
    if not everything:
        if output is not None and output.is_dir():
            example = output / "mine.profile"
            raise click.UsageError(f"{output} is a folder; name a file for what is written, such as {example}.")
        if resume and output is None:
            raise click.UsageError("--resume needs -o FILE, the profile or weights to go on with.")
    if method == LEARN:
        _learn(chosen_rules(rules, settings), output, everything, resume, form, how, options)
    elif everything:
        from reports.commands.solve_all import solve_all

        solve_all(ctx, output, how)
    else:
        _solve(chosen_rules(rules, settings), method, output, resume, form, how, options)


def _learn(
    rules: RuleSet, output: Path | None, everything: bool, resume: bool, form: str, how: How, options: dict[str, Any]
) -> None:
    from analyses.learn import Until
    from reports.commands.learn import learn, learn_all

    until = Until(options["iterations"], options["minutes"])
    seed, games = options["seed"], options["games"] or LEARNING_GAMES
    if everything:
        learn_all(output, until, seed, games, how, form)
    else:
        learn(rules, options["profile"] or "", until, seed, games, output, resume, how, form)


def _solve(
    rules: RuleSet, method: str, output: Path | None, resume: bool, form: str, how: How, options: dict[str, Any]
) -> None:
    from analyses.solve import Until, problem_of
    from analyses.solve import solve as run
    from analyses.solving.grids import kinds_of
    from reports.text.console import print_answer
    from reports.text.solving import reading_words, show_solved

    fields = {name: options[name] for name in ("seed", "match_games", "start")}
    fields |= {"method": method, "games": options["games"] or _GAMES, "kinds": kinds_of(options["decisions"])}
    problem = problem_of(rules, options["play"], options["locks"], **fields)
    until = Until(options["iterations"], options["minutes"], options["until"])
    _, answer = run(problem, until, output, resume, how, RoundLine("Iteration", until.most, reading_words))
    print_answer(answer, form, lambda each: map(_row, each.readings), show_solved)


def _row(reading: Reading) -> dict[str, Any]:
    low, high = reading.gain.ci95 or (None, None)
    gain = {"gain": reading.gain.mean, "gain_low": low, "gain_high": high}
    return {"iteration": reading.iteration, "elapsed_s": reading.elapsed_s, **gain, "deals": reading.deals}
