from typing import Any

import pytest

from analyses import figures as comparison
from reports.questions.simulate import BatchReport, channels
from tests.playing import job, play
from tongits_sim.run.answers import Estimate

# ---- Figures of a batch and of a comparison ---------------------------------------------------------------------


def test_gains_and_losses_add_up_to_what_players_earn() -> None:
    answer = BatchReport.of(play(job(games=600)))
    flows = channels(answer)
    for row in answer.players_summary:
        mine = [flow for flow in flows if flow.player == row.player]
        assert sum(flow.won + flow.lost for flow in mine) == pytest.approx(row.payout.mean)
        assert all(flow.won >= 0 >= flow.lost for flow in mine)


# ---- Charts of boxes, bars ---------------------------------------------------------------------------------------


def test_every_box_of_a_chart_has_its_letter() -> None:
    rows = [("0–8", ["C", "w"]), ("9+", ["", "b"])]
    inks = {"C": ("gain", 0.7), "w": ("loss", 0.3)}
    ((title, figure),) = comparison.draw_boxes([("both open", ["1–2", "3+"], rows)], inks, "cards", "count")
    assert title == "both open"
    assert [text.get_text() for text in figure.axes[0].texts] == ["C", "w", "·", "b"]


def test_a_bar_a_row_with_its_interval() -> None:
    axes: Any = comparison.draw_bars([("a", Estimate(1.0, (0.5, 1.5))), ("b", Estimate(-2.0))], "units").axes[0]
    assert [patch.get_width() for patch in axes.patches] == [1.0, -2.0]
