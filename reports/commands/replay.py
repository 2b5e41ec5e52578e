"""`tongits replay`: recorded games as text or step by step, one move explained, or a new game between bots."""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from reports.commands.candidates import WORDS
from reports.commands.options import Whole, named_players, names_of, names_option, refuse_options, rules_options
from reports.commands.play import Looks, looks_options, talk_of
from reports.text.terminal import say
from tongits_sim.tongits import TONGITS

if TYPE_CHECKING:
    from tongits_sim.any_game.record_form import Record

_LARGEST = 500_000_000  # bytes of a review
_LOOKS = ("plain", "no_color", "colors", "suits")


def _watched(ctx: click.Context, param: click.Parameter, players: str) -> str:
    """The players of a game to watch, with the names of `--as`, which else are those of bots in a record."""
    named: str = named_players(ctx, param, players) if ctx.params.get("watch") else players
    return named


@click.command(short_help="Show and verify recorded games, explain a move, or watch bots.")
@click.argument("file", metavar="[FILE]", type=WORDS["[FILE]"], default="")
@click.option("--game", type=Whole(1, 10**12), default=None, help="Show only this game of the file, counted from 1.")
@click.option("--quiet", is_flag=True, help="Verify without showing the games.")
@click.option("--step", is_flag=True, help="Step through each game with keys; in a pipe every move is printed.")
@click.option(
    "--review",
    type=click.Path(path_type=Path, dir_okay=False),
    default=None,
    help="With --step: a review of these games (.json); the key m goes through its clear mistakes.",
)
@click.option(
    "--move",
    type=Whole(1, 10**4),
    default=None,
    help="Explain this event of the --game (the first one if none is named), counted from 1.",
)
@click.option("--explain", is_flag=True, help="Explain the --move, or where a bot failed in a game that it ended.")
@click.option("--watch", is_flag=True, is_eager=True, help="Play a new game between bots, and step through it.")
@rules_options
@click.option(
    "--players",
    default="greedy,caller,hunter",
    show_default=True,
    type=WORDS["A,B,C"],
    callback=_watched,
    help="Three bots to watch.",
)
@names_option
@click.option(
    "--seed", type=Whole(0, 2**64 - 1), default=None, help="Seed of the cards to watch.  [default: a new one]"
)
@looks_options
@click.pass_context
def replay(ctx: click.Context, /, file: str, **options: Any) -> None:
    """Show recorded games and verify every move and payment; explain a move; or watch a new game.

    FILE is a file written by tongits records or tongits play; - reads standard input. Stops with exit code 2 at the
    first game that breaks a rule.

    --move shows what the player saw, remembered of earlier games of the match, and had to decide. The bot is asked
    again in plain Python (one that searches as compiled), and the line of its source that answers is shown. A bot of a
    file is executed only if it is named: --as shy=my_bots.py:shy

    --watch needs no FILE: all hands of a new game are shown, move by move.

    \b
    Examples: tongits replay games.jsonl --game 3 --step
              tongits replay games.jsonl --game 1 --move 7
              tongits replay --watch --players expert,caller,hunter --seed 7
    """
    explaining = options["explain"] or options["move"] is not None
    recorded = ("game", "quiet", "step", "review", "explain", "move")
    if options["watch"]:
        if file:
            raise click.UsageError("--watch plays a new game; leave FILE out, or show it without --watch.")
        refuse_options(ctx, recorded, "is for recorded games; leave it out, or name their FILE without --watch.")
        _watch(options)
        return
    if not file:
        raise click.UsageError(
            f"name a FILE of games (- is standard input), or watch a new game: {ctx.command_path} --watch"
        )
    refuse_options(ctx, ("rules", "settings", "players", "seed"), "chooses a new game; add --watch, and name no FILE.")
    if explaining:
        from reports.commands.explain import explain

        refuse_options(ctx, ("quiet", "step", "review"), "shows whole games; leave it out to explain a move.")
        explain(file, options["game"] or 1, options["move"], names_of(ctx))
        return
    if names_of(ctx):
        raise click.UsageError("--as names bots to --explain or to --watch.")
    if options["review"] is not None and not options["step"]:
        raise click.UsageError("--review marks mistakes for --step.")
    _show(file, **{name: options[name] for name in ("game", "quiet", "step", "review", *_LOOKS)})


def _watch(options: Mapping[str, Any]) -> None:
    """Play a game and step through it."""
    from reports.commands.simulate import job_of
    from tongits_sim.records.write import play_job_records
    from tongits_sim.run.warmup import to_stderr

    seed = secrets.randbelow(2**32) if options["seed"] is None else options["seed"]
    job = job_of(TONGITS, options["rules"], options["settings"], options["players"], 1, seed, None, False)
    job.prepare(to_stderr)
    for record in play_job_records(job):
        show_steps(record, Looks(**{name: options[name] for name in _LOOKS}))
    if options["seed"] is None:
        say(f"The same game again: --seed {seed}")


def _show(file: str, game: int | None, quiet: bool, step: bool, review: Path | None, **looks: Any) -> None:
    """Show and verify the games of a file."""
    from tongits_sim.designs.warmup import prepare_board
    from tongits_sim.records.playback import playback
    from tongits_sim.records.read import read_lines, verified_records
    from tongits_sim.records.stopped import is_stopped, playback_of_stopped, read_stopped

    marks = marks_of(review) if review is not None else {}
    lines = read_lines(file)
    first = next(lines, "")  # a file that cannot be read is not worth compiling for
    prepare_board()
    if is_stopped(first):
        say("\n".join(playback_of_stopped(*read_stopped(first))))
        return
    number = 0
    for number, record in enumerate(verified_records(file, itertools.chain([first], lines)), start=1):
        if not quiet and game in (None, number):
            if step:
                if not show_steps(record, Looks(**looks), _own(marks, number, record), number):
                    break
            else:
                say("\n".join(playback(record)) + "\n")
        if number == game:
            break
    if game is not None and number < game:
        raise click.UsageError(f"there is no game {game} in {file}: it holds {number}.")
    say(f"{number:,} game{'' if number == 1 else 's'} verified: every move is legal and every payment right.")


Marks = Mapping[tuple[int, int], tuple[str, str]]
"""By game and move, from 1: the player, and what is said of the move."""


def marks_of(file: Path) -> Marks:
    """The clear mistakes of a review.

    Raises:
        UsageError: the file cannot be read, or holds no review.
    """
    from analyses.answers.review import ReviewAnswer
    from reports.text.review import pair
    from tongits_sim.folders.files import FileError, read_json
    from tongits_sim.run.answers import AnswerError

    try:
        answer = ReviewAnswer.from_dict(read_json(file, _LARGEST))
    except (FileError, AnswerError) as error:
        raise click.UsageError(
            f"cannot read {file}: {error}; tongits review GAMES -o review.json writes a review"
        ) from None
    return {
        (each.game, each.move): (each.player, f"Costs {pair(each.lost)} units; better: {each.best}.")
        for each in answer.mistakes()
    }


def _own(marks: Marks, number: int, record: Record) -> dict[int, str]:
    """The marks of a game by move. Raises UsageError where they are of another game."""
    moves = {move: mark for (game, move), mark in marks.items() if game == number}
    events = record["events"]
    for move, (player, _) in moves.items():
        if move > len(events) or record["players"][events[move - 1]["seat"]] != player:
            raise click.UsageError(f"that is a review of other games: {player} makes no move {move} in game {number}.")
    return {move: text for move, (_, text) in moves.items()}


def show_steps(record: Record, looks: Looks, marks: Mapping[int, str] | None = None, number: int | None = None) -> bool:
    """Step through a game.

    Args:
        record: the game, verified.
        looks: how cards are shown.
        marks: what is said of single moves, by number.
        number: of the game in its file, from 1.

    Returns:
        Whether to go on with the next game.
    """
    from reports.play.stepper import Stepper, step_through

    talk, faces = talk_of(looks)
    return step_through(Stepper(record, faces, marks, number), talk)
