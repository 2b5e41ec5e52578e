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


def test_a_rule_is_explained_with_its_knobs() -> None:
    code, out, _ = command("mahjong", "rules", "explain", "V9", "--set", "win.equal_pairs=false", "--format", "json")
    answer = json.loads(out)
    assert (code, answer["rule"], "siete pares" in answer["text"].lower()) == (0, "V9", True)
    assert {row["knob"]: row["value"] for row in answer["knobs"]}["win.equal_pairs"] == "false"
    code, _, err = command("mahjong", "rules", "explain", "V13")
    assert (code, "V1 to V12" in err) == (2, True)


def test_knobs_are_listed_and_explained() -> None:
    rows = json.loads(command("mahjong", "rules", "knobs", "--format", "json")[1])
    assert [row["knob"] for row in rows] == list(KNOBS)
    values = {row["knob"]: row["values"] for row in rows}
    assert values["jai_alai.markers"] == "a whole number from 1 to 100"
    rows = json.loads(command("mahjong", "rules", "knobs", "joker.play", "--format", "json")[1])
    assert {row["value"]: row["presets"] for row in rows}["true"] == "visayan_jokers"
