"""The usual opponents are bots that exist."""

from __future__ import annotations

import pytest

import strategies
from reports.play.opponents import usual_opponents
from strategies import load_players


def test_can_be_loaded() -> None:
    assert len(load_players(usual_opponents(), 2)) == 2


def test_a_solution_plays_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strategies, "names", lambda: ["expert", "solved"])
    assert usual_opponents() == "solved,expert"
    monkeypatch.setattr(strategies, "names", lambda: ["expert"])
    assert usual_opponents() == "expert,expert"
