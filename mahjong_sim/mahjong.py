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
        "playing": "mahjong_sim.designs.playing",
        "answers": "mahjong_sim.designs.answers",
    },
    sources=(
        "mahjong_sim/*.py",
        *(f"mahjong_sim/{room}/**/*.py" for room in ("bots", "designs", "game", "hands", "rules")),
    ),
)
"""The second game."""
