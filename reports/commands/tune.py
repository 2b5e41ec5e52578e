"""`tune`, of a game that has tuning: the parameters of a bot, tuned and measured on held-out deals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from reports.commands.candidates import words_of
from reports.commands.options import (
    Whole,
    check_playing,
    format_option,
    rules_options_of,
    running_options,
    seed_option,
    told_of,
)
from reports.commands.progress import ProgressBar
from reports.text.console import print_csv, print_json, show, table
from tongits_sim.run.how import How
from tongits_sim.run.numbers import known, seconds
from tongits_sim.run.warmup import to_stderr

if TYPE_CHECKING:
    from tongits_sim.any_game.game import Game


def of_game(game: Game) -> click.Command:
    """The command of a game."""
    words = words_of(game)

    @click.command()
    @click.argument("bot", default="expert", metavar="[BOT]", type=words["[BOT]"])
    @click.option(
        "--others",
        default=game.words["others to tune with"],
        show_default=True,
        type=words["A,B,..."],
        help=f"The others at the table; for a list: {game.command} strategies",
    )
    @click.option(
        "--try",
        "tried",
        multiple=True,
        metavar="PARAMETER=V,V,...",
        help="Tune this parameter, trying these values; repeatable.  [default: all parameters of expert]",
    )
    @rules_options_of(game)
    @click.option("--deals", "-n", type=Whole(10, 10**9), default=500, show_default=True, help="Deals of each step.")
    @click.option("--check-deals", type=Whole(10, 10**9), default=2_000, show_default=True, help="Held-out deals.")
    @seed_option("deals of the first step")
    @running_options
    @format_option
    @told_of(game)
    def tune(
        bot: str, others: str, tried: tuple[str, ...], rules: str, settings: tuple[str, ...], form: str, **options: Any
    ) -> None:
        """Tune the parameters of a bot, and measure it on held-out deals.

        One parameter after another, each on deals of its own. A value is changed only where another one earns more, by
        more than a standard error. The last line is measured on held-out deals.

        Example: {game.command} tune expert --deals 200
        """
        check_playing(options["out"], options["resume"])
        tuning, bots = game.room("tuning"), game.bots
        sizes = {name: options.pop(name) for name in ("deals", "check_deals", "seed")}
        values = dict(map(values_of, tried)) or tuning.TRIED
        with ProgressBar() as bar:
            how = How(**options, progress=bar, notice=to_stderr)
            chosen = game.rules.load(rules, settings)
            answer = tuning.tune(chosen, bots.load_player(bot), bots.load_players(others), values, **sizes, how=how)
        _print(answer, form)

    return tune


def values_of(text: str) -> tuple[str, tuple[float, ...]]:
    """A parameter's name and values from PARAMETER=V,V,... Raises click.UsageError.

    >>> values_of("open_at=1,2.5")
    ('open_at', (1.0, 2.5))
    """
    name, equals, rest = text.partition("=")
    try:
        values = tuple(float(each) for each in rest.split(","))
    except ValueError:
        values = ()
    if not equals or not values:
        raise click.UsageError(f"{text!r} names no values: write PARAMETER=V,V,...")
    return name.strip(), values


def _print(answer: Any, form: str) -> None:
    if form == "json":
        print_json(answer.to_dict())
        return
    rows = [
        {
            "number": step.param,
            "seed": step.seed,
            "before": step.before,
            "chosen": step.chosen,
            "value": value,
            "lead": lead,
        }
        for step in answer.steps
        for value, lead in step.tried.items()
    ]
    if form == "csv":
        print_csv(rows)
        return
    grid = table("Number", "Seed", "Before", "Chosen", "Tried: units a game more than before", left=1)
    for step in answer.steps:
        tried = "; ".join(f"{value}: {known(lead.mean, lead.ci95)}" for value, lead in step.tried.items())
        grid.add_row(step.param, f"{step.seed}", f"{step.before:g}", f"{step.chosen:g}", tried)
    show(
        f"Tuned at a table with {', '.join(answer.others)} under {answer.rules}: {answer.deals:,} walls a number, in "
        "four rotations.",
        grid,
        f"{answer.tuned} earns {known(answer.lead.mean, answer.lead.ci95)} units a game more than {answer.start} on "
        f"{answer.check_deals:,} held-out walls (seed {answer.check_seed}). Played in {seconds(answer.elapsed_s)}.",
    )
