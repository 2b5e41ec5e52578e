"""The fighter challenges nearly every call, even at a high cost if the caller was honest."""

from __future__ import annotations

from dataclasses import replace

from strategies.greedy import GREEDY
from tongits_sim.strategy import Param

FIGHTER = replace(
    GREEDY,
    name="fighter",
    summary="Challenges nearly every call.",
    params=(
        Param("call_at", 30, 0, 130, "largest count with which it calls a draw"),
        Param("challenge_at", 70, 0, 130, "largest count with which it challenges a call"),
    ),
)
