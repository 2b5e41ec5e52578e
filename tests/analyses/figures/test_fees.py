"""Figures of fees: the tables they are drawn from."""

from __future__ import annotations

import pytest

from analyses.figures import fees as figures
from tests.analyses.test_fees import example


def test_house_and_players_add_up_to_nothing_at_every_level() -> None:
    rows = figures.incomes(example())
    for level in dict.fromkeys(row.level for row in rows):
        assert sum(row.mean for row in rows if row.level == level) == pytest.approx(0, abs=1e-9)
    assert figures.draw_incomes(rows).axes[0].get_xlabel() == "fee, %"


def test_only_who_gains_needs_games() -> None:
    rows = figures.to_gain(example())
    assert {row.player for row in rows} == {"caller"}
    assert all(row.low <= row.games for row in rows)
    assert figures.draw_to_gain(rows).axes[0].get_yscale() == "linear"
    wide = [row._replace(games=100**number, high=None) for number, row in enumerate(rows, start=1)]
    assert figures.draw_to_gain(wide).axes[0].get_yscale() == "log"
