"""What was played, as an answer that stands on a page."""

from __future__ import annotations

from typing import Any

import pytest

from mahjong_sim.analyses.played import KINDS, played
from mahjong_sim.rules import load
from tests.mahjong_sim.played import document


@pytest.mark.parametrize("command", KINDS)
def test_it_holds_the_answer_and_says_what_was_played(command: str) -> None:
    stored = document(command)
    answer = played(stored)
    assert answer.to_dict() == {key: value for key, value in stored.items() if key not in ("command_line", "bots")}
    assert (answer.command, answer.question) == (command, command.split()[-1])
    assert answer.asks.endswith("?")
    assert answer.games > 0
    assert answer.command_line == "tongits mahjong again"


def test_bots_that_say_too_little_are_left_out() -> None:
    stored: dict[str, Any] = document("mahjong simulate") | {"bots": [{"player": "a", "params": {}}, {"x": 1}, 3]}
    assert [bot["player"] for bot in played(stored).bots] == ["a"]
    assert played(stored).knobs == load("visayan").knobs()
