"""Visayan mahjong as a value."""

from __future__ import annotations

from tongits_sim.any_game.game import Game

MAHJONG = Game(
    name="mahjong",
    title="Visayan mahjong",
    command="tongits mahjong",
    seats=4,
    usual_rules="visayan",
    usual_players="greedy,greedy,greedy,greedy",
    rooms={
        "rules": "mahjong_sim.rules",
        "bots": "mahjong_sim.bots.registry",
        "questions": "mahjong_sim.questions",
        "presenters": "mahjong_sim.words",
        "page": "mahjong_sim.words.page",
        "selfcheck": "mahjong_sim.selfcheck",
    },
)
"""The second game."""
