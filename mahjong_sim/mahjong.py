"""Visayan mahjong as a value: its rules, kernels and bots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, cast

from tongits_sim.core.game import Game

if TYPE_CHECKING:
    from tongits_sim.core.game import BotsRoom, PlayingRoom, RulebookRoom, RulesRoom


class Mahjong(Game):
    """The second game."""

    name = "mahjong"
    title = "Visayan mahjong"
    command = "tongits mahjong"
    seats = 4
    usual_rules = "visayan"
    usual_players = "greedy,greedy,greedy,greedy"
    usual_games = 20_000
    usual_deals = 5_000
    sources = (
        "mahjong_sim/*.py",
        *(f"mahjong_sim/{room}/**/*.py" for room in ("bots", "designs", "game", "hands", "rules")),
    )
    words: ClassVar[Mapping[str, str]] = {
        "some rules": "visayan_jokers",
        "other rules": "manila",
        "carried": "mano (the dealer) and the pot carry over",
        "question": "payouts --deals 500",
        "batch jobs": "simulate, compare, whatif and analyze",
        "batch file": "docs/examples/mahjong_batch.toml",
        "bot to tune": "expert",
        "others to tune with": "greedy,caller,defender",
        "some changes": "pay.discarder=1 joker.play=true",
        "compared": "Each in turn sits with the same three others.",
        "some bots": "greedy caller",
        "rule": "V9",
        "a rule": "V9",
        "knob": "win.several",
        "group": "win",
    }

    @property
    def rules(self) -> RulesRoom:
        from mahjong_sim import rules

        return cast("RulesRoom", rules)

    @property
    def rulebook(self) -> RulebookRoom:
        from mahjong_sim.rules import rulebook

        return rulebook

    @property
    def bots(self) -> BotsRoom:
        from mahjong_sim.bots import registry

        return registry

    @property
    def playing(self) -> PlayingRoom:
        from mahjong_sim.designs import playing

        return cast("PlayingRoom", playing)

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
