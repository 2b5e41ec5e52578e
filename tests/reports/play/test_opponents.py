"""The usual opponents are bots that exist."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

import strategies
from reports.play.opponents import usual_opponents
from strategies import load_players
from tongits_sim.rules import load


def test_can_be_loaded() -> None:
    assert len(load_players(usual_opponents(load("pagat")), 2)) == 2


def test_a_solution_plays_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    profiles = SimpleNamespace(find=lambda rules: "a profile" if rules.name == "pagat" else None)
    monkeypatch.setattr(strategies, "names", lambda: ["expert", "solved"])
    monkeypatch.setattr(strategies, "strategy", lambda name: SimpleNamespace(profiles=profiles))
    assert usual_opponents(load("pagat")) == "solved,expert"
    assert usual_opponents(load("sjs")) == "expert,expert"
    monkeypatch.setattr(strategies, "names", lambda: ["expert"])
    assert usual_opponents(load("pagat")) == "expert,expert"
