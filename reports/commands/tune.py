"""`tune` of any game: the parameters of a bot, tuned and measured on held-out deals."""

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
from tongits_sim.run.numbers import known, number_word, seconds
from tongits_sim.run.warmup import to_stderr

if TYPE_CHECKING:
    from tongits_sim.core.game import Game
    from tongits_sim.core.tuning import TunedAnswer, TuneStep
    from tongits_sim.run.answers import Estimate


def of_game(game: Game) -> click.Command:
    """The command of a game."""
    words = words_of(game)
    usual = (game.tuned_players or game.default_players).split(",")

    @click.command()
    @click.argument("bot", default=usual[0], metavar="[BOT]", type=words["[BOT]"])
    @click.option(
        "--others",
        default=",".join(usual[1:]),
        show_default=True,
        type=words["A,B,..."],
        help=f"The others at the table; for a list: {game.command} strategies",
    )
    @click.option(
        "--try",
        "tried",
        multiple=True,
        metavar="PARAMETER=V,V,...",
        help="Tune this parameter, trying these values; repeatable.  [default: every parameter, over its range]",
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
        from tongits_sim.core.tuning import tune as run

        check_playing(options["out"], options["resume"])
        sizes = {name: options.pop(name) for name in ("deals", "check_deals", "seed")}
        values = dict(map(values_of, tried)) or None
        with ProgressBar() as bar:
            how = How(**options, progress=bar, notice=to_stderr)
            chosen = game.rules.load(rules, settings)
            answer = run(game, chosen, bot, others, values, **sizes, how=how)
        _print(game, answer, form)

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


def _print(game: Game, answer: TunedAnswer, form: str) -> None:
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
    grid = table("Number", "Before", "Chosen", "Best other value", "Units a game more than before", left=1)
    for step in answer.steps:
        value, lead = best_other(step)
        grid.add_row(step.param, f"{step.before:g}", f"{step.chosen:g}", value, known(lead.mean, lead.ci95))
    show(
        f"Tuned at a table with {', '.join(answer.others)} under {answer.rules}: {answer.deals:,} deals a number, in "
        f"{number_word(game.seats)} rotations. With --format csv there is a row for every value that was tried.",
        grid,
        f"{answer.tuned} earns {known(answer.lead.mean, answer.lead.ci95)} units a game more than {answer.start} on "
        f"{answer.check_deals:,} held-out deals (seed {answer.check_seed}). Played in {seconds(answer.elapsed_s)}.",
    )


def best_other(step: TuneStep) -> tuple[str, Estimate]:
    """The best value of a number but the one it had, and what it earns more."""
    return max(step.tried.items(), key=lambda each: each[1].mean or 0.0)
