"""Shared parts of both environments: spaces of observations and actions, a check of numbers, the first compilation."""

from __future__ import annotations

import contextlib
import operator
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces

from tongits_sim.compile import jit
from tongits_sim.errors import TongitsError
from tongits_sim.run.compiling import alone, timed, to_stderr
from tongits_sim.run.numbers import abbreviated
from tongits_sim.strategy import Player
from tongits_sim.table.action_numbers import N_ACTIONS
from tongits_sim.table.observation import N_OBSERVATION


def observation_space() -> spaces.Dict:
    """The space of `observation` (uint8) and `action_mask` (int8, 1: legal)."""
    boxes: dict[str, spaces.Space[Any]] = {
        "observation": spaces.Box(0, 255, (N_OBSERVATION,), np.uint8),
        "action_mask": spaces.Box(0, 1, (N_ACTIONS,), np.int8),
    }
    return spaces.Dict(boxes)


def action_space() -> spaces.Discrete:
    """The space of actions: numbers 0 .. N_ACTIONS - 1 (table/choices.py)."""
    return spaces.Discrete(N_ACTIONS)


def integer_between(what: str, value: object, low: int, high: int) -> int:
    """Convert a value of any integer type. Raises TongitsError: it is not a whole number from `low` to `high`."""
    try:
        number = operator.index(value)  # type: ignore[arg-type]  # other values raise TypeError
    except TypeError:
        number = low - 1
    if not low <= number <= high:
        given = value.item() if isinstance(value, np.generic) else value
        raise TongitsError(f"{what} must be a whole number from {low} to {high}, not {abbreviated(given)}")
    return number


@contextlib.contextmanager
def warm(bots: Sequence[Player], tag: str = "envs") -> Iterator[None]:
    """Context for compiling the kernels of an environment, at the first time with a notice on the standard error.

    Args:
        bots: their hooks are compiled too. tag: name of the environment.
    """
    if jit.compiled_before(tag):
        yield
        return
    with alone(to_stderr):
        to_stderr("Compiling the environment, once: about a minute ... ")
        with timed(to_stderr):
            for bot in bots:
                bot.addresses()
            yield
        jit.mark_compiled(tag)
