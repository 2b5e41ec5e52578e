"""`tongits mahjong rules`."""

from __future__ import annotations

import json

from mahjong_sim.rules import KNOBS, PRESETS
from tests.playing import command


def test_presets_are_listed() -> None:
    code, out, err = command("mahjong", "rules", "list", "--format", "json")
    assert code == 0, err
    assert [row["rules"] for row in json.loads(out)] == list(PRESETS)
    assert command("mahjong", "rules")[0] == 0


def test_every_rule_is_explained() -> None:
    code, out, _ = command("mahjong", "rules", "show", "manila", "--set", "pay.bunot=3", "--format", "json")
    rows = json.loads(out)
    assert code == 0
    assert [row["knob"] for row in rows] == list(KNOBS)
    assert {row["knob"]: row["value"] for row in rows}["pay.bunot"] == "3"


def test_differences_are_shown() -> None:
    code, out, _ = command("mahjong", "rules", "diff", "visayan", "visayan_doubles", "--format", "json")
    assert [row["knob"] for row in json.loads(out)] == ["doubles.play"]
    assert "are the same rules" in command("mahjong", "rules", "diff", "visayan", "visayan")[1]
    assert code == 0
