"""Figures: what is drawn of an answer."""

from __future__ import annotations

import pytest
from matplotlib.figure import Figure

from analyses import figures as comparison
from analyses import whatif_figures as effects
from analyses.whatif_figures import Mark, Rung
from reports.questions.simulate import BatchReport, channels
from tests.analyses.test_whatif import example as effects_example
from tests.experiments.tournament.fields import example
from tests.playing import job, play
from tongits_sim.run.answers import Estimate, value

# ---- Figures of a batch and of a comparison ---------------------------------------------------------------------


def test_gains_and_losses_add_up_to_what_players_earn() -> None:
    answer = BatchReport.of(play(job(games=600)))
    flows = channels(answer)
    for row in answer.players_summary:
        mine = [flow for flow in flows if flow.player == row.player]
        assert sum(flow.won + flow.lost for flow in mine) == pytest.approx(row.payout.mean)
        assert all(flow.won >= 0 >= flow.lost for flow in mine)


def test_draws() -> None:
    points, cells = comparison.forest(example()), comparison.heat(example())
    assert [point.player for point in points] == [row.player for row in example().ranking]
    assert (len(points), len(cells)) == (3, 9)
    assert isinstance(comparison.draw_forest(points), Figure)
    assert isinstance(comparison.draw_heat(cells), Figure)


# ---- The rule ladder: its rows and its drawing -------------------------------------------------------------------


def test_a_rung_for_each_change_that_can_have_an_effect() -> None:
    rows = effects.rungs(effects_example().answer, "sunog_rate")
    assert [row.change for row in rows] == ["pay.tongits=6", "call.timing=end", "jokers.count=1"]
    effect = effects_example().answer.changes[1].effect("sunog_rate")
    mark = rows[1].mark
    assert mark is not None
    assert effect.diff.ci95 is not None
    assert (mark.diff, mark.certain) == (100 * value(effect.diff), effect.certain)
    assert mark.ci95 == (100 * effect.diff.ci95[0], 100 * effect.diff.ci95[1])
    assert rows[1].moves


def test_effects_draws() -> None:
    answer = effects_example().answer
    drawn = effects.draw_ladders({metric: effects.rungs(answer, metric) for metric in ("turns", "sunog_rate")})
    assert len(drawn) == 2


def test_what_is_far_off_is_drawn_at_the_edge() -> None:
    def row(diff: float) -> Rung:
        return Rung(f"x={diff}", Mark(diff, (diff - 0.1, diff + 0.1), certain=True))

    near = [row(place / 10) for place in range(-5, 6)]
    assert effects.far(near) is None
    assert effects.far(near[:3]) is None
    rows = [row(56.0), *near, row(-80.0)]
    edge = effects.far(rows)
    assert edge is not None
    assert 1 < edge < 10
    axes = effects.draw_ladder(rows, "dealer_edge").axes[0]
    low, high = axes.get_xlim()
    assert -10 < low < -edge < edge < high < 10
    assert {text.get_text() for text in axes.texts} == {"+56.0", "\u221280.0"}
    assert len(axes.get_yticks()) == len(rows)


# ---- Charts of boxes, bars ---------------------------------------------------------------------------------------


def test_every_box_of_a_chart_has_its_letter() -> None:
    rows = [("0–8", ["C", "w"]), ("9+", ["", "b"])]
    inks = {"C": ("gain", 0.7), "w": ("loss", 0.3)}
    ((title, figure),) = comparison.draw_boxes([("both open", ["1–2", "3+"], rows)], inks, "cards", "count")
    assert title == "both open"
    assert [text.get_text() for text in figure.axes[0].texts] == ["C", "w", "·", "b"]


def test_a_bar_a_row_with_its_interval() -> None:
    axes = comparison.draw_bars([("a", Estimate(1.0, (0.5, 1.5))), ("b", Estimate(-2.0))], "units").axes[0]
    assert [patch.get_width() for patch in axes.patches] == [1.0, -2.0]
