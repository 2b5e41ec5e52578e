"""`resume`, which plays branches, specialised for rules and bots (`designs/specialised.py`)."""

from __future__ import annotations

import numpy as np

from tongits_sim.designs.batch.kernel import play_seated
from tongits_sim.designs.forks.layout import FAULTY, STEER_DTYPE, STOP_NEVER
from tongits_sim.designs.forks.resume import go_on
from tongits_sim.designs.specialised import Text, house_rules, no_log
from tongits_sim.game.asking import note_fault
from tongits_sim.game.engine import apply
from tongits_sim.game.state import DECISION_OVER, NOBODY
from tongits_sim.jit import c_kernel

RESUME = "tongits_sim.designs.forks.specialised:RESUMING"
"""Continues a game from any decision: `branch.resume`."""


@c_kernel
def _resume(game, view, rules, log, table, steer):
    """As `resume`; what nothing stops or steers is played by the engine of batches, which asks without returning."""
    if steer.stop != STOP_NEVER or steer.rule_seat != NOBODY or steer.hold_seat != NOBODY or steer.pending == 0:
        return go_on(game, view, house_rules(), no_log(), table, steer)
    steer.pending = 0
    decision = np.int64(view.decision)
    reason = apply(game, view, house_rules(), no_log(), steer.action)
    if reason != 0:
        note_fault(table, np.int64(view.me), decision, reason)
        return FAULTY
    return DECISION_OVER if play_seated(game, view, house_rules(), no_log(), table) == 0 else FAULTY


RESUMING = Text(_resume, (STEER_DTYPE,))
