"""The `Game` of Tongits: its rules, kernels and bots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from tongits_sim.core.game import Game

if TYPE_CHECKING:
    from tongits_sim.core.game import BotsOfGame, RulebookOfGame, RulesOfGame


class Tongits(Game):
    """The game of this program."""

    name = "tongits"
    title = "Tongits"
    command = "tongits"
    seats = 3
    default_rules = "pagat"
    default_players = "greedy,caller,hunter"
    usual_games = 100_000
    usual_deals = 20_000
    takes_stakes = True
    other_rules = "online"
    rule = "R9"
    knob = "call.timing"
    change = "call.timing=end"
    at_tables = "Every three of them play at a table."

    @property
    def rules(self) -> RulesOfGame:
        from tongits_sim import rules

        return cast("RulesOfGame", rules)

    @property
    def rulebook(self) -> RulebookOfGame:
        from tongits_sim.rules import rulebook

        return rulebook

    @property
    def bots(self) -> BotsOfGame:
        from strategies import registry

        return registry

    @property
    def batch(self) -> Any:
        from tongits_sim.experiments import batch as job

        return job

    @property
    def paired(self) -> Any:
        from tongits_sim.experiments import paired_estimates as estimates

        return estimates

    @property
    def board(self) -> Any:
        from tongits_sim.experiments import warmup

        return warmup

    @property
    def bot_check(self) -> Any:
        from strategies import check

        return check

    @property
    def selfcheck(self) -> Any:
        from tongits_sim.experiments import selfcheck

        return selfcheck


TONGITS = Tongits()
"""The game of this program."""
