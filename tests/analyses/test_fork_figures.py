"""Figures of forked questions: what their tables hold, and that they are drawn."""

from __future__ import annotations

import io
from typing import Any

from analyses import fork_figures as figures


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
