"""What a block counts."""

from __future__ import annotations

import numpy as np

from mahjong_sim.designs.batch import tally
from mahjong_sim.game.state import new_record


def test_fields_and_columns_have_their_names() -> None:
    assert tally.FIELDS[tally.F_VALUE] == "value"
    assert tally.FIELDS[tally.F_ENDS] == "ends_void"
    assert tally.FIELDS[tally.F_PART] == "part_hand"
    assert tally.FIELDS[tally.F_MELD] == "meld_chow"
    assert tally.FIELDS[tally.F_ITEM] == "item_win"
    assert len(tally.FIELDS) == tally.F_ITEM + tally.N_ITEMS
    assert tally.COLUMNS[tally.C_MANO] == "mano"
    assert tally.COLUMNS[tally.C_MOVED] == "moved"
    assert tally.COLUMNS[tally.C_SEAT + 3] == "seat_3"


def test_a_cluster_adds_sums_squares_and_products() -> None:
    record = new_record(tally.TALLY_DTYPE)
    one = record[0]
    for games, payouts in ((2, (3, -1, -1, -1)), (1, (-4, 4, 0, 0))):
        tally.clear_cluster(one)
        one.n = games
        one.now[:4] = payouts
        tally.add_cluster(one)
    assert one.mahjong_clusters.tolist() == [2, 3, 5]
    assert one.x[:4].tolist() == [-1, 3, -1, -1]
    assert one.nx[:4].tolist() == [2, 2, -2, -2]
    assert one.xx[:4].tolist() == [25, 17, 1, 1]
    assert one.cross.tolist() == [-3 - 16, -3, -3, 1, 1, 1]
    assert not np.any(one.fields)
