"""The record of worlds: its first field has a name of its own, and every decision has a bit."""

from __future__ import annotations

from tongits_sim.designs.forks.layout import FORK_DTYPE
from tongits_sim.designs.worlds.layout import EVERY_DECISION, FLAG_BEATEN, FLAG_BURNED, FLAG_WON, WORLDS_DTYPE
from tongits_sim.game.state import DECISIONS


def test_the_first_field_is_no_other_records() -> None:
    assert WORLDS_DTYPE.names is not None
    assert FORK_DTYPE.names is not None
    assert WORLDS_DTYPE.names[0] not in FORK_DTYPE.names


def test_bits() -> None:
    assert all(int(EVERY_DECISION) >> number & 1 for number in range(len(DECISIONS)))
    assert len({int(FLAG_WON), int(FLAG_BURNED), int(FLAG_BEATEN)}) == 3
