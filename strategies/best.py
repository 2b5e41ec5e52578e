"""It searches as `rollout` does, with `learned` on all seats of its rollouts. Where it finds nothing better, it plays
as `learned` does. It earns more than `learned` and `solved` beside two of either; beside `greedy` it is not ahead
of `rollout`.
"""

from __future__ import annotations

from dataclasses import replace

from strategies.rollout import ROLLOUT
from tongits_sim.strategy import Param

BEST = replace(
    ROLLOUT,
    name="best",
    summary="Searches as rollout does, with learned in its rollouts: strong beside players like it, and slow.",
    params=(ROLLOUT.params[0], Param("field", 3, 0, 3, ROLLOUT.params[1].meaning), *ROLLOUT.params[2:]),
)
