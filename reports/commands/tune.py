"""`tune` of any game: tune the parameters of a bot, and measure it on held-out deals."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

import click

from analyses.money import unit_name
from analyses.words import Screen, Table, columns, earned, moved, sure
from reports.commands.candidates import words_of
from reports.commands.options import (
    Count,
    check_playing,
    format_option,
    rules_options_of,
    running_options,
    seed_option,
    with_game_name,
)
from reports.commands.progress import ProgressBar
from reports.text.console import print_csv, print_json, show_screen
from tongits_sim.run.options import RunOptions
from tongits_sim.run.warmup import to_stderr

if TYPE_CHECKING:
    from tongits_sim.core.game import Game
    from tongits_sim.core.tuning import TunedAnswer


def of_game(game: Game) -> click.Command:
    words = words_of(game)
    usual = (game.tuned_players or game.default_players).split(",")

    @click.command()
    @click.argument("bot", default=usual[0], metavar="[BOT]", type=words["[BOT]"])
    @click.option(
        "--others",
        default=",".join(usual[1:]),
        show_default=True,
        type=words["A,B,..."],
        help=f"The other players at the table; for a list: {game.command} strategies",
    )
    @click.option(
        "--try",
        "tried",
        multiple=True,
        metavar="PARAMETER=V,V,...",
        help="Tune this parameter, trying these values; repeatable.  [default: every parameter, over its range]",
    )
    @rules_options_of(game)
    @click.option("--deals", "-n", type=Count(10, 10**9), default=500, show_default=True, help="Deals of each step.")
    @click.option("--check-deals", type=Count(10, 10**9), default=2_000, show_default=True, help="Held-out deals.")
    @seed_option("deals of the first step")
    @running_options
    @format_option
    @with_game_name(game)
    def tune(
        bot: str, others: str, tried: tuple[str, ...], rules: str, settings: tuple[str, ...], form: str, **options: Any
    ) -> None:
        """Tune the parameters of a bot, and measure it on held-out deals.

        Tunes one parameter after another, each on new deals. A value is changed only if the new value earns more, by
        more than a standard error. The gain is measured on held-out deals.

        Example: {game.command} tune expert --deals 200
        """
        from tongits_sim.core.tuning import tune as run

        check_playing(options["out"], options["resume"])
        sizes = {name: options.pop(name) for name in ("deals", "check_deals", "seed")}
        values = dict(map(values_of, tried)) or None
        with ProgressBar() as bar:
            run_options = RunOptions(**options, progress=bar, notice=to_stderr)
            chosen = game.rules.load(rules, settings)
            answer = run(game, chosen, bot, others, values, **sizes, run_options=run_options)
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
    show_screen(screen(game, answer), [every_value(answer)])


def screen(game: Game, answer: TunedAnswer) -> Screen:
    """The best parameters, and their gain on other deals."""
    bot, others = answer.start.partition("(")[0], ", ".join(answer.others)
    heading = f"{answer.rules} · {bot} beside {others} · {answer.deals:,} deals a number · seed {answer.seed}"
    new = ", ".join(f"{step.param}={step.chosen:g}" for step in answer.steps if step.chosen != step.before)
    if not new:
        says = f"{answer.start} stays as it is: no other value earns more for sure."
    elif sure(answer.lead):
        says = f"{bot} plays better with {new}: {earned(answer.lead, False)} {unit_name()} a game more."
    else:
        says = f"Whether {bot} plays better with {new} is not sure: {earned(answer.lead)} {unit_name()} a game."
    cells = {
        "number": lambda step: step.param,
        "was": lambda step: f"{step.before:g}",
        "best": lambda step: f"{step.chosen:g}",
        "gain alone": lambda step: earned(step.tried[f"{step.chosen:g}"]) if step.chosen != step.before else "",
    }
    table = columns("steps", "The numbers", answer.steps, cells)
    if len(table.rows) > MAX_ROWS:
        table.rows = [row for row in table.rows if row[3]][:MAX_ROWS]
    notes = [f"The gain is measured on {answer.check_deals:,} other deals, beside these players only."]
    if new:
        words = [answer.start, answer.tuned, *answer.others]
        notes.append(f"Use it: {game.command} compare {' '.join(dict.fromkeys(map(shlex.quote, words)))}")
    return Screen(heading, says, [table], [*notes, "Every value tried: --full"])


MAX_ROWS = 12  # of the screen; then numbers that changed alone


def every_value(answer: TunedAnswer) -> Table:
    rows = [(step, tried, lead) for step in answer.steps for tried, lead in step.tried.items()]
    cells = {
        "number": lambda row: row[0].param,
        "value": lambda row: row[1],
        "more than before": lambda row: moved(row[2]),
    }
    return columns("tried", "Every value tried", rows, cells)
