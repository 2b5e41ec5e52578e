"""The folder never challenges: it pays the small price of a draw every time and goes to a showdown only with its own
calls.
"""

from __future__ import annotations

from dataclasses import replace

from strategies.greedy import GREEDY
from strategies.helpers import never
from tongits_sim.strategy import Param

FOLDER = replace(
    GREEDY,
    name="folder",
    summary="Never challenges a call.",
    hooks=replace(GREEDY.hooks, respond=never),
    params=(Param("call_at", 30, 0, 130, "largest count with which it calls a draw"),),
)
