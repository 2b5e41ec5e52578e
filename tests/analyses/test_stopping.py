"""When comparisons stop."""

from __future__ import annotations

from tests.designs.tournament.fields import NULL_BOTS, compared


def test_stops_when_the_width_is_reached() -> None:
    document = compared("greedy,greedy(call_at=5)", 40_000, stop_at_width=0.1).to_dict()
    assert 1000 <= document["deals"] < 40_000
    low, high = document["pairs"][0]["diff"]["ci95"]
    assert (high - low) / 2 <= 0.1
    assert document["stopping"]["reached"]


def test_stops_when_all_is_decided() -> None:
    document = compared("greedy,random", 30_000, monitor=True).to_dict()
    assert document["deals"] < 30_000
    assert document["pairs"][0]["verdict"] == "better"
    assert document["pairs"][0]["p_holm"] <= 0.05


def test_only_differences_to_the_baseline_have_to_be_decided() -> None:
    players = f"{NULL_BOTS}:coin(salt=1),{NULL_BOTS}:coin(salt=2),greedy"
    assert compared(players, 4000, monitor=True, baseline="greedy").to_dict()["stopping"]["reached"]
    assert not compared(players, 4000, monitor=True).to_dict()["stopping"]["reached"]
