"""Tongits as a value."""

from __future__ import annotations

from tongits_sim.any_game.game import Game

TONGITS = Game(
    name="tongits",
    title="Tongits",
    command="tongits",
    seats=3,
    usual_rules="pagat",
    usual_players="greedy,caller,hunter",
    rooms={"rules": "tongits_sim.rules", "bots": "strategies"},
)
"""The game of this program; upper packages are named, and imported when they are asked for."""
