"""The eager caller: it opens early and calls a draw as soon as it may, with almost any low count."""

from __future__ import annotations

from dataclasses import replace

from strategies.greedy import GREEDY
from tongits_sim.strategy import Param

CALLER = replace(
    GREEDY,
    name="caller",
    summary="Eager to call: ends the game by a draw with counts that others would keep playing.",
    params=(
        Param("call_at", 60, 0, 130, "largest count with which it calls a draw"),
        Param("challenge_at", 24, 0, 130, "largest count with which it challenges a call"),
    ),
)
