"""`tongits mahjong strategies`."""

from __future__ import annotations

import json

from mahjong_sim.bots.registry import bot_names
from tests.playing import command


def test_bots_are_listed() -> None:
    code, out, err = command("mahjong", "strategies", "list", "--format", "json")
    assert code == 0, err
    assert [row["strategy"] for row in json.loads(out)] == list(bot_names())
    assert command("mahjong", "strategies")[0] == 0


def test_a_bot_and_its_parameters_are_explained() -> None:
    code, out, _ = command("mahjong", "strategies", "show", "defender(fold_at=3)")
    assert code == 0
    assert out.startswith("defender(fold_at=3): ")
    assert "threat_melds" in out
    assert "It has no parameters." in command("mahjong", "strategies", "show", "greedy")[1]
