"""The miser avoids risk: it never calls, and challenges only with a count that hardly anybody can beat."""

from __future__ import annotations

from dataclasses import replace

from strategies.greedy import GREEDY
from strategies.greedy import respond as challenge_when_low
from strategies.helpers import never
from tongits_sim.strategy import Param

MISER = replace(
    GREEDY,
    name="miser",
    summary="Never calls, and folds unless it is nearly certain to win.",
    hooks=replace(GREEDY.hooks, call=never, respond=challenge_when_low),
    params=(Param("challenge_at", 2, 0, 130, "largest count with which it challenges a call"),),
)
