"""The log: rows of acts, and none where it is off."""

from __future__ import annotations

from mahjong_sim.game.log import ACT_DISCARD, ACTS, MAX_ROWS, NOTHING, new_log, write


def test_rows_are_written_in_order() -> None:
    log = new_log()
    write(log[0], ACT_DISCARD, 2, NOTHING, 33)
    assert log["rows"][0, : int(log["n"][0])].tolist() == [[int(ACT_DISCARD), 2, 0, 33]]
    assert ACTS[int(ACT_DISCARD)] == "discard"


def test_a_log_that_is_off_stays_empty_and_a_full_one_full() -> None:
    off, full = new_log(on=False), new_log()
    write(off[0], ACT_DISCARD, 0, NOTHING, 1)
    full["n"] = MAX_ROWS
    write(full[0], ACT_DISCARD, 0, NOTHING, 1)
    assert (int(off["n"][0]), int(full["n"][0])) == (0, MAX_ROWS)
