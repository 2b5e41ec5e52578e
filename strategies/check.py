"""Checks a bot and reports its faults in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from strategies.registry import load_player
from tongits_sim.compile.hooks import HookError, bounds_checked
from tongits_sim.errors import TongitsError
from tongits_sim.experiments.batch import BatchJob, match_length
from tongits_sim.game.state import DECISIONS
from tongits_sim.rules import RuleSet
from tongits_sim.run.compiling import silent
from tongits_sim.run.faults import BotFault
from tongits_sim.run.run import run_job
from tongits_sim.run.run_options import RunOptions
from tongits_sim.strategy import Player

OPPONENTS = ("greedy", "random")


def problems(spec: str, rules: Sequence[RuleSet], games: int, seed: int = 1, bot_timeout: float = 60.0) -> list[str]:
    """The faults of a bot, a sentence each; empty for a sound bot.

    Its hooks are compiled with checks of every index. Then it plays `games` games against greedy and random under each
    set of rules, twice; both runs must agree.

    Args:
        spec: the bot, as on the command line. games: games under each set of rules. seed: 0 .. 2**64 - 1. bot_timeout:
        seconds to wait for a bot that does not respond.

    Raises:
        BotFault: the bot does not respond, and its thread cannot be stopped. TongitsError: the bot cannot be loaded.
    """
    with bounds_checked():
        player = load_player(spec)
        return list(_compile_faults(player)) or list(_play_faults(player, rules, games, seed, bot_timeout))


def _compile_faults(player: Player) -> Iterator[str]:
    for decision in DECISIONS:
        try:
            player.address(decision)
        except HookError as error:
            yield str(error)


def _play_faults(player: Player, rules: Sequence[RuleSet], games: int, seed: int, bot_timeout: float) -> Iterator[str]:
    run_options = RunOptions(workers=1, notice=silent, bot_timeout=bot_timeout)
    for house in rules:
        seated = (player, *(load_player(name) for name in OPPONENTS))
        job = BatchJob(house, seated, games, seed, match_length(house, None))
        try:
            first, second = (run_job(job, run_options).totals for _ in range(2))
        except BotFault as stop:
            if stop.hangs:
                raise
            yield f"under {house.name} {stop.fault.sentence()}"
        except TongitsError as error:
            yield f"under {house.name}: {error}"
        else:
            if any(not np.array_equal(first[name], second[name]) for name in first):
                yield (
                    f"under {house.name} the same {games} games came out differently the second time: its answers "
                    "depend on something other than view and params"
                )
