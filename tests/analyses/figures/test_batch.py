"""Figures of a batch: the rows they are drawn from."""

from __future__ import annotations

import pytest

from analyses.figures.batch import channels, forest
from tests.playing import job, play
from tongits_sim.designs.batch.results import Results
from tongits_sim.designs.batch.totals import BatchTotals


def test_rows_hold_what_players_earn() -> None:
    answer = play(job(games=600)).answer
    points = forest(answer)
    assert [point.mean for point in points] == sorted((point.mean for point in points), reverse=True)
    flows = channels(answer)
    for point in points:
        mine = [flow for flow in flows if flow.player == point.player]
        assert sum(flow.won + flow.lost for flow in mine) == pytest.approx(point.mean)
        assert all(flow.won >= 0 >= flow.lost for flow in mine)


def test_no_game_has_no_rows() -> None:
    answer = Results(job(), BatchTotals()).answer
    assert (forest(answer), channels(answer)) == ([], [])
