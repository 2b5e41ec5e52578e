"""Figures of forked questions: what their tables hold, and that they are drawn."""

from __future__ import annotations

import io
import warnings
from typing import Any

import numpy as np

from analyses.answers.rollouts import ChoiceCell
from analyses.figures import rollouts as figures
from analyses.questions.calls import call_lines
from tests.analyses.answers.examples import calls, choice


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
    figure = figures.draw_grid(grid(), "cards", "count", {"0": "none", "1": "one"}, line)
    texts = [text.get_text() for axes in figure.axes for text in axes.texts]
    assert "+1.2" in texts
    assert f"{figures.MINUS}3.8" in texts
    assert "·" in texts
    hatched = [patch for axes in figure.axes for patch in axes.patches if patch.get_hatch()]
    assert len(hatched) == 3
    figure.savefig(io.BytesIO(), format="svg")
    lines = figures.draw_lines(call_lines(calls((1.0, 1.0, -1.0))), {0: "none"}, 80, "stock", "count")
    lines.savefig(io.BytesIO(), format="svg")
    assert [axes.get_title() for axes in lines.axes] == ["none"]


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


def test_a_single_threshold_has_a_single_tick() -> None:
    row = {"group": 0, "x": 13, "best": 80, "low": 70, "high": 80, "always": True, "bot": None}
    ((_, figure),) = figures.draw_line_panels([row], {0: "none open"}, 80, "stock", "call at")
    assert [float(tick) for tick in figure.axes[0].get_xticks()] == [13.0]


def test_bands_are_runs_of_one_resolved_sign() -> None:
    def cell(low: int, value: float, resolved: bool = True, n: int = 100) -> ChoiceCell:
        at = {"own_count": low, "own_count_to": low + 1, "stock_left": 1, "opponents_open": 0}
        return choice(value, resolved, n, **at)

    mine = [
        cell(0, 1.0),
        cell(2, 2.0),
        cell(4, 0.1, resolved=False),
        cell(6, -1.0, n=3),
        cell(8, -1.0),
        cell(10, -2.0),
    ]
    (line,) = figures.bands(mine[::-1], 10, "stock_left", "own_count", "opponents_open")
    assert (line.panel, line.x, line.n) == ("0", "1", 503)
    assert [band.sign for band in line.bands] == [1, 0, -1]
    assert [band.words("own_count") for band in line.bands] == ["3 or less", "4 to 5", "8 or more"]
    assert (line.counts("own_count", 1), line.counts("own_count", -1)) == ("3 or less", "8 or more")
    (whole,) = figures.bands(mine[:2], 10, "stock_left", "own_count", "opponents_open")
    assert whole.bands[0].words("own_count") == "any count"
    (none,) = figures.bands(mine[:2], 10**6, "stock_left", "own_count", "opponents_open")
    assert (none.bands, none.counts("own_count", 1)) == ([], "")


def box(value: float, state: str = figures.SURE) -> dict[str, Any]:
    """A box of a column."""
    return {"state": state, "value": value}


def test_the_line_leaves_every_sure_box_on_its_side() -> None:
    column = {0: box(1.0), 1: box(0.5), 2: box(-0.1, figures.UNSURE), 3: box(-1.0)}
    assert [figures.border(y, column) for y in (0.2, 1.4, 2.4, 2.6, 4.0)] == [2, 2, 2, 3, 3]
    assert figures.border(2.0, {0: box(-1.0), 1: box(1.0)}) is None
    assert figures.border(2.0, {}) is None
    assert figures.border(4.0, {0: box(1.0)}) == 4


def test_few_games_draw_without_a_warning() -> None:
    rows: list[Any] = [{"panel": "a", "x": "0", "y": str(y), "value": None, "state": figures.FEW} for y in range(3)]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ((_, figure),) = figures.draw_panels(rows, "across", "down", {"a": "A"})
        figure.savefig(io.BytesIO(), format="svg")
    assert [text.get_text() for text in figure.axes[0].texts] == ["·"] * 3


def test_a_box_has_room_for_a_finger() -> None:
    """On a phone a point of a figure is at least 0.95 pixels wide."""
    assert min(figures.CELL_WIDTH, figures.CELL_HEIGHT) * 72 * 0.95 * 0.92 > 24
