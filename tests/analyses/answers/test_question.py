"""What every answer begins with: read back from JSON as it was, with defaults for what older answers lack."""

from __future__ import annotations

import json

import pytest

from analyses.answers.question import QuestionAnswer
from analyses.question import BASIS, inquiry
from tests.asking import TOY
from tongits_sim.run.answers import AnswerError

HEAD = {"command": "analyze", "question": "toy", "rules": "pagat", "players": ["a", "b", "c"], "games": 5, "seed": 1}


def test_json_holds_what_is_read_back() -> None:
    answer = QuestionAnswer(**inquiry(TOY, change=("a=1",)).head(TOY))
    stored = json.loads(json.dumps(answer.to_dict()))
    assert QuestionAnswer.from_dict(stored).to_dict() == stored
    assert list(stored)[:4] == ["command", "question", "asks", "rules"]
    assert [bot["player"] for bot in stored["bots"]] == ["greedy", "greedy", "miser"]


def test_an_older_answer_has_defaults() -> None:
    answer = QuestionAnswer.from_dict(HEAD)
    assert (answer.asks, answer.bots, answer.players) == ("", (), ("a", "b", "c"))


@pytest.mark.parametrize("name", BASIS)
def test_what_every_answer_says_is_not_missing(name: str) -> None:
    with pytest.raises(AnswerError, match=f"{name} is missing"):
        QuestionAnswer.from_dict({key: value for key, value in HEAD.items() if key != name})
