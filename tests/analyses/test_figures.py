"""Figures: what is drawn of an answer."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest
from matplotlib.figure import Figure

from analyses import figures as comparison
from analyses import whatif_figures as effects
from analyses.questions.calls import call_lines
from analyses.rollouts import figures
from analyses.rollouts.cells import ChoiceCell
from analyses.whatif_figures import Mark, Rung
from reports.questions.simulate import BatchReport, channels
from tests.analyses.examples import calls, choice
from tests.analyses.test_whatif import example as effects_example
from tests.experiments.tournament.fields import example
from tests.playing import job, play
from tongits_sim.run.answers import value

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


# ---- Figures of forked questions: what their tables hold, and that they are drawn --------------------------------


def cells() -> list[ChoiceCell]:
    """A small map: two panels of two by two cells, one of each state."""
    grid = []
    for panel in (0, 1):
        for y, y_to in ((0, 4), (5, None)):
            for x in (2, 3):
                n = 5 if (panel, y, x) == (1, 5, 3) else 500
                at = {"own_count": y, "own_count_to": y_to, "caller_cards": x, "stock_left": panel}
                grid.append(choice(1.0 - y + 0.1 * x, x == 2, n, **at))
    return grid


def grid() -> list[dict[str, Any]]:
    """Its boxes."""
    return figures.grid(cells(), 200, "caller_cards", "own_count", "stock_left")


def test_cells_have_a_state() -> None:
    rows = grid()
    assert [row["state"] for row in rows] == ["sure", "unsure"] * 3 + ["sure", "few"]
    assert rows[2] == {"panel": "0", "x": "2", "y": "5+", "value": -3.8, "state": "sure"}


def test_signs_and_hatching_say_what_colour_says() -> None:
    line = [{"panel": "0", "x": "2", "y": 1.0}]
    panels = [
        figure.axes[0] for _, figure in figures.draw_panels(grid(), "cards", "count", {"0": "none", "1": "one"}, line)
    ]
    texts = [text.get_text() for axes in panels for text in axes.texts]
    assert "+1.2" in texts
    assert f"{figures.MINUS}3.8" in texts
    assert "·" in texts
    hatched = [patch for axes in panels for patch in axes.patches if patch.get_hatch()]
    assert len(hatched) == 3
    ((title, lines),) = figures.draw_lines(call_lines(calls((1.0, 1.0, -1.0))), {0: "none"}, 80, "stock", "count")
    lines.savefig(io.BytesIO(), format="svg")
    assert title == "none"


def test_panels_drop_rows_that_nobody_saw_and_keep_the_line_in_place() -> None:
    rows: list[Any] = [
        {"panel": "a", "x": str(x), "y": str(y), "value": 3.0 - y, "state": figures.FEW if y < 2 else figures.SURE}
        for x in range(2)
        for y in range(5)
    ]
    lines = [{"panel": "a", "x": "0", "y": 3.2}]
    ((title, figure),) = figures.draw_panels(rows, "across", "down", {"a": "A", "b": "none"}, lines)
    axes = figure.axes[0]
    assert title == "A"
    assert [label.get_text() for label in axes.get_yticklabels()] == ["2", "3", "4"]
    assert np.asarray(axes.lines[0].get_ydata()).tolist() == [0.5, 0.5]


def test_bands_are_runs_of_one_resolved_sign() -> None:
    def cell(low: int, value: float, resolved: bool = True, n: int = 100) -> ChoiceCell:
        at = {"own_count": low, "own_count_to": low + 1, "stock_left": 1, "opponents_open": 0}
        return choice(value, resolved, n, **at)

    mine = [cell(0, 1.0), cell(2, 2.0), cell(4, 0.1, resolved=False), cell(6, -1.0, n=3), cell(8, -1.0), cell(10, -2.0)]
    (line,) = figures.bands(mine[::-1], 10, "stock_left", "own_count", "opponents_open")
    assert (line.panel, line.x, line.n) == ("0", "1", 503)
    assert [band.sign for band in line.bands] == [1, 0, -1]
    assert [band.words("own_count") for band in line.bands] == ["3 or less", "4 to 5", "8 or more"]
    assert (line.counts("own_count", 1), line.counts("own_count", -1)) == ("3 or less", "8 or more")
    (whole,) = figures.bands(mine[:2], 10, "stock_left", "own_count", "opponents_open")
    assert whole.bands[0].words("own_count") == "any count"
    (none,) = figures.bands(mine[:2], 10**6, "stock_left", "own_count", "opponents_open")
    assert (none.bands, none.counts("own_count", 1)) == ([], "")


def test_the_line_leaves_every_sure_box_on_its_side() -> None:
    def boxes(*values: float) -> dict[int, Any]:
        """A column; where a value is near 0 it is unsure."""
        states = [figures.SURE if abs(value) > 0.2 else figures.UNSURE for value in values]
        return {
            y: {"state": state, "value": value} for y, (state, value) in enumerate(zip(states, values, strict=True))
        }

    column = boxes(1.0, 0.5, -0.1, -1.0)
    assert [figures.border(y, column) for y in (0.2, 1.4, 2.4, 2.6, 4.0)] == [2, 2, 2, 3, 3]
    assert figures.border(2.0, boxes(-1.0, 1.0)) is None
    assert figures.border(2.0, {}) is None
    assert figures.border(4.0, boxes(1.0)) == 4
