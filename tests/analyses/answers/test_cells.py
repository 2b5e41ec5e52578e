"""Cells and averages of any game: coordinates lie flat in their JSON, and are read back."""

from __future__ import annotations

import json

from analyses.answers.cells import Cell, ChoiceCell, Extremes, cell_at
from tongits_sim.run.answers import Estimate


def test_coordinates_of_mahjong_are_read_back() -> None:
    cell = Cell(
        at={"meld": "pung", "shanten": 2, "own_turn": 4, "own_turn_to": 7},
        n=9,
        ev_diff=Estimate(0.5, (0.1, 0.9)),
        resolved=True,
    )
    stored = json.loads(json.dumps(cell.to_dict()))
    assert (stored["ev_diff"], stored["ci95"]) == (0.5, [0.1, 0.9])
    assert list(stored)[:4] == ["meld", "shanten", "own_turn", "own_turn_to"]
    assert Cell.from_dict(stored) == cell
    assert (cell.words("meld"), cell.words("own_turn")) == ("pung", "4–7")
    assert cell_at([cell], {"shanten": 2}) is cell


def test_what_is_not_known_is_left_out() -> None:
    choice = ChoiceCell(at={"shanten": 1}, n=3, ev_diff=Estimate(None), resolved=False)
    assert "verdict" not in choice.to_dict()
    assert choice.to_dict()["ci95"] is None
    assert Extremes(games=5, seed=2).to_dict() == {"most": None, "least": None, "games": 5, "seed": 2}
