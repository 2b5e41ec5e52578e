"""The batch kernel: matches in several seatings."""

from __future__ import annotations

import numpy as np

from mahjong_sim.bots.registry import load_players
from mahjong_sim.designs.batch.kernel import play_block, take_seats
from mahjong_sim.designs.batch.tally import TALLY_DTYPE
from mahjong_sim.designs.seats import Seats
from mahjong_sim.designs.work import ROTATED
from mahjong_sim.game.state import new_record
from mahjong_sim.rules import load
from tongits_sim.run.work import Block


def seats() -> Seats:
    return Seats(load("visayan"), load_players("random,greedy,random,random"), 3, lambda match, game: "")


def test_seats_are_taken_with_their_chance() -> None:
    own = seats()
    take_seats(own.records, np.array(ROTATED, np.int8), 1)
    assert own.table["seating"][0].tolist() == [1, 2, 3, 0]
    assert own.records.game.chance.tolist() == [0, 1, 1, 1]


def test_all_seatings_are_one_cluster() -> None:
    own, tally = seats(), new_record(TALLY_DTYPE)
    with own.playing():
        play_block(own.records, tally[0], own.deals(Block(0, 0, 6, 1)), np.array(ROTATED, np.int8), False)
    assert tally["mahjong_clusters"][0].tolist() == [6, 24, 96]
    assert tally["fields"][0, :, 0].tolist() == [24] * 4
