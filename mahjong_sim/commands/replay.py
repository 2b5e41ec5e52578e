"""The command `replay`: show and verify recorded games, or watch bots."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from mahjong_sim.bots.registry import USUAL_PLAYERS
from mahjong_sim.commands import COMMANDS
from mahjong_sim.commands.options import WORDS, job_of, names_option, rules_options
from reports.commands.options import refuse_options, was_set
from reports.commands.players_options import names_of
from reports.commands.printing_options import full_option
from reports.commands.showing import (
    Chosen,
    file_options,
    show_games,
    watch_option,
    watch_seed_option,
    watched_players,
)
from reports.commands.showing import watch as watch_game
from reports.commands.stepping import Looks, looks_options
from tongits_sim.run.compiling import to_stderr

if TYPE_CHECKING:
    from tongits_sim.records.schema import Record


@click.command(short_help=COMMANDS["replay"])
@file_options(WORDS)
@watch_option
@rules_options
@watched_players(WORDS["A,B,C,D"], USUAL_PLAYERS, "Four bots to watch.")
@names_option
@watch_seed_option
@looks_options
@full_option
@click.pass_context
def replay(
    ctx: click.Context,
    /,
    file: str,
    game: int | None,
    quiet: bool,
    step: bool,
    watch: bool,
    rules: str,
    settings: tuple[str, ...],
    players: str,
    seed: int | None,
    **looks: Any,
) -> None:
    """Show recorded games and verify every move and payment; or watch a new game.

    FILE is a file written by tongits mahjong records; - reads standard input. Stops with exit code 2 at the first game
    that breaks a rule.

    --watch needs no FILE: all hands of a new game are shown, move by move.

    \b
    Examples: tongits mahjong replay games.jsonl --game 3 --step
              tongits mahjong replay --watch --seed 7
    """
    from mahjong_sim.records import steps
    from mahjong_sim.records.replay import playback, verified_records
    from mahjong_sim.records.write import play_job_records
    from tongits_sim.records.file import read_lines

    if watch:
        if file:
            raise click.UsageError("--watch plays a new game; leave FILE out, or show it without --watch.")
        why = "is for recorded games; leave it out, or name a FILE without --watch."
        refuse_options(ctx, ("game", "quiet", "step"), why)

        def play(chosen: int) -> Iterator[Record]:
            job = job_of(rules, settings, players, 1, chosen, None, False)
            job.prepare(to_stderr)
            yield from play_job_records(job)

        watch_game(seed, play, steps, Looks(**looks))
        return
    if not file:
        raise click.UsageError(
            f"name a FILE of games (- is standard input), or watch a new game: {ctx.command_path} --watch"
        )
    refuse_options(ctx, ("players", "seed"), "chooses a new game; add --watch, and name no FILE.")
    if was_set(ctx, "rules") or was_set(ctx, "settings"):
        raise click.UsageError("recorded games state their rules; for a new game add --watch.")
    if names_of(ctx):
        raise click.UsageError("--as names bots to --watch.")
    lines = read_lines(file)
    head = list(itertools.islice(lines, 1))  # a missing file fails before anything is compiled
    games = verified_records(file, itertools.chain(head, lines))
    show_games(file, games, Chosen(game, quiet, step), steps, playback, Looks(**looks))
