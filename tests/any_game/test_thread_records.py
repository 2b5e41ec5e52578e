"""The records of one thread, whatever the game."""

from __future__ import annotations

import contextlib

import numpy as np

from tongits_sim.any_game.asking import POSITION_FIELDS, REASON_RAISED
from tongits_sim.any_game.kernel_arguments import Records
from tongits_sim.any_game.thread_records import FaultPlace, ThreadRecords
from tongits_sim.run.work import Block

TABLE = np.dtype([("small_table", "i8"), *POSITION_FIELDS], align=True)
OTHER = np.dtype([("small_record", "i8")])


def thread() -> ThreadRecords:
    """Records of a game that has none of its own."""
    game, view, match, result, rules, log = (np.zeros(1, OTHER).view(np.recarray) for _ in range(6))
    table = np.zeros(1, TABLE).view(np.recarray)
    return ThreadRecords(Records(game, view, match, result, rules, log, table), 2**64 - 1)


def test_kernels_get_single_records() -> None:
    own = thread()
    own.table["now_match"], own.table["now_games"] = 17, 4
    assert own.records.table.now_match == 17
    assert own.progress() == (17, 4)
    assert own.deals(Block(2, 30, 10, 5)) == (np.uint64(2**64 - 1), 30, 10, 5)


def test_it_is_busy_while_a_block_is_played() -> None:
    own = thread()
    own.table["faults"] = 3
    with contextlib.suppress(RuntimeError), own.playing():
        assert own.busy
        assert own.table["faults"] == 0
        raise RuntimeError("stop")
    assert not own.busy


def test_the_first_fault_has_the_error_of_a_hook_that_raised() -> None:
    own = thread()
    assert own.first_fault() is None
    own.table["faults"], own.table["fault_seat"], own.table["fault_decision"] = 1, 2, 3
    own.table["fault_match"], own.table["fault_game"] = 17, 1
    own._errors = ["ValueError: no"]
    own.table["fault_reason"] = REASON_RAISED
    assert own.first_fault() == FaultPlace(int(REASON_RAISED), 2, 3, 17, 1, "ValueError: no")
    own.table["fault_reason"] = 4
    assert own.first_fault() == FaultPlace(4, 2, 3, 17, 1, "")
