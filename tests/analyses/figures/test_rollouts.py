"""Figures of forked questions: what their tables hold, and that they are drawn."""

from __future__ import annotations

import io
from typing import Any

import numpy as np

from analyses.figures import rollouts as figures


def document() -> dict[str, Any]:
    """A small map: two panels of two by two cells, one of each state."""
    cells = []
    for panel in (0, 1):
        for y, y_to in ((0, 4), (5, None)):
            for x in (2, 3):
                n = 5 if (panel, y, x) == (1, 5, 3) else 500
                cells.append(
                    {
                        "own_count": y,
                        "own_count_to": y_to,
                        "caller_cards": x,
                        "stock_left": panel,
                        "n": n,
                        "ev_diff": 1.0 - y + 0.1 * x,
                        "resolved": x == 2,
                    }
                )
    even = {"caller_cards": 2, "stock_left": 0, "challenge_at": 4, "pooled": False}
    threshold = {"stock_left": 3, "opponents_open": 1, "call_at": 9, "low": 8, "high": 10, "always": False}
    return {
        "cells": cells,
        "min_forks": 200,
        "break_even": [even, even | {"caller_cards": 3, "challenge_at": None}],
        "thresholds": [
            threshold | {"pooled": False, "bot_call_at": 7},
            threshold | {"pooled": True, "bot_call_at": 7},
        ],
    }


def test_cells_have_a_state() -> None:
    rows = figures.grid(document(), "caller_cards", "own_count", "stock_left")
    assert [row["state"] for row in rows] == ["sure", "unsure"] * 3 + ["sure", "few"]
    assert rows[2] == {"panel": "0", "x": "2", "y": "5+", "value": -3.8, "state": "sure"}


def test_the_break_even_line_lies_between_the_rows() -> None:
    assert figures.break_even(document()) == [{"panel": "0", "x": "2", "y": 1.0}]


def test_pooled_thresholds_are_not_drawn() -> None:
    (line,) = figures.call_lines(document())
    assert (line["group"], line["x"], line["best"], line["bot"]) == (1, 3, 9, 7)


def test_signs_and_hatching_say_what_colour_says() -> None:
    rows = figures.grid(document(), "caller_cards", "own_count", "stock_left")
    figure = figures.draw_grid(rows, "cards", "count", {"0": "none", "1": "one"}, figures.break_even(document()))
    texts = [text.get_text() for axes in figure.axes for text in axes.texts]
    assert "+1.2" in texts
    assert f"{figures.MINUS}3.8" in texts
    assert "·" in texts
    hatched = [patch for axes in figure.axes for patch in axes.patches if patch.get_hatch()]
    assert len(hatched) == 3
    figure.savefig(io.BytesIO(), format="svg")
    lines = figures.draw_lines(figures.call_lines(document()), {1: "one"}, 80, "stock", "count")
    lines.savefig(io.BytesIO(), format="svg")
    assert [axes.get_title() for axes in lines.axes] == ["one"]


def test_panels_drop_rows_that_nobody_saw_and_keep_the_line_in_place() -> None:
    rows: list[Any] = [
        {"panel": "a", "x": str(x), "y": str(y), "value": 1.0 - y, "state": figures.FEW if y < 2 else figures.SURE}
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


def test_bands_are_runs_of_one_certain_sign() -> None:
    def cell(low: int, value: float, resolved: bool = True, n: int = 100) -> dict[str, Any]:
        return {"y": low, "y_to": low + 1, "x": 1, "p": 0, "n": n, "ev_diff": value, "resolved": resolved}

    cells = [
        cell(0, 1.0),
        cell(2, 2.0),
        cell(4, 0.1, resolved=False),
        cell(6, -1.0, n=3),
        cell(8, -1.0),
        cell(10, -2.0),
    ]
    (found,) = figures.bands({"cells": cells, "min_forks": 10}, "x", "y", "p")
    assert found["n"] == 503
    assert [band["sign"] for band in found["bands"]] == [1, 0, -1]
    assert [figures.band_words(band, "y") for band in found["bands"]] == ["3 or less", "4 to 5", "8 or more"]
    (whole,) = figures.bands({"cells": cells[:2], "min_forks": 10}, "x", "y", "p")
    assert figures.band_words(whole["bands"][0], "y") == "any count"
