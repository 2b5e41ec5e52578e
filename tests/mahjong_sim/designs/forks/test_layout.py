"""The columns of a fork."""

from __future__ import annotations

from mahjong_sim.designs.forks import layout
from mahjong_sim.game.state import SEATS


def test_columns_stand_where_kernels_write_them() -> None:
    assert layout.COLUMNS[layout.FIRST_FEATURE] == layout.FEATURES[0]
    assert layout.COLUMNS[layout.FIRST_OUTCOME] == "payout_a"
    assert len(set(layout.COLUMNS)) == len(layout.COLUMNS)
    assert layout.COLUMNS[layout.FIRST_OUTCOME + len(layout.OUTCOMES)] == "payout_b"


def test_the_record_holds_a_game() -> None:
    names = layout.FORK_DTYPE.names or ()
    assert {"game", "seen", "result"} <= set(names)
    assert layout.FORK_DTYPE["slots"].shape == (SEATS,)
