"""How answers are presented: one module for each question, with the same functions of its answer.

`headline(answer) -> str` is the first sentence, `sentences(answer) -> list[str]` are the other statements,
`tables(answer) -> list[Table]` the numbers, `findings(answer) -> list[Finding]` the figures and their captions.
"""

from __future__ import annotations

import importlib
from types import ModuleType

from mahjong_sim.analyses.answers import QuestionAnswer

MODULES = {"open": "opening"}
"""Questions whose module has another name."""


def words(answer: QuestionAnswer) -> ModuleType:
    """The module that presents an answer."""
    return importlib.import_module(f"mahjong_sim.questions.{MODULES.get(answer.question, answer.question)}")
