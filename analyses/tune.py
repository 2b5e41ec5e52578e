"""Tunes the numbers of a Tongits bot."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from strategies.registry import load_player, load_players
from tongits_sim.experiments.paired_estimates import leads
from tongits_sim.experiments.tuning import Tried, TunedAnswer, values_to_try
from tongits_sim.experiments.tuning import tune as tuned
from tongits_sim.rules import RuleSet, load
from tongits_sim.run.arguments import public
from tongits_sim.run.run_options import RunOptions
from tongits_sim.strategy import Player


@public
def tune(
    rules: RuleSet | str,
    bot: Player | str,
    others: str | Sequence[Player | str],
    tried: Tried | None = None,
    *,
    deals: int = 1_000,
    check_deals: int = 4_000,
    seed: int = 1,
    run_options: RunOptions | None = None,
) -> TunedAnswer:
    """Tune the numbers of a bot against two opponents who do not change.

    Each number is tuned in turn on its own deals, and the result is measured on held-out deals.

    Args:
        rules: house rules, or what `load` takes.
        bot: the bot before tuning, a player or a spec.
        others: the opponents, players or specs.
        tried: values of each number, in the order of tuning; by default some over its whole range.
        deals: deals of each step.
        check_deals: held-out deals.
        seed: of the first step's deals.
        run_options: where to play.

    Raises TongitsError: the table is not full, or the bot lacks a number.
    """
    start = load_player(bot) if isinstance(bot, str) else bot
    house_rules = load(rules) if isinstance(rules, str) else rules
    return tuned(
        functools.partial(leads, house_rules),
        house_rules.name,
        start,
        tuple(load_players(others, 2)),
        values_to_try(start, tried, {}, "tongits strategies"),
        deals=deals,
        check_deals=check_deals,
        seed=seed,
        run_options=run_options,
    )
