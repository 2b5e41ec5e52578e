"""Small jobs with one seat that is shown hidden cards."""

from __future__ import annotations

from typing import Any

from strategies import load_player
from tongits_sim.game.state import DECISIONS
from tongits_sim.rules import load
from tongits_sim.thinking.knowing.job import Arm, KnowingJob


def knowing(shown: str = "hands", thinks: tuple[str, ...] = DECISIONS, **changes: Any) -> KnowingJob:
    """A job with one arm and few deals."""
    player = load_player(changes.pop("player", "greedy"))
    settings = {"games": 30, "worlds": 8} | changes
    return KnowingJob(load(settings.pop("rules", "pagat")), player, (Arm(shown, thinks),), **settings)
