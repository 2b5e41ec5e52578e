"""The spaces of observations and actions, the same for every seat, table and set of rules."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from gymnasium import spaces

from tongits_sim.any_game.rule_errors import shown
from tongits_sim.encoding.action_table import N_ACTIONS
from tongits_sim.encoding.observation import N_OBSERVATION
from tongits_sim.errors import TongitsError


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


def whole(what: str, value: object, low: int, high: int) -> int:
    """A whole number of any integer type, between two bounds.

    Args:
        what: what it should be, for the message.
        value: the number.
        low, high: its bounds.

    Raises:
        TongitsError: it is something else; the message begins with `what` it should be.
    """
    try:
        number = operator.index(value)  # type: ignore[arg-type]  # whatever has none is refused
    except TypeError:
        number = low - 1
    if not low <= number <= high:
        given = value.item() if isinstance(value, np.generic) else value
        raise TongitsError(f"{what} must be a whole number from {low} to {high}, not {shown(given)}")
    return number
