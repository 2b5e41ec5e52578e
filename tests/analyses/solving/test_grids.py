"""Grids fit what a profile may hold, under every preset."""

from __future__ import annotations

import pytest

from analyses.solving.grids import USUAL, GridError, cells, grids, kinds_of
from tongits_sim.profiles.cells import KINDS, MOST_CELLS
from tongits_sim.profiles.profile import Grid
from tongits_sim.rules import load, preset_names
from tongits_sim.rules.endings import BlockOpponentSapaw


@pytest.mark.parametrize("name", preset_names())
@pytest.mark.parametrize("match_games", [1, 10])
def test_every_preset_has_grids(name: str, match_games: int) -> None:
    rules = load(name)
    blocks = rules.call.block_opponent_sapaw is not BlockOpponentSapaw.OFF
    by_kind = grids(rules, match_games, KINDS if blocks else KINDS[:3])
    assert tuple(by_kind) == (KINDS if blocks else KINDS[:3])
    assert tuple(grids(rules, match_games)) == USUAL
    for kind, axes in by_kind.items():
        assert 500 < cells(axes) <= MOST_CELLS
        assert Grid(kind, axes, b"\0" * 4 * cells(axes)).cells == cells(axes)


def test_a_streak_counts_where_a_jackpot_can_be_won() -> None:
    named = {name: [axis for axis, _ in grids(load("sjs"), games)["call"]] for name, games in (("one", 1), ("ten", 10))}
    assert "streak" not in named["one"]
    assert "streak" in named["ten"]
    assert "streak" not in [axis for axis, _ in grids(load("rulesofcards"), 10)["call"]]


def test_decisions_by_name() -> None:
    assert kinds_of("calls,challenges") == USUAL
    assert kinds_of("sapaw, challenges,calls") == ("call", "respond", "sapaw")
    with pytest.raises(GridError, match="'discards' is not a decision"):
        kinds_of("calls,challenges,discards")
    with pytest.raises(GridError, match="always solved"):
        kinds_of("calls,lay")
    with pytest.raises(GridError, match="keeps nobody from calling"):
        grids(load("rulesofcards"), 1, ("call", "respond", "sapaw"))
