"""Solving jobs refuse what cannot be."""

from __future__ import annotations

import pytest

from tests.designs.solving.solving import grids, solving
from tongits_sim.any_game.jobs import JobError
from tongits_sim.profiles.cells import KINDS
from tongits_sim.profiles.profile import Grid


def test_refused() -> None:
    with pytest.raises(JobError, match="the same grids"):
        solving(profiles=(grids(), grids()[:1]))
    with pytest.raises(JobError, match="every cell of every grid"):
        solving(decided=(b"\0", b"\0"))
    cells = tuple(
        Grid(kind, (("count", tuple(range(250))), ("stock", tuple(range(100)))), bytes(100_000)) for kind in KINDS
    )
    with pytest.raises(JobError, match="all grids together"):
        solving(profiles=(cells,))
