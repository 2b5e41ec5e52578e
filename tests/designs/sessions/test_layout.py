"""The layout of what sessions count."""

from __future__ import annotations

from tongits_sim.designs.sessions import layout


def test_columns_have_names_of_their_own() -> None:
    assert len(layout.C) == layout.N_COLUMNS
    assert layout.C["fees_2"] - layout.C["payout_0"] == 5


def test_every_array_is_in_the_record() -> None:
    assert layout.SESSIONS_DTYPE.fields is not None
    for name, shape in layout.ARRAYS.items():
        assert layout.SESSIONS_DTYPE.fields[name][0].shape == shape
    assert layout.SESSIONS_DTYPE.names is not None
    assert layout.SESSIONS_DTYPE.names[0] == "stops"
