"""The records of deviations."""

from __future__ import annotations

from tongits_sim.designs.deviations.layout import DEVIATIONS_DTYPE, MAX_OPTIONS, MOST_CELLS, N_SUMS, PLAN_DTYPE


def test_they_hold_every_cell_and_stay_small() -> None:
    assert DEVIATIONS_DTYPE["sums"].shape == (MOST_CELLS, N_SUMS)
    assert PLAN_DTYPE["plan_scores"].shape == (MOST_CELLS,)
    assert PLAN_DTYPE["plan_actions"].shape == (MAX_OPTIONS,)
    assert DEVIATIONS_DTYPE.itemsize < 3_000_000
    assert PLAN_DTYPE.itemsize < 300_000


def test_layouts_begin_under_names_of_their_own() -> None:
    assert sure_names(PLAN_DTYPE)[0] == "plan"
    assert sure_names(DEVIATIONS_DTYPE)[0] == "deviations"


def sure_names(layout: object) -> tuple[str, ...]:
    """Names of a layout's fields."""
    names: tuple[str, ...] = getattr(layout, "names", ())
    return names
