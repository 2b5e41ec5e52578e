"""The layout of what a census counts."""

from __future__ import annotations

from tongits_sim.designs.census import sheet


def test_groups_stand_where_the_kernel_puts_them() -> None:
    groups = sheet.GROUPS
    assert len(set(groups)) == sheet.N_GROUPS
    assert groups[sheet.G_BOT + 2] == "bot 2"
    assert groups[sheet.G_MELDS + 3] == "melds 3 or more"
    assert groups[sheet.G_DEADWOOD + len(sheet.DEADWOOD_TOPS)] == "deadwood 76 or more"
    assert groups[sheet.G_CARDS + 1] == "13 cards"
    assert groups[sheet.G_BOT_MELDS + 4 + 2] == "bot 1 melds 2"


def test_columns_have_names_of_their_own() -> None:
    assert len(sheet.C) == sheet.N_COLUMNS
    assert sheet.C["fees_2"] - sheet.C["base_0"] == 20


def test_every_array_is_in_the_record() -> None:
    for name, shape in sheet.ARRAYS.items():
        assert sheet.SHEET_DTYPE.fields is not None
        assert sheet.SHEET_DTYPE.fields[name][0].shape == shape
