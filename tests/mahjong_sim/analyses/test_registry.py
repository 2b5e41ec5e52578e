"""The list of questions."""

from __future__ import annotations

import pytest

from mahjong_sim.analyses.registry import QUESTIONS, question


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_question_is_called_by_its_name(name: str) -> None:
    entry = question(name)
    assert entry.name == name
    assert entry.asks.endswith("?")
    with pytest.raises(KeyError):
        question("nothing")
