"""`selfcheck` of any game: exact probabilities against simulated deals, or games per second."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from reports.commands.candidates import words_of
from reports.commands.games import tools_of
from reports.commands.options import Whole, format_option, refuse_options, seed_option, told_of
from reports.commands.shell import end
from reports.text.checks import print_bench, print_checks
from tongits_sim.run.numbers import number_word

if TYPE_CHECKING:
    from tongits_sim.core.game import Game


def of_game(game: Game) -> click.Command:
    """The command of a game."""
    words = words_of(game)
    seats = f"The bot in all {number_word(game.seats)} seats."

    @click.command(short_help="Compare deals with exact probabilities, or measure speed.")
    @click.option("--deals", type=Whole(1000, 10**9), default=2_000_000, show_default=True, help="Number of deals.")
    @seed_option("deals")
    @click.option("--speed", is_flag=True, help="Measure games per second instead.")
    @click.option(
        "--games", type=Whole(1000, 10**9), default=500_000, show_default=True, help="Games per run of --speed."
    )
    @click.option(
        "--repeat",
        type=Whole(1, 1000),
        default=5,
        show_default=True,
        help="Number of runs, of which the median is shown.",
    )
    @click.option("--player", default="greedy", show_default=True, type=words["PLAYER"], help=seats)
    @click.option(
        "--rules", "presets", multiple=True, type=words["RULES"], help="Measure only these rules; repeatable."
    )
    @format_option
    @click.pass_context
    @told_of(game)
    def selfcheck(ctx: click.Context, /, speed: bool, form: str, **options: Any) -> None:
        """Compare simulated deals with exact probabilities. Or measure games per second on this machine.

        The comparison fails with exit code 1 if one of them deviates by more than 4.5 standard errors.

        \b
        Examples: {game.command} selfcheck
                  {game.command} selfcheck --speed --rules {game.usual_rules}
        """
        if speed:
            refuse_options(ctx, ("deals", "seed"), "says which deals are checked; leave it out of --speed.")
            _measure(game, options["games"], options["repeat"], options["player"], options["presets"], form)
        else:
            refuse_options(ctx, ("games", "repeat", "player", "presets"), "says what is measured; add --speed.")
            _check(game, options["deals"], options["seed"], form)

    return selfcheck


def _check(game: Game, deals: int, seed: int, form: str) -> None:
    rows = game.selfcheck.run(deals, seed)
    print_checks(f"{game.command} selfcheck".removeprefix("tongits "), rows, deals, seed, form)
    failed = [row.check for row in rows if not row.passed]
    if failed:
        end(f"Error: {len(failed)} of {len(rows)} checks failed: {'; '.join(failed)}", 1)


def _measure(game: Game, games: int, repeat: int, player: str, presets: tuple[str, ...], form: str) -> None:
    from tongits_sim.core.speed import measure

    for preset in presets:
        game.rules.load(preset)
    print_bench(measure(game, tools_of(game).bench, game.bots.load_player(player), games, repeat, presets), form)
