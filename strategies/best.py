"""The strongest player of the program: it thinks as `rollout` does, with `learned` on all seats of its thoughts. Where
it finds nothing better, its calls and challenges are solved and its card play is what games have taught.
"""

from __future__ import annotations

from dataclasses import replace

from strategies.rollout import ROLLOUT
from tongits_sim.strategy import Param

BEST = replace(
    ROLLOUT,
    name="best",
    summary="Thinks as rollout does, with learned play in its thoughts: the strongest, and the slowest.",
    params=(ROLLOUT.params[0], Param("field", 3, 0, 3, ROLLOUT.params[1].meaning), *ROLLOUT.params[2:]),
)
