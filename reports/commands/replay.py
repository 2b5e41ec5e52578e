"""The command `replay`: show recorded games as text or step by step, explain a move, or watch a new game of bots."""

from __future__ import annotations

import functools
import itertools
import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from analyses.answers.review import ReviewAnswer
from analyses.money import unit_name
from reports.commands.candidates import WORDS
from reports.commands.explain import explain
from reports.commands.options import refuse_options, rules_options, was_set
from reports.commands.players_options import names_of, names_option
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
from reports.commands.simulate import job_of
from reports.commands.stepping import Looks, looks_options
from reports.commands.value_types import Count
from reports.text.review import cost
from reports.text.terminal import say
from strategies.registry import USUAL_PLAYERS
from tongits_sim.records.file import read_lines
from tongits_sim.run.answers import AnswerError
from tongits_sim.run.compiling import to_stderr
from tongits_sim.run.files import FileError, read_json

if TYPE_CHECKING:
    from tongits_sim.records.schema import Record

_LARGEST = 500_000_000  # bytes of a review
HEAD = 50
"""Lines that tell whether a file holds records or written games."""
_RECORDED = ("game", "quiet", "step", "review", "move")
"""Options for recorded games."""


@click.command(short_help="Show and verify recorded games, explain a move, or watch bots.")
@file_options(WORDS)
@click.option(
    "--review",
    type=click.Path(path_type=Path, dir_okay=False),
    default=None,
    help="With --step: a review of the games (.json); the key m goes to the next clear mistake.",
)
@click.option(
    "--move",
    type=Count(1, 10**4),
    default=None,
    help="Explain this move, counted from 1, of --game (the first game by default).",
)
@watch_option
@rules_options
@watched_players(WORDS["A,B,C"], USUAL_PLAYERS, "Three bots to watch.")
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
    review: Path | None,
    move: int | None,
    watch: bool,
    rules: str,
    settings: tuple[str, ...],
    players: str,
    seed: int | None,
    **looks: Any,
) -> None:
    """Show recorded games and verify every move and payment; explain a move; or watch a new game.

    FILE is a file written by tongits records or tongits play; - reads standard input. Stops with exit
    code 2 at the first game that breaks a rule.

    --move shows what the player saw and remembered, and the decision. If a bot failed, its unfinished game
    (*.stopped.json) ends with what the bot saw.

    --watch needs no FILE: all hands of a new game are shown, move by move.

    \b
    Examples: tongits replay games.jsonl --game 3 --step
              tongits replay games.jsonl --game 1 --move 7
              tongits replay --watch --players expert,caller,hunter --seed 7
    """
    if watch:
        if file:
            raise click.UsageError("--watch plays a new game; leave FILE out, or show it without --watch.")
        refuse_options(ctx, _RECORDED, "is for recorded games; leave it out, or name a FILE without --watch.")
        _watch(rules, settings, players, seed, Looks(**looks))
        return
    if not file:
        raise click.UsageError(
            f"name a FILE of games (- is standard input), or watch a new game: {ctx.command_path} --watch"
        )
    refuse_options(ctx, ("players", "seed"), "chooses a new game; add --watch, and name no FILE.")
    if was_set(ctx, "rules") or was_set(ctx, "settings"):
        _load_payout(rules, settings)
    if names_of(ctx):
        raise click.UsageError("--as names bots to --watch.")
    if move is not None:
        refuse_options(ctx, ("quiet", "step", "review"), "shows whole games; leave it out to explain a move.")
        explain(file, game or 1, move)
        return
    if review is not None and not step:
        raise click.UsageError("--review marks mistakes for --step.")
    _show(file, Chosen(game, quiet, step), review, Looks(**looks))


def _load_payout(rules: str, settings: Sequence[str]) -> None:
    """Load the user's own payout by which the recorded games were paid. Records state all other rules themselves."""
    from tongits_sim.rules import load

    if "payout" not in load(rules, settings).knobs():
        raise click.UsageError(
            "recorded games state their rules; --rules is for a payout of your own; for a new game add --watch."
        )


def _watch(rules: str, settings: tuple[str, ...], players: str, seed: int | None, looks: Looks) -> None:
    from tongits_sim.records import steps
    from tongits_sim.records.write import play_job_records

    def play(chosen: int) -> Iterator[Record]:
        job = job_of(rules, settings, players, 1, chosen, None, False)
        job.prepare(to_stderr)
        yield from play_job_records(job)

    watch_game(seed, play, steps, looks)


def _show(file: str, chosen: Chosen, review: Path | None, looks: Looks) -> None:
    from tongits_sim.experiments.warmup import prepare_board
    from tongits_sim.records import steps
    from tongits_sim.records.notation import is_notation
    from tongits_sim.records.playback import playback
    from tongits_sim.records.replay import verified_records
    from tongits_sim.records.stopped import is_stopped, playback_of_stopped, read_stopped

    marks = marks_of(review) if review is not None else {}
    lines = read_lines(file)
    head = list(itertools.islice(lines, HEAD))  # a missing file fails before anything is compiled
    first = head[0] if head else ""
    prepare_board()
    if is_stopped(first):
        say("\n".join(playback_of_stopped(*read_stopped(first))))
        return
    if is_notation("".join(head)):
        raise click.UsageError(
            f"{file} is a game written by hand. To see your mistakes in it: tongits review {shlex.quote(file)}"
        )
    records = verified_records(file, itertools.chain(head, lines))
    show_games(file, records, chosen, steps, playback, looks, functools.partial(_marks_of_game, marks))


Marks = Mapping[tuple[int, int, str], str]
"""Notes on moves, by game and move, from 1, and player."""


def marks_of(file: Path) -> Marks:
    """The clear mistakes of a review.

    Raises:
        UsageError: the file cannot be read, or holds no review.
    """
    return {
        (
            mistake.game,
            mistake.move,
            mistake.player,
        ): f"Costs {cost(mistake.counted_cost)} {unit_name()}; better: {mistake.best}. {mistake.why}"
        for mistake in review_in(file).mistakes()
    }


def review_in(file: Path) -> ReviewAnswer:
    """The review in a file. Raises UsageError: the file cannot be read, or holds no review."""
    try:
        return ReviewAnswer.from_dict(read_json(file, _LARGEST))
    except (FileError, AnswerError) as error:
        raise click.UsageError(
            f"cannot read {file}: {error}; tongits review GAMES -o review.json writes a review"
        ) from None


def _marks_of_game(marks: Marks, number: int, record: Record) -> dict[int, str]:
    """The notes on a game by move. Raises UsageError for a review of other games."""
    events = record["events"]
    notes = dict[int, str]()
    for (game, move, player), text in marks.items():
        if game != number:
            continue
        # The next player's move shows that a player did not call after the discard, so the note belongs to the discard.
        own = [at for at in (move, move - 1) if 1 <= at <= len(events) and _mover(record, at) == player]
        if not own:
            raise click.UsageError(f"the review is of other games: {player} makes no move {move} in game {number}.")
        notes[own[0]] = " ".join(filter(None, (notes.get(own[0]), text)))
    return notes


def _mover(record: Record, move: int) -> str:
    """The player of a move, counted from 1."""
    return str(record["players"][record["events"][move - 1]["seat"]])
