"""The worker of forks: sums of rows are those that plain loops give."""

from __future__ import annotations

import numpy as np

from mahjong_sim.designs.forks import layout
from mahjong_sim.designs.forks.totals import VALUES
from mahjong_sim.designs.forks.worker import Worker, column, counted, naive_of, places, values_of
from tests.mahjong_sim.asked import BINNINGS, fork_job
from tongits_sim.run.work import Block

ROWS = np.random.default_rng(5).integers(0, 6, (40, len(layout.COLUMNS)))
ROWS[:, layout.COLUMNS.index("match")] = np.sort(ROWS[:, 0])
ROWS[:, layout.COLUMNS.index("chose")] %= 2
ROWS[:, layout.COLUMNS.index("slot")] %= 4
ROWS[:, layout.COLUMNS.index("arms")] = 3


def test_cells_hold_the_sums_of_their_rows() -> None:
    counts = counted(ROWS, BINNINGS, ())
    by_cell: dict[tuple[int, int], np.ndarray] = {}
    values = values_of(ROWS, ())
    for row, cell, value in zip(ROWS, places(ROWS, BINNINGS[1]), values, strict=True):
        key = (int(cell), int(row[0]))
        weighted = row[layout.COLUMNS.index("weight")] * np.concatenate([[1], value])
        by_cell[key] = by_cell.get(key, 0) + weighted
    for cell in range(4):
        own = [sums for (place, _), sums in by_cell.items() if place == cell]
        moments = counts["cells"][1 + cell]
        assert moments[0] == sum(sums[0] for sums in own)
        assert moments[1] == sum(sums[0] ** 2 for sums in own)
        at = 2 + 3 * VALUES.index("payout")
        assert moments[at] == sum(sums[1] for sums in own)
        assert moments[at + 2] == sum(sums[1] ** 2 for sums in own)
    assert counts["forks"].sum() == len(ROWS)


def test_values_are_differences_of_arms() -> None:
    values = dict(zip(VALUES, values_of(ROWS, (2, 4)).T, strict=True))
    assert (values["payout"] == column(ROWS, "payout_a") - column(ROWS, "payout_b")).all()
    assert (values["once"] == column(ROWS, "payout_a") - column(ROWS, "payout_c")).all()
    goal, items = column(ROWS, "goal"), column(ROWS, "items_a")
    bits = np.where(goal == 0, 2, np.where(goal == 1, 4, 0))
    assert (values["goal_a"] == ((items & bits) != 0)).all()


def test_naive_sums_are_by_choice() -> None:
    sums = naive_of(ROWS, column(ROWS, "match"))
    chose, weight = column(ROWS, "chose") == 1, column(ROWS, "weight")
    assert sums[0] == weight[chose].sum()
    assert sums[1] == (weight * column(ROWS, "payout_a"))[chose].sum()
    assert sums[3] == (weight * column(ROWS, "payout_b"))[~chose].sum()
    assert not naive_of(ROWS[:0], ROWS[:0, 0]).any()


def test_the_cut_into_blocks_changes_nothing() -> None:
    job = fork_job("claims", 30)
    whole = Worker(job).play(Block(0, 0, 30, 1)).counts
    parts = [Worker(job).play(Block(n, first, 10, 1)).counts for n, first in enumerate((0, 10, 20))]
    for name in whole:
        assert np.array_equal(np.sum([part[name] for part in parts], axis=0), whole[name])
