"""The spaces of observations and actions, the same for every seat, table and set of rules."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from tongits_sim.encoding.action_table import N_ACTIONS
from tongits_sim.encoding.observation import N_OBSERVATION


def observation_space() -> spaces.Dict:
    """What a seat is shown: `observation` (uint8) and `action_mask` (int8, 1 for the legal actions)."""
    boxes: dict[str, spaces.Space[Any]] = {
        "observation": spaces.Box(0, 255, (N_OBSERVATION,), np.uint8),
        "action_mask": spaces.Box(0, 1, (N_ACTIONS,), np.int8),
    }
    return spaces.Dict(boxes)


def action_space() -> spaces.Discrete:
    """The numbers of `encoding.action_table`."""
    return spaces.Discrete(N_ACTIONS)
