"""What was played, as an answer that stands on a page."""

from __future__ import annotations

from typing import Any

import pytest

from mahjong_sim.analyses.played import KINDS, played
from mahjong_sim.rules import load
from tests.mahjong_sim.played import document


@pytest.mark.parametrize("command", KINDS)
def test_it_holds_the_answer_and_says_what_was_played(command: str) -> None:
    given = document(command)
    found = played(given)
    assert found.to_dict() == {key: value for key, value in given.items() if key not in ("command_line", "bots")}
    assert (found.command, found.question) == (command, command.split()[-1])
    assert found.asks.endswith("?")
    assert found.games > 0
    assert found.command_line == "tongits mahjong again"


def test_bots_that_say_too_little_are_left_out() -> None:
    given: dict[str, Any] = document("mahjong simulate") | {"bots": [{"player": "a", "params": {}}, {"x": 1}, 3]}
    assert [bot["player"] for bot in played(given).bots] == ["a"]
    assert played(given).knobs == load("visayan").knobs()
