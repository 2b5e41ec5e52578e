"""`analyze discards`: what another tile costs, and how often it is won with."""

from __future__ import annotations

import pytest

from tests.mahjong_sim.asked import asked


def test_another_tile_costs() -> None:
    answer = asked("discards")
    assert answer.difference.ci95 is not None
    assert answer.difference.mean < 0
    assert answer.deal_in.mean >= 0
    assert (
        answer.price.mean >= answer.deal_in.mean * 1.0
    )  # a hand is worth one unit at least, the discarder pays double


def test_the_maps_hold_the_same_forks() -> None:
    answer = asked("discards")
    total = sum(cell.n for cell in answer.table)
    assert total == sum(cell.n for cell in answer.seen) == sum(cell.n for cell in answer.cells)
    dealt = sum(cell.n * (cell.deal_in or 0) for cell in answer.table)
    assert dealt / total == pytest.approx(answer.deal_in.mean)


def test_cells_need_more_forks_where_each_counts_for_several() -> None:
    assert asked("discards").min_forks > 15
