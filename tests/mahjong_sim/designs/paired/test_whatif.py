"""Rule changes measured on the same walls."""

from __future__ import annotations

import pytest

from mahjong_sim.designs.paired.whatif import MEASURES, whatif
from tongits_sim.errors import TongitsError

PLAYERS = "random,greedy,greedy,random"


def test_a_change_of_payments_changes_no_game() -> None:
    answer = whatif("visayan", ["pay.discarder=1", "wall.dead_tiles=40"], PLAYERS, deals=30)
    paid, shorter = answer.changes
    effects = {row.measure: row for row in paid.effects}
    assert effects[MEASURES["discards"]].diff.mean == 0
    assert (effects[MEASURES["moved"]].diff.mean or 0) < 0
    row = {each.measure: each for each in shorter.effects}[MEASURES["void"]]
    assert (row.diff.mean or 0) > 0
    assert row.diff.mean == pytest.approx((row.after.mean or 0) - (row.before.mean or 0))
    assert "units that greedy makes" in effects


def test_a_change_that_changes_nothing_is_refused() -> None:
    with pytest.raises(TongitsError, match="changes nothing"):
        whatif("visayan", ["pay.discarder=2"], PLAYERS, deals=5)
    with pytest.raises(TongitsError, match="name a change"):
        whatif("visayan", [], PLAYERS, deals=5)
