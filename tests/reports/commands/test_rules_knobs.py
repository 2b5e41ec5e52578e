"""`tongits rules knobs`: all knobs, a group of them, one in detail."""

from __future__ import annotations

import json

import pytest

from reports.text.listing import knob_row, value_rows
from tests.playing import command
from tongits_sim.rules import KNOBS, load, preset_names
from tongits_sim.rules.rulebook import presets


def test_every_knob_is_listed_with_its_values_and_default() -> None:
    code, out, _ = command("rules", "knobs", "--format", "json")
    rows = json.loads(out)
    assert code == 0
    assert [row["knob"] for row in rows] == list(KNOBS)
    for row in rows:
        knob = KNOBS[row["knob"]]
        assert knob.parse(row["default"]) == knob.default
        assert all(knob.text(value) in row["values"] for value in knob.allowed)
        assert row["title"] == knob.title
    table = command("rules", "knobs")[1]
    assert "call.timing" in table
    assert "fees.winnings" in table


def test_a_group_is_listed_alone() -> None:
    rows = json.loads(command("rules", "knobs", "stock_out", "--format", "json")[1])
    assert [row["knob"] for row in rows] == ["stock_out.moment", "stock_out.eligible", "stock_out.nobody_eligible"]


def test_one_knob_in_detail() -> None:
    out = " ".join(command("rules", "knobs", "call.timing")[1].split())
    assert out.startswith("call.timing: When a draw is called (R9); start or end, by default start.")
    assert "together with the discard" in out
    rows = json.loads(command("rules", "knobs", "call.timing", "--format", "json")[1])
    assert [(row["value"], row["presets"]) for row in rows][1] == ("end", "sjs")


@pytest.mark.parametrize("name", KNOBS)
def test_values_have_sentences_and_every_preset_has_one(name: str) -> None:
    rows = value_rows(KNOBS[name], presets())
    assert all(row["sentence"].endswith(".") and "{" not in row["sentence"] for row in rows)
    listed = [preset.split(" ")[0] for row in rows for preset in row["presets"].split(", ") if preset]
    assert sorted(listed) == sorted(preset_names())


def test_a_number_is_explained_with_n() -> None:
    assert knob_row(KNOBS["pay.fold"])["values"] == "an amount from 0 to 1000000 with at most 2 decimals"
    *_, numbers = value_rows(KNOBS["pay.tongits"], presets())
    assert numbers["value"] == "N"
    assert "N units" in numbers["sentence"]
    assert f"online ({load('online').pay.tongits})" in numbers["presets"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("rules knobs call.timng", "Did you mean 'call.timing'?"),
        ("rules knobs zzz", "'tongits rules knobs' lists all."),
        ("simulate --set foo.bar=1", "'tongits rules knobs' lists all."),
        ("rules call.timing", "Did you mean 'tongits rules knobs call.timing'?"),
        ("rules stock_out", "Did you mean 'tongits rules knobs stock_out'?"),
    ],
)
def test_what_is_unknown_is_answered_with_a_command_that_works(line: str, message: str) -> None:
    code, out, err = command(*line.split())
    assert (code, out) == (2, "")
    assert message in err
    if "'tongits " in message:
        suggested = message.partition("'tongits ")[2].partition("'")[0]
        assert command(*suggested.split())[0] == 0
