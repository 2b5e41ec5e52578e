"""Memory lives as long as the record that holds its address."""

from __future__ import annotations

import weakref

import numpy as np

from tongits_sim.any_game.keep_alive import keep_alive


class Parameters(np.ndarray):
    """An array that can be watched."""


def test_what_is_needed_is_freed_with_its_owner() -> None:
    owner, needed = np.zeros(3), np.zeros(3).view(Parameters)
    watched = weakref.ref(needed)
    keep_alive(owner, needed)
    del needed
    assert watched() is not None
    del owner
    assert watched() is None
