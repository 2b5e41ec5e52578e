"""The command `tune`: tune the parameters of a bot, and measure it on held-out deals."""

from __future__ import annotations

from typing import Any

import click

from reports.commands.candidates import WORDS
from reports.commands.compared import others_option_of
from reports.commands.option_groups import combined
from reports.commands.options import chosen_rules, rules_options, seed_option
from reports.commands.printing_options import format_option
from reports.commands.progress import ProgressBar
from reports.commands.running_options import pop_running_options, running_options
from reports.commands.value_types import Count
from reports.text.tuned import print_tuned
from strategies.registry import USUAL_PLAYERS
from tongits_sim.run.compiling import to_stderr
from tongits_sim.run.run_options import RunOptions

_BOT, _, _OTHERS = USUAL_PLAYERS.partition(",")
tried_option = click.option(
    "--try",
    "tried",
    multiple=True,
    metavar="PARAMETER=V,V,...",
    help="Tune this parameter, trying these values; repeatable.  [default: every parameter, over its range]",
)
sizes_options = combined(
    click.option("--deals", "-n", type=Count(10, 10**9), default=500, show_default=True, help="Deals of each step."),
    click.option("--check-deals", type=Count(10, 10**9), default=2_000, show_default=True, help="Held-out deals."),
    seed_option("deals of the first step"),
)


@click.command()
@click.argument("bot", default=_BOT, metavar="[BOT]", type=WORDS["[BOT]"])
@others_option_of(WORDS, _OTHERS, "tongits")
@tried_option
@rules_options
@sizes_options
@running_options
@format_option
def tune(
    bot: str,
    others: str,
    tried: tuple[str, ...],
    rules: str,
    settings: tuple[str, ...],
    deals: int,
    check_deals: int,
    seed: int,
    form: str,
    **options: Any,
) -> None:
    """Tune the parameters of a bot, and measure it on held-out deals.

    Tunes one parameter after another, each on new deals. A value is changed only if the new value earns more, by
    more than a standard error. The gain is measured on held-out deals.

    Example: tongits tune expert --deals 200
    """
    from analyses.tune import tune as run

    where = pop_running_options(options)
    with ProgressBar() as bar:
        answer = run(
            chosen_rules(rules, settings),
            bot,
            others,
            dict(map(values_of, tried)) or None,
            deals=deals,
            check_deals=check_deals,
            seed=seed,
            run_options=RunOptions(**where, progress=bar, notice=to_stderr),
        )
    print_tuned(answer, form)


def values_of(text: str) -> tuple[str, tuple[float, ...]]:
    """A parameter's name and values from PARAMETER=V,V,... Raises click.UsageError.

    >>> values_of("open_at=1,2.5")
    ('open_at', (1.0, 2.5))
    """
    name, equals, rest = text.partition("=")
    try:
        values = tuple(float(number) for number in rest.split(","))
    except ValueError:
        values = ()
    if not equals or not values:
        raise click.UsageError(f"{text!r} names no values: write PARAMETER=V,V,...")
    return name.strip(), values
