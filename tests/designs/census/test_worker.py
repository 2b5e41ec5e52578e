"""Blocks of a census: exact products, and faults where they happened."""

from __future__ import annotations

import numpy as np
import pytest

from tests.designs.census.counting import census
from tests.playing import BAD_BOTS
from tongits_sim.designs.census.layout import N_COLUMNS
from tongits_sim.designs.row_counts import row_counts
from tongits_sim.run.work import Block


def test_products_are_exact() -> None:
    rows = np.random.default_rng(1).integers(-(10**7), 10**7, (40, N_COLUMNS))
    rows[rows % 3 == 0] = 0
    exact = rows.astype(object)
    assert (row_counts(rows)["products"].astype(object) == exact.T @ exact).all()


@pytest.mark.parametrize("bot", ["late", "meddles"])
def test_a_fault_says_where(bot: str) -> None:
    what = census(players=f"greedy,{BAD_BOTS}:{bot},caller", games=40)
    fault = what.worker().play(Block(0, 0, 40, 1)).fault
    assert fault is not None
    assert fault.label == bot
    assert "--fixed-seats" in fault.replay
