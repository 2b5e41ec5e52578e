"""The batch kernel: seatings, faults, and what a watchdog sees."""

from __future__ import annotations

import numpy as np
import pytest

from tests.playing import BAD_BOTS, job
from tongits_sim.any_game.asking import REASON_CHANGED_VIEW, REASON_RAISED
from tongits_sim.any_game.kernel_arguments import Deals
from tongits_sim.designs.batch import kernel
from tongits_sim.designs.batch.job import Job
from tongits_sim.designs.batch.tally import TALLY_DTYPE, F
from tongits_sim.designs.batch.worker import Worker
from tongits_sim.game.state import DECISIONS, new_record
from tongits_sim.run.work import Block


def played(worker: Worker, first: int, matches: int, games: int, rotate: bool) -> np.recarray:
    """The tally of a block, with the choice between one seating a match and all."""
    tally = new_record(TALLY_DTYPE)
    tally["unit"] = 100
    deals = Deals(np.uint64(1), first, matches, games)
    kernel.play_block(worker.records, tally[0], deals, worker.seating, rotate)
    return tally


def test_a_match_in_all_seatings_is_one_cluster() -> None:
    worker = Worker(job())
    tally = played(worker, 0, 40, 1, rotate=False)
    assert tally["totals"][0, :6].sum() == 120
    assert tally["clusters"][0, :3].tolist() == [40, 120, 40 * 9]
    games = tally["cells"][0, ..., F["games"]].sum(axis=2)
    assert (games == 40).all()


def test_one_seating_a_match_follows_its_number() -> None:
    worker = Worker(job())
    parts = [played(worker, first, 1, 1, rotate=True) for first in range(3)]
    for number, tally in enumerate(parts):
        seats = tally["cells"][0, ..., F["games"]].sum(axis=2)
        assert [int(np.flatnonzero(seats[:, seat])[0]) for seat in range(3)] == list(worker.job.seatings[number])


def test_a_game_depends_on_nothing_but_its_numbers() -> None:
    one, other = Worker(job()), Worker(job())
    played(other, 500, 30, 5, rotate=True)
    for name in ("cells", "totals", "clusters", "hist"):
        assert (played(one, 7, 20, 3, True)[name] == played(other, 7, 20, 3, True)[name]).all()


def fault_of(what: Job, matches: int) -> np.record:
    worker = Worker(what)
    worker.play(Block(0, 0, matches, 1))
    return worker.table[0]  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("bot", "reason"),
    [("cheat", 2), ("late", 1), ("raises", REASON_RAISED), ("meddles", REASON_CHANGED_VIEW)],
)
def test_a_fault_notes_the_first_match(bot: str, reason: int) -> None:
    table = fault_of(job(players=f"{BAD_BOTS}:{bot},greedy,greedy"), 60)
    assert table["faults"] > 1
    assert table["fault_reason"] == reason
    assert table["fault_seating"][table["fault_seat"]] == 0
    assert DECISIONS[table["fault_decision"]] == "discard"
    assert table["fault_match"] < 60


def test_the_view_is_mended_after_a_bot_changed_it() -> None:
    what = job(players=f"{BAD_BOTS}:meddles,greedy,greedy")
    worker, fresh = Worker(what), Worker(what)
    worker.play(Block(0, 0, 10, 1))
    assert (worker.play(Block(1, 10, 30, 1)).counts["cells"] == fresh.play(Block(1, 10, 30, 1)).counts["cells"]).all()


def test_a_watchdog_sees_games_go_by() -> None:
    worker = Worker(job())
    worker.play(Block(0, 5, 10, 1))
    assert worker.progress() == (14, 10)
    worker.play(Block(0, 15, 10, 1))
    assert worker.progress() == (24, 20)


def test_a_table_has_the_engine_s_address() -> None:
    table = kernel.new_table()
    assert table["play"][0] == kernel.play_address() != 0
