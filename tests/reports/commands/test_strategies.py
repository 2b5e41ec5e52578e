"""`tongits strategies`: the bots and their parameters."""

from __future__ import annotations

import json

import pytest

from strategies import names, strategy
from tests.playing import command


def test_lists_every_bot() -> None:
    rows = json.loads(command("strategies", "list", "--format", "json")[1])
    assert [row["strategy"] for row in rows] == names()
    assert command("strategies")[1] == command("strategies", "list")[1]


@pytest.mark.parametrize("name", names())
def test_explains_every_parameter(name: str) -> None:
    code, out, _ = command("strategies", "show", name)
    assert code == 0
    assert out.startswith(f"{name}: ")
    assert ("It has no parameters." in out) == (not strategy(name).params)
    rows = json.loads(command("strategies", "show", name, "--format", "json")[1])
    assert [row["param"] for row in rows] == [param.name for param in strategy(name).params]


def test_shows_the_values_that_are_set() -> None:
    rows = json.loads(command("strategies", "show", "greedy(call_at=5)", "--format", "json")[1])
    assert {row["param"]: row["value"] for row in rows}["call_at"] == "5"
