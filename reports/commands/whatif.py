"""The command `whatif` of any game."""

from __future__ import annotations

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
    page_option,
    players_option_of,
    rules_options_of,
    running_options,
    terms_options_of,
    with_game_name,
)
from reports.commands.progress import ProgressBar
from tongits_sim.run.options import RunOptions
from tongits_sim.run.warmup import to_stderr

if TYPE_CHECKING:
    from tongits_sim.core.game import Game


_WORDS = "tongits.changes"


def of_game(game: Game) -> click.Command:
    words = words_of(game)
    solves = game.has("batch")

    @click.command()
    @click.argument(
        "changes",
        nargs=-1,
        metavar="[KNOB=VALUE ...]",
        type=words["KNOB=VALUE"],
        is_eager=True,
        expose_value=False,
        callback=lambda ctx, _param, words: ctx.meta.update({_WORDS: words}),
    )
    @rules_options_of(game)
    @click.option(
        "--change",
        multiple=True,
        type=words["KNOB=VALUE"],
        callback=_all_changes,
        help='A rule change to measure; repeatable. "a=1,b=2" changes two knobs at once.',
    )
    @click.option(
        "--preset-to", multiple=True, type=words["RULES"], help="Another rule set to compare with; repeatable."
    )
    @_own_options_of(game)
    @click.option("--dry-run", is_flag=True, help="Show the number of games to play, and stop.")
    @players_option_of(game)
    @deals_options(
        "Deals per rule set, each played in every seating" + ("." if solves else " unless all players are the same."),
        "Games per match; the dealer and what lies in a pot go on from game to game.",
        game,
    )
    @running_options
    @terms_options_of(game)
    @page_option
    @format_option
    @with_game_name(game)
    def whatif(**options: Any) -> None:
        """Measure what a change of the house rules does.

        All rule sets play the same deals with the same bots. Changes are measured one by one; with commas between them
        they are made together.

        Example: {game.command} whatif --rules {game.default_rules} {game.change}
        """
        check_playing(options["out"], options["resume"])
        _whatif(game, **options)

    command: click.Command = whatif
    return command


def _all_changes(ctx: click.Context, _param: click.Parameter, changes: tuple[str, ...]) -> tuple[str, ...]:
    """Changes of the argument, then of --change."""
    return (*ctx.meta.get(_WORDS, ()), *changes)


def _own_options_of(game: Game) -> Callable[[Any], Any]:
    """The options for more than a comparison of rule sets: a ranking, metrics, a bankroll."""
    if not game.has("batch"):
        return lambda command: command
    return combined(
        click.option(
            "--all-knobs",
            is_flag=True,
            help="Measure and rank every change of a knob; with a jackpot in matches of 20 games, a twentieth of them.",
        ),
        click.option(
            "--adapt",
            is_flag=True,
            help="Also measure the change for three trained bots, who adapt.",
        ),
        click.option(
            "--rank-by",
            default="dealer_edge",
            show_default=True,
            metavar="METRIC",
            help="Metric by which --all-knobs ranks.",
        ),
        click.option(
            "--metric",
            multiple=True,
            type=words_of(game)["FILE.py:NAME"],
            help="Also measure a metric of your own; repeatable. The file is executed.",
        ),
        click.option(
            "--bankroll",
            type=Number(0.01, 10**9),
            default=None,
            help="Also measure how often a player is ever down this many units in a match; needs --match-games.",
        ),
    )


def _whatif(
    game: Game,
    rules: str,
    settings: tuple[str, ...],
    out: Path | None,
    resume: bool,
    output: Path | None,
    form: str,
    dry_run: bool,
    **options: Any,
) -> None:
    asking = tools_of(game).asking
    if not (options["change"] or options["preset_to"] or options.get("all_knobs")):
        raise click.UsageError(f"nothing is changed; for example: {game.command} whatif {game.change}")
    where = {name: options.pop(name) for name in ("workers", "backend", "scheduler", "bot_timeout")}
    if dry_run:
        click.echo(f"{asking.whatif_cost(rules, settings, **options)} Nothing was played.")
        return
    asked = asking.whatif(rules, settings, **options)
    with ProgressBar() as bar:
        halt = on_ctrl_c()
        run_options = RunOptions(**where, out=out, resume=resume, progress=bar, notice=to_stderr, halt=halt)
        answer = answered(halt, lambda: asked.ask(run_options, options["deals"]))
    if halt.run is not None:
        show_stopped(halt, asking.stopped(answer, caution(halt)), form, asking.print_whatif)
    if output is not None:
        asking.write_report([answer], output)
    asking.print_whatif(answer, form)
