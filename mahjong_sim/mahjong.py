"""Visayan mahjong as a `Game`: its rules, kernels and bots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from tongits_sim.core.game import Game

if TYPE_CHECKING:
    from tongits_sim.core.game import BotsOfGame, GameKernels, RulebookOfGame, RulesOfGame


class Mahjong(Game):
    name = "mahjong"
    title = "Visayan mahjong"
    command = "tongits mahjong"
    seats = 4
    default_rules = "visayan"
    default_players = "greedy,greedy,greedy,greedy"
    usual_games = 20_000
    usual_deals = 5_000
    sources = (
        "mahjong_sim/*.py",
        *(f"mahjong_sim/{room}/**/*.py" for room in ("bots", "designs", "game", "hands", "rules")),
    )
    tuned_players = "expert,greedy,caller,defender"
    other_rules = "manila"
    rule = "V9"
    knob = "win.several"
    change = "pay.discarder=1"

    @property
    def rules(self) -> RulesOfGame:
        from mahjong_sim import rules

        return cast("RulesOfGame", rules)

    @property
    def rulebook(self) -> RulebookOfGame:
        from mahjong_sim.rules import rulebook

        return rulebook

    @property
    def bots(self) -> BotsOfGame:
        from mahjong_sim.bots import registry

        return registry

    @property
    def playing(self) -> GameKernels:
        from mahjong_sim.designs import playing

        return cast("GameKernels", playing)

    @property
    def answers(self) -> Any:
        from mahjong_sim.designs import answers

        return answers

    @property
    def selfcheck(self) -> Any:
        from mahjong_sim import selfcheck

        return selfcheck


MAHJONG = Mahjong()
"""The second game."""
