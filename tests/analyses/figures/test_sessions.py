"""Figures of sessions: the tables they are drawn from."""

from __future__ import annotations

from dataclasses import replace

from analyses.figures import sessions as figures
from tests.analyses.test_sessions import example
from tongits_sim.run.answers import Estimate


def test_a_fan_begins_at_nothing() -> None:
    answer = example()
    rows = figures.fan(answer)
    assert [row for row in rows if row.games == 0] == [
        figures.FanPoint(player, 0, 0.0, 0.0, 0.0, 0.0, 0.0) for player in ("hunter", "expert")
    ]
    assert len(rows) == len(answer.fan) + 2
    lost = replace(answer, fan=(replace(answer.fan[0], p05=Estimate(None)), *answer.fan[1:]))
    assert len(figures.fan(lost)) == len(rows) - 1
    assert len(figures.draw_fan(rows).axes) == 2
    panels = figures.draw_fans(rows)
    assert [title for title, _ in panels] == ["hunter", "expert"]
    assert len({figure.axes[0].get_ylim() for _, figure in panels}) == 1


def test_a_curve_of_ruin_falls() -> None:
    rows = figures.risks(example())
    for player in ("hunter", "expert"):
        mine = [row for row in rows if row.player == player]
        assert [row.share for row in mine] == sorted((row.share for row in mine), reverse=True)
        assert all(row.low <= row.share <= row.high for row in mine)
    assert figures.draw_risks(rows).axes[0].get_ylabel()
