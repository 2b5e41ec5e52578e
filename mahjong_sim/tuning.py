"""Tunes the numbers of a mahjong bot."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from mahjong_sim.bots.registry import TRIED, load_player, load_players
from mahjong_sim.bots.strategy import Player
from mahjong_sim.experiments.paired import leads
from mahjong_sim.game.state import SEATS
from mahjong_sim.rules import RuleSet, rules_of
from tongits_sim.experiments.tuning import Tried, TunedAnswer, values_to_try
from tongits_sim.experiments.tuning import tune as tuned
from tongits_sim.run.arguments import public
from tongits_sim.run.run_options import RunOptions


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
    """Tune the numbers of a bot against three opponents who do not change; see `tongits_sim.experiments.tuning`.

    Args:
        rules: house rules, or what `load` takes.
        bot: the bot before tuning, a player or a spec.
        others: the opponents, players or specs.
        tried: values of each number, in the order of tuning; by default those of `TRIED`.
        deals: deals of each step.
        check_deals: held-out deals.
        seed: of the first step's deals.
        run_options: where to play.

    Raises TongitsError: the table is not full, or the bot lacks a number.
    """
    start = load_player(bot) if isinstance(bot, str) else bot
    house_rules = rules_of(rules)
    return tuned(
        functools.partial(leads, house_rules),
        house_rules.name,
        start,
        tuple(load_players(others, SEATS - 1)),
        values_to_try(start, tried, TRIED, "tongits mahjong strategies"),
        command="mahjong tune",
        deals=deals,
        check_deals=check_deals,
        seed=seed,
        run_options=run_options,
    )
