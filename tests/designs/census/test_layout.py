"""The layout of what a census counts."""

from __future__ import annotations

from tongits_sim.designs.census import layout


def test_groups_stand_where_the_kernel_puts_them() -> None:
    groups = layout.GROUPS
    assert len(set(groups)) == layout.N_GROUPS
    assert groups[layout.G_BOT + 2] == "bot 2"
    assert groups[layout.G_MELDS + 3] == "melds 3 or more"
    assert groups[layout.G_DEADWOOD + len(layout.DEADWOOD_TOPS)] == "deadwood 76 or more"
    assert groups[layout.G_CARDS + 1] == "13 cards"
    assert groups[layout.G_BOT_MELDS + 4 + 2] == "bot 1 melds 2"


def test_columns_have_names_of_their_own() -> None:
    assert len(layout.C) == layout.N_COLUMNS
    assert layout.C["fees_2"] - layout.C["base_0"] == 20


def test_every_array_is_in_the_record() -> None:
    for name, shape in layout.ARRAYS.items():
        assert layout.CENSUS_DTYPE.fields is not None
        assert layout.CENSUS_DTYPE.fields[name][0].shape == shape
