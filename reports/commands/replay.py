"""`replay` of any game: show recorded games as text or step by step, explain a move, or watch a new game of bots."""

from __future__ import annotations

import inspect
import itertools
import secrets
import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from analyses.answers.review import ReviewAnswer
from analyses.money import unit_name
from reports.commands.candidates import seats_metavar, words_of
from reports.commands.explain import explain
from reports.commands.games import tools_of
from reports.commands.options import (
    SEEDS,
    Count,
    combined,
    full_option,
    named_players,
    names_of,
    names_option_of,
    refuse_options,
    rules_options_of,
    was_set,
)
from reports.commands.play import Looks, looks_options, talk_of
from reports.commands.simulate import job_of
from reports.text.console import full, show_screen
from reports.text.game import MAX_GAMES, game_screen, games_screen, verified_words
from reports.text.review import cost
from reports.text.terminal import say
from strategies.tongits import TONGITS
from tongits_sim.records.file import read_lines
from tongits_sim.run.answers import AnswerError
from tongits_sim.run.files import FileError, read_json
from tongits_sim.run.numbers import number_word
from tongits_sim.run.warmup import to_stderr

if TYPE_CHECKING:
    from tongits_sim.core.game import Game
    from tongits_sim.records.schema import Record

_LARGEST = 500_000_000  # bytes of a review
_LOOKS = ("plain", "no_color", "colors", "suits")


def _players_to_watch(ctx: click.Context, param: click.Parameter, players: str) -> str:
    """The players to watch, with the names of `--as`. Without --watch, `--as` names bots of a record."""
    text: str = named_players(ctx, param, players) if ctx.params.get("watch") else players
    return text


def of_game(game: Game) -> click.Command:
    explains = tools_of(game).has("explaining")

    @click.command(short_help=f"Show and verify recorded games{', explain a move,' * explains} or watch bots.")
    @click.argument("file", metavar="[FILE]", type=words_of(game)["[FILE]"], default="")
    @click.option(
        "--game", type=Count(1, 10**12), default=None, help="Show only this game of the file, counted from 1."
    )
    @click.option("--quiet", is_flag=True, help="Verify without showing the games.")
    @click.option("--step", is_flag=True, help="Step through each game with keys; in a pipe every move is printed.")
    @_explaining_options_of(game)
    @click.option("--watch", is_flag=True, is_eager=True, help="Play a new game between bots, and step through it.")
    @rules_options_of(game)
    @click.option(
        "--players",
        default=game.default_players,
        show_default=True,
        type=words_of(game)[seats_metavar(game)],
        callback=_players_to_watch,
        help=f"{number_word(game.seats).capitalize()} bots to watch.",
    )
    @names_option_of(game)
    @click.option("--seed", type=SEEDS, default=None, help="Seed of the game to watch.  [default: a new one]")
    @looks_options
    @full_option
    @click.pass_context
    def replay(ctx: click.Context, /, file: str, **options: Any) -> None:
        _replay(ctx, game, file, **{"review": None, "move": None, **options})

    command: click.Command = replay
    command.help = inspect.cleandoc((_EXPLAINED if explains else _TEXT).format(game=game))
    return command


_TEXT = """Show recorded games and verify every move and payment; or watch a new game.

    FILE is a file written by {game.command} records; - reads standard input. Stops with exit code 2 at the first game
    that breaks a rule.

    --watch needs no FILE: all hands of a new game are shown, move by move.

    \b
    Examples: {game.command} replay games.jsonl --game 3 --step
              {game.command} replay --watch --seed 7
    """
_EXPLAINED = """Show recorded games and verify every move and payment; explain a move; or watch a new game.

    FILE is a file written by {game.command} records or {game.command} play; - reads standard input. Stops with exit
    code 2 at the first game that breaks a rule.

    --move shows what the player saw and remembered, and what was decided. A game that a fault of a bot ended
    (*.stopped.json) ends with what the bot saw there.

    --watch needs no FILE: all hands of a new game are shown, move by move.

    \b
    Examples: {game.command} replay games.jsonl --game 3 --step
              {game.command} replay games.jsonl --game 1 --move 7
              {game.command} replay --watch --players expert,caller,hunter --seed 7
    """


def _explaining_options_of(game: Game) -> Callable[[Any], Any]:
    """`--review` and `--move`, for a game whose moves can be explained."""
    if not tools_of(game).has("explaining"):
        return lambda command: command
    return combined(
        click.option(
            "--review",
            type=click.Path(path_type=Path, dir_okay=False),
            default=None,
            help="With --step: a review of the games (.json); the key m goes to the next clear mistake.",
        ),
        click.option(
            "--move",
            type=Count(1, 10**4),
            default=None,
            help="Explain this move, counted from 1, of --game (the first game by default).",
        ),
    )


def _replay(ctx: click.Context, played: Game, file: str, /, **options: Any) -> None:
    """Watch a new game, explain a move, or show a file."""
    if options["watch"]:
        if file:
            raise click.UsageError("--watch plays a new game; leave FILE out, or show it without --watch.")
        own = ("game", "quiet", "step", "review", "move")
        refuse_options(ctx, own, "is for recorded games; leave it out, or name a FILE without --watch.")
        _watch(played, options)
        return
    if not file:
        raise click.UsageError(
            f"name a FILE of games (- is standard input), or watch a new game: {ctx.command_path} --watch"
        )
    refuse_options(ctx, ("players", "seed"), "chooses a new game; add --watch, and name no FILE.")
    if was_set(ctx, "rules") or was_set(ctx, "settings"):
        _load_payout(played, options["rules"], options["settings"])
    if names_of(ctx):
        raise click.UsageError("--as names bots to --watch.")
    if options["move"] is not None:
        refuse_options(ctx, ("quiet", "step", "review"), "shows whole games; leave it out to explain a move.")
        explain(file, options["game"] or 1, options["move"])
        return
    if options["review"] is not None and not options["step"]:
        raise click.UsageError("--review marks mistakes for --step.")
    _show(played, file, **{name: options[name] for name in ("game", "quiet", "step", "review", *_LOOKS)})


def _load_payout(played: Game, rules: str, settings: Sequence[str]) -> None:
    """Load the user's own payout by which the recorded games were paid. Records state all other rules themselves."""
    if "payout" not in played.rules.load(rules, settings).knobs():
        raise click.UsageError(
            "recorded games state their rules; --rules is for a payout of your own; for a new game add --watch."
        )


def _watch(played: Game, options: Mapping[str, Any]) -> None:
    """Play a game and step through it."""
    seed = secrets.randbelow(2**32) if options["seed"] is None else options["seed"]
    job = job_of(played, options["rules"], options["settings"], options["players"], 1, seed, None, False)
    job.prepare(to_stderr)
    for record in tools_of(played).records.play_job_records(job):
        show_steps(record, Looks(**{name: options[name] for name in _LOOKS}), played=played)
    if options["seed"] is None:
        say(f"The same game again: --seed {seed}")


def _show(
    played: Game, file: str, game: int | None, quiet: bool, step: bool, review: Path | None, **looks: Any
) -> None:
    marks = marks_of(review) if review is not None else {}
    lines = read_lines(file)
    head = list(itertools.islice(lines, 50))  # a missing file fails before anything is compiled
    first = head[0] if head else ""
    if played.has("board"):
        played.board.prepare_board()
    if tools_of(played).has("stopped"):
        stopped = tools_of(played).stopped
        if stopped.is_stopped(first):
            say("\n".join(stopped.playback_of_stopped(*stopped.read_stopped(first))))
            return
        from tongits_sim.records.notation import is_notation

        if is_notation("".join(head)):
            raise click.UsageError(
                f"{file} is a game written by hand. To see your mistakes in it: tongits review {shlex.quote(file)}"
            )
    shown = tools_of(played).steps
    records = tools_of(played).reading.verified_records(file, itertools.chain(head, lines))
    number, games = 0, list[Any]()
    for number, record in enumerate(records, start=1):
        if not quiet and game in (None, number):
            if step:
                if not show_steps(record, Looks(**looks), _marks_of_game(marks, number, record), number, played):
                    break
            elif full():
                say("\n".join(tools_of(played).playback.playback(record)) + "\n")
            elif len(games) < MAX_GAMES:
                games.append((number, record))
        if number == game:
            break
    if game is not None and number < game:
        raise click.UsageError(f"there is no game {game} in {file}: it holds {number}.")
    if len(games) == 1:
        show_screen(game_screen(games[0][0], games[0][1], shown, talk_of(Looks(**looks), played)[1]))
    elif games:
        show_screen(games_screen(file, games, number, shown))
    else:
        say(verified_words(number))


Marks = Mapping[tuple[int, int, str], str]
"""Notes on moves, by game and move, from 1, and player."""


def marks_of(file: Path) -> Marks:
    """The clear mistakes of a review.

    Raises:
        UsageError: the file cannot be read, or holds no review.
    """
    return {
        (
            each.game,
            each.move,
            each.player,
        ): f"Costs {cost(each.counted_cost)} {unit_name()}; better: {each.best}. {each.why}"
        for each in review_in(file).mistakes()
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
    events, notes = record["events"], dict[int, str]()
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


def show_steps(
    record: Record,
    looks: Looks,
    marks: Mapping[int, str] | None = None,
    number: int | None = None,
    played: Game = TONGITS,
) -> bool:
    """Step through a game.

    Args:
        record: the game, verified.
        looks: how to show cards.
        marks: notes on single moves, by number.
        number: of the game in its file, from 1.
        played: the game of the record.

    Returns:
        Whether to go on with the next game.
    """
    from reports.play.stepper import Stepper, step_through

    talk, faces = talk_of(looks, played)
    return step_through(Stepper(record, tools_of(played).steps, faces, marks, number), talk)
