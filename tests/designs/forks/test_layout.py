"""The records of forks: features have names once, and moments have room for every value."""

from __future__ import annotations

from tongits_sim.designs.forks import layout
from tongits_sim.game.state import MAX_STOCK, new_record


def test_features_are_numbered_in_order() -> None:
    assert [int(layout.FEATURE[name]) for name in layout.FEATURES] == list(range(len(layout.FEATURES)))
    assert set(layout.FEATURES) > layout.HIDDEN


def test_a_cell_holds_two_counts_and_three_sums_a_value() -> None:
    assert 2 + 3 * len(layout.VALUES) == layout.N_MOMENTS
    assert layout.VALUES[: layout.N_OUTCOMES] == layout.OUTCOMES
    marks = new_record(layout.FORK_DTYPE)["marks"].shape[-1]
    assert len(layout.VALUES) == layout.N_OUTCOMES + 1 + marks + len(layout.ARMS)
    assert layout.RULE_SHAPE == (MAX_STOCK + 1, 3)
