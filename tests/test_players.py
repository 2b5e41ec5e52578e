"""Players by name, without knowing where the bots live."""

from __future__ import annotations

import importlib.metadata

import pytest

from strategies import strategy
from tongits_sim import players
from tongits_sim.errors import TongitsError
from tongits_sim.players import as_players, load_player, loader, register_loader, split_specs
from tongits_sim.strategy import Player


def test_specs_and_players_may_be_mixed() -> None:
    miser = Player(strategy("miser"))
    assert as_players([miser, "greedy(call_at=5)"])[0] is miser
    assert [player.label for player in as_players("greedy(call_at=5, challenge_at=3),miser,caller")] == [
        "greedy(call_at=5, challenge_at=3)",
        "miser",
        "caller",
    ]


@pytest.mark.parametrize("text", ["", ",", "a(b", "a)b,c", "a(b,c),d"])
def test_splitting_loses_nothing(text: str) -> None:
    assert ",".join(split_specs(text)) == text


def test_the_package_with_the_bots_says_how_they_are_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    assert loader() == "strategies:load_player"
    monkeypatch.setattr(players, "_loader", [])
    monkeypatch.setattr(players, "offered", lambda group: {})
    with pytest.raises(TongitsError, match="no bots are known by name"):
        load_player("greedy")
    assert load_player("greedy", "strategies:load_player").label == "greedy"
    register_loader("strategies.registry:load_player")
    assert load_player("greedy").label == "greedy"


def test_an_installed_package_needs_no_import(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "_loader", [])
    if not importlib.metadata.entry_points(group=players.GROUP):
        pytest.skip("the program is not installed")
    assert load_player("greedy").label == "greedy"
