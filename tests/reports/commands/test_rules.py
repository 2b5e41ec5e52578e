"""`tongits rules`: the lists, the sentences and the differences."""

from __future__ import annotations

import json

import pytest

from tests.playing import command
from tongits_sim.rules import KNOBS, overlay_names, preset_names


def test_lists_every_preset_and_overlay() -> None:
    rows = json.loads(command("rules", "list", "--format", "json")[1])
    assert [row["rules"] for row in rows] == [*preset_names(), *(f"+{name}" for name in overlay_names())]
    assert command("rules")[1] == command("rules", "list")[1]


def test_explains_every_knob() -> None:
    rows = json.loads(command("rules", "show", "pagat", "--format", "json")[1])
    assert {row["knob"] for row in rows} == set(KNOBS)


@pytest.mark.parametrize("other", ["pagat", "online"])
def test_shows_differences(other: str) -> None:
    code, out, _ = command("rules", "diff", "pagat", other)
    assert code == 0
    assert (out == "pagat and pagat are the same rules.\n") == (other == "pagat")
    assert json.loads(command("rules", "diff", "pagat", "pagat", "--format", "json")[1]) == []
