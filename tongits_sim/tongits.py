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
    rooms={
        "rules": "tongits_sim.rules",
        "bots": "strategies",
        "questions": "analyses.questions",
        "presenters": "reports.questions",
        "page": "reports.page.tongits",
        "selfcheck": "tongits_sim.selfcheck",
    },
)
"""The game of this program; upper packages are named, and imported when they are asked for."""
