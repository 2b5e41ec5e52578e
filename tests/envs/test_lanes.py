"""What one thread plays its tables with."""

from __future__ import annotations

import numpy as np

from strategies import load_player
from tongits_sim.envs.lanes import Lane
from tongits_sim.envs.tables import FINE, NEXT_STEP, ROTATIONS
from tongits_sim.rules import load


def test_seats_go_through_all_places() -> None:
    bots = [load_player("greedy"), load_player("random")]
    lane = Lane(load("pagat"), bots, (4, int(NEXT_STEP)), (1, 3))
    seatings = [tuple(int(slot) for slot in row) for row in lane._seatings["seating"]]
    assert len(set(seatings)) == ROTATIONS == len(seatings)
    assert [row.index(0) for row in seatings] == [0, 1, 2, 0, 1, 2]
    assert lane._seatings["hooks"][0, 1].tolist() == bots[0].addresses()
    assert lane._seatings["chance"][3].tolist() == [0, 0, 1]
    assert (lane.first, lane.last) == (1, 3)


def test_calls_a_kernel_for_its_own_tables() -> None:
    lane = Lane(load("pagat"), [load_player("greedy")] * 2, (4, int(NEXT_STEP)), (1, 3))
    calls = []
    lane.play(lambda *each: calls.append(each), "tables", "rows", "actions")
    ((tables, seatings, crew, rows, actions, first, last),) = calls
    assert (tables, rows, actions, first, last) == ("tables", "rows", "actions", 1, 3)
    assert seatings is lane._seatings
    assert crew is lane.crew
    assert lane.problem[0] == FINE
    lane.begin(2**64 - 1)
    assert lane._plan["plan_seed"][0] == np.uint64(2**64 - 1)
