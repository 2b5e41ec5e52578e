"""Tongits as a value: its rules and kernels with its bots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, cast

from tongits_sim.core.game import Game

if TYPE_CHECKING:
    from tongits_sim.core.game import BotsRoom, RulebookRoom, RulesRoom


class Tongits(Game):
    """The game of this program."""

    name = "tongits"
    title = "Tongits"
    command = "tongits"
    seats = 3
    usual_rules = "pagat"
    usual_players = "greedy,caller,hunter"
    usual_games = 100_000
    usual_deals = 20_000
    takes_stakes = True
    words: ClassVar[Mapping[str, str]] = {
        "presets": "presets, and the overlays that can be added to them",
        "rules": "preset, preset+overlay or TOML file",
        "some rules": "pagat+joker",
        "other rules": "online",
        "carried": "dealer, jackpot and winning streak carry over",
        "stopped game": "A game that a bot's fault ends is shown as text on stderr, up to the fault and with the line "
        "that failed",
        "measured": "The effects on the dealer's edge, endings, sunog, game length and skill are measured.",
        "some changes": "--change call.timing=end --change pay.tongits=6",
        "seating": "seating",
        "compared": "Every three of them play at a table.",
        "some bots": "greedy caller hunter --baseline greedy",
        "question": "calls --rules pagat",
        "batch jobs": "simulate, compare, whatif, analyze and tournament",
        "batch file": "docs/examples/batch.toml",
        "rule": "R9.2",
        "a rule": "R9, or a part of one such as R9.2",
        "knob": "call.timing",
        "group": "call",
    }

    @property
    def rules(self) -> RulesRoom:
        from tongits_sim import rules

        return cast("RulesRoom", rules)

    @property
    def rulebook(self) -> RulebookRoom:
        from tongits_sim.rules import rulebook

        return rulebook

    @property
    def bots(self) -> BotsRoom:
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
