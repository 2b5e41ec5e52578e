"""`tongits solve`: a profile for calls and challenges that leaves one seat little to gain, and how little."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from reports.commands.options import Number, Whole, chosen_rules, cluster_options, format_option, rules_options
from reports.commands.progress import RoundLine

if TYPE_CHECKING:
    from analyses.answers.solving import Reading


@click.command(short_help="Solve when to call and when to challenge.")
@rules_options
@click.option("--play", default="expert", show_default=True, metavar="BOT", help="The bot whose card play is used.")
@click.option(
    "--lock",
    "locks",
    multiple=True,
    metavar="SEATS=BOT",
    help="Seats with a fixed player, such as 2=miser or 2,3=bold/shy; the others are solved; repeatable.",
)
@click.option("--iterations", type=Whole(1, 10**6), default=None, help="Total number of iterations.  [default: 2000]")
@click.option("--minutes", type=Number(0.01, 10**5), default=None, help="Time limit in minutes.")
@click.option(
    "--until",
    type=Number(-(10**9), 10**9),
    default=None,
    metavar="GAIN",
    help="Stop when one seat gains less than this inside the cells (upper end of the 95 % interval, units a game).",
)
@click.option("--games", "-n", type=Whole(100, 10**9), default=20_000, show_default=True, help="Games per iteration.")
@click.option(
    "--method",
    type=click.Choice(("fictitious", "regret"), case_sensitive=False),
    default="fictitious",
    show_default=True,
    help="Fictitious play, or discounted regret matching as a second opinion.",
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
@click.option("--match-games", type=Whole(1, 1000), default=1, show_default=True, help="Games per match.")
@click.option("--seed", type=Whole(0, 2**64 - 1), default=1, show_default=True, help="Same seed, same profile.")
@cluster_options
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    default=None,
    help="The profile to write; any bot plays it as BOT(file=PROFILE). With --all a folder.",
)
@click.option("--all", "everything", is_flag=True, help="Rebuild the built-in profiles of the bot solved.")
@click.option("--resume", is_flag=True, help="Resume solving from the state beside the profile.")
@format_option
@click.pass_context
def solve(
    ctx: click.Context,
    /,
    rules: str,
    settings: tuple[str, ...],
    output: Path | None,
    resume: bool,
    everything: bool,
    form: str,
    **options: Any,
) -> None:
    """Solve calls and challenges: how to play against strangers.

    Example: tongits solve --rules pagat --play expert --until 0.01 -o pagat.profile
    """
    from analyses.solve import Until, problem_of
    from analyses.solve import solve as run
    from analyses.solving.grids import kinds_of
    from reports.text.console import print_csv, print_json
    from reports.text.solving import reading_words, show_solved
    from tongits_sim.run.how import How
    from tongits_sim.run.warmup import to_stderr

    how = How(options.pop("workers"), options.pop("backend"), options.pop("scheduler"), notice=to_stderr)
    if everything:
        from reports.commands.solve_all import solve_all

        line = click.core.ParameterSource.COMMANDLINE
        typed = {name: value for name, value in ctx.params.items() if ctx.get_parameter_source(name) == line}
        solve_all(
            output, {name: value for name, value in typed.items() if name in (*options, "rules", "settings")}, how
        )
        return
    if output is not None and output.is_dir():
        raise click.UsageError(f"{output} is a folder; name a file for the profile, such as {output / 'mine.profile'}.")
    if resume and output is None:
        raise click.UsageError("--resume needs -o PROFILE, the profile to go on solving.")
    fields = {name: options[name] for name in ("seed", "games", "method", "match_games", "start")}
    fields["kinds"] = kinds_of(options["decisions"])
    problem = problem_of(chosen_rules(rules, settings), options["play"], options["locks"], **fields)
    until = Until(options["iterations"], options["minutes"], options["until"])
    _, answer = run(problem, until, output, resume, how, RoundLine("Iteration", until.most, reading_words))
    if form == "json":
        print_json(answer.to_dict())
    elif form == "csv":
        print_csv([{"iteration": r.iteration, "elapsed_s": r.elapsed_s, **_flat(r)} for r in answer.readings])
    else:
        show_solved(answer)


def _flat(reading: Reading) -> dict[str, Any]:
    low, high = reading.gain.ci95 or (None, None)
    return {"gain": reading.gain.mean, "gain_low": low, "gain_high": high, "deals": reading.deals}
