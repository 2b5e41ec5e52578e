"""Shows the games of a file: verified, one in full, several in a line each, or step by step."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

import click

from reports.commands.candidates import Word
from reports.commands.option_groups import Command, combined
from reports.commands.players_options import named_players
from reports.commands.stepping import Looks, show_steps, talk_of
from reports.commands.value_types import SEEDS, Count
from reports.text.console import full, show_screen
from reports.text.game import MAX_GAMES, game_screen, games_screen, verified_words
from reports.text.terminal import say

if TYPE_CHECKING:
    from tongits_sim.records.frames import ReplayText
    from tongits_sim.records.schema import Record

NotesOf = Callable[[int, "Record"], Mapping[int, str]]
"""`(number of a game from 1, game)` -> notes on its moves, by number."""


class Chosen(NamedTuple):
    """What to show of a file."""

    game: int | None  # only this game, counted from 1
    quiet: bool  # verify only
    step: bool  # step through each game


def file_options(words: Mapping[str, Word]) -> Callable[[Command], Command]:
    """The argument FILE of `replay`, and `--game`, `--quiet` and `--step`."""
    return combined(
        click.argument("file", metavar="[FILE]", type=words["[FILE]"], default=""),
        click.option(
            "--game", type=Count(1, 10**12), default=None, help="Show only this game of the file, counted from 1."
        ),
        click.option("--quiet", is_flag=True, help="Verify without showing the games."),
        click.option("--step", is_flag=True, help="Step through each game with keys; in a pipe every move is printed."),
    )


watch_option = click.option(
    "--watch", is_flag=True, is_eager=True, help="Play a new game between bots, and step through it."
)
watch_seed_option = click.option(
    "--seed", type=SEEDS, default=None, help="Seed of the game to watch.  [default: a new one]"
)


def watched_players(kind: Word, usual: str, about: str) -> Callable[[Command], Command]:
    """`--players` of `replay --watch`."""
    return click.option(
        "--players", default=usual, show_default=True, type=kind, callback=_players_to_watch, help=about
    )


def _players_to_watch(ctx: click.Context, param: click.Parameter, players: str) -> str:
    """The players to watch, with the names of `--as`. Without --watch, `--as` names bots of a record."""
    return named_players(ctx, param, players) if ctx.params.get("watch") else players


def watch(seed: int | None, play: Callable[[int], Iterable[Record]], steps: ReplayText, looks: Looks) -> None:
    """Play a game from a seed, by default a new one, and step through it."""
    chosen = secrets.randbelow(2**32) if seed is None else seed
    for record in play(chosen):
        show_steps(record, steps, looks)
    if seed is None:
        say(f"The same game again: --seed {chosen}")


class ReplayStopped(KeyboardInterrupt):
    """Ctrl-C while games are verified; `sentence` says how many were."""

    def __init__(self, verified: int) -> None:
        super().__init__()
        self.sentence = f"Interrupted: {verified_words(verified)}" if verified else "Interrupted: no game was verified."


def show_games(
    file: str,
    records: Iterable[Record],
    chosen: Chosen,
    steps: ReplayText,
    playback: Callable[[Record], Iterable[str]],
    looks: Looks,
    notes_of: NotesOf | None = None,
) -> None:
    """Show the verified games of a file.

    Args:
        file: its name.
        records: the games, each verified when it is read.
        chosen: what to show.
        steps: the module that shows games of this kind move by move.
        playback: a whole game as lines of text.
        looks: how to show cards.
        notes_of: notes on moves, for `--step`.

    Raises UsageError: the file has no such game.
    """
    number = 0
    games = list[tuple[int, "Record"]]()
    try:
        for number, record in enumerate(records, start=1):
            if not chosen.quiet and chosen.game in (None, number):
                if chosen.step:
                    notes = {} if notes_of is None else notes_of(number, record)
                    if not show_steps(record, steps, looks, notes, number):
                        break
                elif full():
                    say("\n".join(playback(record)) + "\n")
                elif len(games) < MAX_GAMES:
                    games.append((number, record))
            if number == chosen.game:
                break
    except KeyboardInterrupt:
        raise ReplayStopped(number) from None
    if chosen.game is not None and number < chosen.game:
        raise click.UsageError(f"there is no game {chosen.game} in {file}: it holds {number}.")
    if len(games) == 1:
        show_screen(game_screen(games[0][0], games[0][1], steps, talk_of(looks, steps)[1]))
    elif games:
        show_screen(games_screen(file, games, number, steps))
    else:
        say(verified_words(number))
