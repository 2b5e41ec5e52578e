"""The command `tune`: tune the parameters of a bot."""

from __future__ import annotations

from typing import Any

import click

from mahjong_sim.commands.options import WORDS, rules_options
from reports.commands.compared import others_option_of
from reports.commands.printing_options import format_option
from reports.commands.progress import ProgressBar
from reports.commands.running_options import pop_running_options, running_options
from reports.commands.tune import sizes_options, tried_option, values_of
from tongits_sim.run.compiling import to_stderr
from tongits_sim.run.run_options import RunOptions


@click.command()
@click.argument("bot", default="expert", metavar="[BOT]", type=WORDS["[BOT]"])
@others_option_of(WORDS, "greedy,caller,defender", "tongits mahjong")
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

    Example: tongits mahjong tune expert --deals 200
    """
    from mahjong_sim.rules import load
    from mahjong_sim.tuning import tune as run
    from reports.text.tuned import print_tuned

    where = pop_running_options(options)
    with ProgressBar() as bar:
        answer = run(
            load(rules, settings),
            bot,
            others,
            dict(map(values_of, tried)) or None,
            deals=deals,
            check_deals=check_deals,
            seed=seed,
            run_options=RunOptions(**where, progress=bar, notice=to_stderr),
        )
    print_tuned(answer, form)
