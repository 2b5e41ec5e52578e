"""Grids fit what a profile may hold, under every preset."""

from __future__ import annotations

import pytest

from analyses.solving.grids import cells, grids
from tongits_sim.profiles.cells import KINDS, MOST_CELLS
from tongits_sim.profiles.profile import Grid
from tongits_sim.rules import load, preset_names


@pytest.mark.parametrize("name", preset_names())
@pytest.mark.parametrize("match_games", [1, 10])
def test_every_preset_has_grids(name: str, match_games: int) -> None:
    found = grids(load(name), match_games)
    assert tuple(found) == KINDS
    for kind, axes in found.items():
        assert 1000 < cells(axes) <= MOST_CELLS
        assert Grid(kind, axes, b"\0" * 4 * cells(axes)).cells == cells(axes)


def test_a_streak_counts_where_a_jackpot_can_be_won() -> None:
    named = {name: [axis for axis, _ in grids(load("sjs"), games)["call"]] for name, games in (("one", 1), ("ten", 10))}
    assert "streak" not in named["one"]
    assert "streak" in named["ten"]
    assert "streak" not in [axis for axis, _ in grids(load("rulesofcards"), 10)["call"]]
