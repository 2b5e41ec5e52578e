"""The kernel of paired arms: what each match brings."""

from __future__ import annotations

import numpy as np

from mahjong_sim.bots.registry import load_players
from mahjong_sim.designs.batch.tally import COLUMNS, N_COLUMNS, TALLY_DTYPE
from mahjong_sim.designs.paired.kernel import play_matches
from mahjong_sim.designs.seats import Seats
from mahjong_sim.designs.work import ROTATED
from mahjong_sim.game.state import new_record
from mahjong_sim.rules import load
from tongits_sim.run.work import Block


def test_a_match_brings_the_sums_of_its_seatings() -> None:
    seats = Seats(load("visayan"), load_players("random,greedy,random,random"), 3, lambda match, game: "")
    out = np.zeros((5, N_COLUMNS + 1), np.int64)
    with seats.playing():
        to = new_record(TALLY_DTYPE)[0], out
        play_matches(seats.records, to, seats.deals(Block(0, 2, 5, 1)), np.array(ROTATED, np.int8), False)
    assert out[:, N_COLUMNS].tolist() == [4] * 5
    assert out[:, :4].sum(axis=1).tolist() == [0] * 5
    ended = out[:, COLUMNS.index("void")] + out[:, COLUMNS.index("wins_0") : COLUMNS.index("wins_0") + 4].sum(axis=1)
    assert ended.tolist() == [4] * 5
