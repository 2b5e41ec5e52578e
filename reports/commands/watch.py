"""`tongits watch`: a game between bots, step by step."""

from __future__ import annotations

import secrets

import click

from reports.commands.options import Whole, players_option, rules_options
from reports.commands.play import Looks, looks_options
from reports.commands.replay import show_steps
from reports.commands.simulate import job_of


@click.command()
@rules_options
@players_option
@click.option("--seed", type=Whole(0, 2**64 - 1), default=None, help="Seed of the cards.  [default: a new one]")
@looks_options
def watch(
    rules: str,
    settings: tuple[str, ...],
    players: str,
    seed: int | None,
    plain: bool,
    no_color: bool,
    colors: str,
    suits: str | None,
) -> None:
    """Watch a game between bots, step by step.

    All hands are shown. The keys are those of tongits replay --step; in a pipe every move is printed.

    Example: tongits watch --players expert,caller,hunter --seed 7
    """
    from reports.text.terminal import say
    from tongits_sim.records.write import play_job_records
    from tongits_sim.run.warmup import to_stderr

    chosen = secrets.randbelow(2**32) if seed is None else seed
    job = job_of(rules, settings, players, 1, chosen, None, False)
    job.prepare(to_stderr)
    for record in play_job_records(job):
        show_steps(record, Looks(plain, no_color, colors, suits))
    if seed is None:
        say(f"The same game again: --seed {chosen}")
