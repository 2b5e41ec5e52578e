"""What an inquiry is given, and the command that asks it again."""

from __future__ import annotations

import pytest

from mahjong_sim.analyses.question import QuestionError, inquiry
from mahjong_sim.analyses.registry import question
from tongits_sim.errors import TongitsError


def test_the_defaults_are_the_questions_own() -> None:
    claims = question("claims")
    asked = inquiry(claims)
    assert (asked.games, asked.seed, asked.rules.name) == (claims.games, 1, "visayan")
    assert [player.label for player in asked.players] == ["greedy"] * 4


def test_the_command_line_asks_it_again() -> None:
    asked = inquiry(question("claims"), "manila", "greedy,greedy,closed,random", settings=["win.several=all"], games=7)
    line = asked.head(question("claims"))["command_line"]
    assert line == (
        "tongits mahjong analyze claims --rules manila --set win.several=all --players greedy,greedy,closed,random "
        "--games 7 --seed 1"
    )
    sessions = inquiry(question("payouts"), games=9, session_games=4).head(question("payouts"))
    assert sessions["command_line"].endswith("--deals 9 --seed 1 --session-games 4")


def test_who_cannot_be_asked_is_a_sentence() -> None:
    with pytest.raises(QuestionError, match="four players, not 2"):
        inquiry(question("mano"), players="greedy,greedy")
    with pytest.raises(TongitsError, match="unknown bot"):
        inquiry(question("mano"), players="greedy,greedy,greedy,nobody")
