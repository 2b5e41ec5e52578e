"""Situations: cells of a coarse profile, put together for people without losing any."""

from __future__ import annotations

import numpy as np

from analyses.fitting.situations import AXES, BANDS, COUNT, grids, groups, shape
from analyses.solving.grids import COUNT as SOLVED_COUNT


def test_they_are_a_profile() -> None:
    yes = {kind: np.linspace(0, 1, int(np.prod(shape(kind)))) for kind in AXES}
    profile = grids(yes)
    assert [grid.kind for grid in profile] == ["call", "respond"]
    assert all(np.allclose(grid.array().reshape(-1), yes[grid.kind]) for grid in profile)


def test_counts_are_cut_where_a_solved_profile_cuts_them() -> None:
    assert set(COUNT) <= set(SOLVED_COUNT)
    assert set(BANDS) <= set(COUNT)


def test_every_situation_is_in_one_group() -> None:
    for kind in AXES:
        numbers = np.concatenate([each for _, _, each in groups(kind)])
        assert sorted(numbers.tolist()) == list(range(int(np.prod(shape(kind)))))
    assert len(groups("call")) == 3 * len(BANDS)
    assert len(groups("respond")) == len(BANDS)


def test_a_group_holds_its_counts_and_rivals() -> None:
    rivals, band, numbers = groups("call")[7]
    places = np.unravel_index(numbers, shape("call"))
    assert set(places[0].tolist()) == {rivals} == {1}
    low, high = BANDS[band], BANDS[band + 1]
    assert {COUNT[place] for place in places[2]} == {count for count in COUNT if low <= count < high}
