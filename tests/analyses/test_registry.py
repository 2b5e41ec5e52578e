"""The registry of questions: each is there, says what it asks, and has its words."""

from __future__ import annotations

import importlib

import pytest

from analyses.question import QuestionError
from analyses.registry import REGISTRY, names, question


def test_every_question_is_whole() -> None:
    for name in names():
        found = question(name)
        assert found.name == name
        assert found.asks.endswith(("?", "."))
        words = importlib.import_module(f"reports.questions.{name}")
        assert all(callable(getattr(words, part)) for part in ("headline", "sentences", "tables", "findings"))
        own = [option.name for option in found.options]
        assert len(set(own)) == len(own)
        assert all(option.help.endswith(".") for option in found.options)


def test_an_unknown_question_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(REGISTRY, "toy", ("tests.asking", "TOY"))
    assert question("toy").games == 50
    with pytest.raises(QuestionError, match="Did you mean 'toy'"):
        question("toi")
