"""The record a player thinks in."""

from __future__ import annotations

from tests.designs.deviations.test_layout import sure_names
from tongits_sim.designs.thinking.layout import MAX_OPTIONS, THINKING_DTYPE
from tongits_sim.game.state import VIEW_DTYPE


def test_it_is_small_and_begins_under_a_name_of_its_own() -> None:
    assert sure_names(THINKING_DTYPE)[0] == "thinking"
    assert THINKING_DTYPE["words"].shape == (MAX_OPTIONS,)
    assert THINKING_DTYPE.itemsize < 100_000


def test_a_view_holds_nothing_of_it() -> None:
    assert not {"knows", "truth"} & set(sure_names(VIEW_DTYPE))
