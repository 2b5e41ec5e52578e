"""Words of forked questions: what is certain, what misleads."""

from __future__ import annotations

from typing import Any

from reports.text import rollouts


def document(**changes: Any) -> dict[str, Any]:
    """The parts that the words are made of."""
    cell = {"a": 1, "b": 2, "n": 500, "ev_diff": 1.234, "ci95": [1.1, 1.3], "resolved": True, "share_yes": 0.5}
    return {
        "players": ["greedy"] * 3,
        "min_forks": 200,
        "cells": [cell, cell | {"b": 3, "resolved": False}, cell | {"b": 4, "n": 3, "resolved": False}],
        "averages": {
            "all": {"mean": 1.0, "ci95": [0.9, 1.1], "n": 10},
            "chose_yes": {"mean": -0.5, "ci95": [-0.6, -0.4], "n": 4},
            "chose_no": {"mean": None, "ci95": None, "n": 0},
            "naive": {"mean": 2.0, "ci95": [1.9, 2.1]},
        },
    } | changes


def test_the_naive_difference_is_called_wrong_only_where_it_is() -> None:
    assert "the naive sign is wrong" in rollouts.naive_sentence(document(), "called", "waited")
    fine = document()
    fine["averages"]["chose_yes"]["mean"] = 0.5
    assert "wrong" not in rollouts.naive_sentence(fine, "called", "waited")
    assert "Do not compare" in rollouts.naive_sentence(fine, "called", "waited")


def test_cells_say_how_certain_they_are() -> None:
    words = [rollouts.cell_words(cell, 200) for cell in document()["cells"]]
    assert words == ["+1.23", "(+1.23)", "·"]
    told = rollouts.resolved_sentence(document())
    assert "Of 3 cells the sign is resolved in 1" in told
    assert "1 are inconclusive, and 1 have fewer than 200 forks" in told


def test_tables() -> None:
    (grid,) = rollouts.grids(document(), "b", "a", "a", {"1": "One"}, "A \\ B")
    assert list(grid.headings) == ["A \\ B", "2", "3", "4"]
    assert grid.rows == [["1", "+1.23", "(+1.23)", "·"]]
    assert "200 forks" in grid.note
    table = rollouts.averages(document(), "called", "waited")
    assert [row[0] for row in table.rows] == [
        "all decisions",
        "where the bot called",
        "misleading: games with it less games without",
    ]
    assert len(rollouts.cells_table(document(), {"a": "A", "b": "B"}).rows) == 2


def test_thresholds_in_words() -> None:
    row = {"t": 12, "low": 10, "high": 13, "always": False, "pooled": False}
    assert rollouts.threshold_words(row, "t") == "12 (10 to 13)"
    assert (
        rollouts.threshold_words(row | {"t": -1, "low": -1, "high": 2, "pooled": True}, "t") == "never (never to 2) *"
    )
    assert rollouts.threshold_words(row | {"always": True, "low": 13}, "t") == "always"
    assert rollouts.threshold_words(row | {"t": None}, "t") == "–"


def test_lists_and_names() -> None:
    assert rollouts.listed(["a", "b", "c"]) == "a, b and c"
    assert rollouts.players(document()) == "three greedy"
    assert rollouts.players({"players": ["a", "b", "a"]}) == "a, b, a"
    assert "2 million branches/s" in rollouts.speed_sentence(
        {"branches": 4_000_000, "elapsed_s": 2.0, "forks": 7}
    ).replace("2.00", "2")
    assert rollouts.chart_sentence({"chart": None}) == ""
