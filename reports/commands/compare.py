"""The command `compare` of any game."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from reports.commands.candidates import words_of
from reports.commands.games import tools_of
from reports.commands.interrupt import answered, caution, on_ctrl_c, show_stopped
from reports.commands.options import (
    Number,
    check_playing,
    combined,
    deals_options,
    format_option,
    named_players,
    names_option_of,
    page_option,
    rules_options_of,
    running_options,
    terms_options_of,
    with_game_name,
)
from reports.commands.progress import ProgressBar
from tongits_sim.bots.bot_list import split_specs
from tongits_sim.run.options import RunOptions
from tongits_sim.run.warmup import to_stderr

if TYPE_CHECKING:
    from tongits_sim.core.game import Game

_HOW = ("workers", "backend", "scheduler", "out", "resume", "bot_timeout")


def of_game(game: Game) -> click.Command:
    deals = (
        "Deals per table of three, each played in every seating; the maximum if the run may stop early."
        if game.has("batch")
        else "Deals, each played in every rotation of the seats."
    )

    @click.command()
    @click.argument(
        "players",
        nargs=-1,
        required=True,
        metavar="A B [C ...]",
        type=words_of(game)["A B [C ...]"],
        callback=functools.partial(_all_players, game),
    )
    @names_option_of(game)
    @_own_options_of(game)
    @rules_options_of(game)
    @deals_options(deals, "Games per match; the dealer and what lies in a pot go on from game to game.", game)
    @running_options
    @terms_options_of(game)
    @page_option
    @format_option
    @with_game_name(game)
    def compare(**options: Any) -> None:
        """Compare bots on the same deals in every seating.

        A file bots/shy.py stands for all bots that it defines, a folder for all bots of its files (they are executed).
        {game.at_tables}

        Example: {game.command} compare greedy caller --rules {game.default_rules} --deals 20k
        """
        check_playing(options["out"], options["resume"])
        _compare(game, **options)

    command: click.Command = compare
    return command


def _all_players(game: Game, ctx: click.Context, param: click.Parameter, players: tuple[str, ...]) -> Any:
    """Replace files and folders by their bots, and set the names of `--as`."""
    if ctx.resilient_parsing:
        return players
    from strategies.collection import specs_of

    words = [word for text in players for word in split_specs(text)]
    specs = tuple(spec for word in words for spec in specs_of(word, game.bots, to_stderr))
    return named_players(ctx, param, specs)


def _own_options_of(game: Game) -> Callable[[Any], Any]:
    """For Tongits the options of a comparison at all tables of three; for other games `--others`."""
    if not game.has("batch"):
        return click.option(
            "--others",
            default=game.default_players.partition(",")[2],
            show_default=True,
            type=words_of(game)["A,B,..."],
            help=f"The others at every table; for a list: {game.command} strategies",
        )
    return combined(
        click.option(
            "--baseline", default=None, type=words_of(game)["PLAYER"], help="Compare every other player with this one."
        ),
        click.option(
            "--stop-at-width",
            type=Number(0, 10**9),
            default=None,
            metavar="H",
            help="Stop once every difference is known to within H units.",
        ),
        click.option("--monitor", is_flag=True, help="Stop once every difference is decided."),
        click.option(
            "--confirm", is_flag=True, help="Replicate with a second seed; report only verdicts that both support."
        ),
        click.option("--all-triples", is_flag=True, help="Include tables at which one bot plays twice."),
    )


def _compare(
    game: Game,
    players: tuple[str, ...],
    rules: str,
    settings: tuple[str, ...],
    output: Path | None,
    form: str,
    **options: Any,
) -> None:
    asking = tools_of(game).asking
    specs = [spec for text in players for spec in split_specs(text)]
    where = {name: options.pop(name) for name in _HOW}
    asked = asking.compare(game.rules.load(rules, settings), specs, **options)
    halt = None if options.get("confirm") else on_ctrl_c()  # --confirm needs both seeds
    with ProgressBar() as bar:
        run_options = RunOptions(**where, progress=bar, notice=to_stderr, halt=halt)
        answer = answered(halt, lambda: asked.ask(run_options, options["deals"]))
    if halt is not None and halt.run is not None:
        show_stopped(halt, asking.stopped(answer, caution(halt)), form, asking.print_comparison)
    if output is not None:
        asking.write_report([answer], output)
    asking.print_comparison(answer, form)
