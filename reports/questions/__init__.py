"""How answers are presented: one module per command or question, with four functions of the answer.

`headline(answer) -> str` is the first sentence, `sentences(answer) -> list[str]` are the other statements,
`tables(answer) -> list[Table]` the numbers, `findings(answer) -> list[Finding]` the figures and their captions.

Optional functions: `asked(answer) -> str`, one line about what was played; `console(answer) -> list[Table]`, the tables
for a terminal where they differ from those of a page. For the first screen of a page: `advice(answer) ->
list[Advice]`, answers in plain words, and `pocket(answer) -> list[Table]`, the tables to print beside them. For the
other parts of a page: `title(answer) -> str`, the heading over its numbers; `method(answer) -> dict[str, str]`, how
the numbers were obtained; `size(answer) -> str`, how much was played; `command_line(answer) -> str`, the command that
reproduces them.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

from tongits_sim.errors import TongitsError
from tongits_sim.rules.errors import shown
from tongits_sim.run.answers import Answer

Document = Answer | Mapping[str, Any]
"""An answer on a page: typed, or a mapping as stored."""


class WordsError(TongitsError):
    """An answer to a question that does not exist."""


class Words:
    """The functions of a question's module; stored answers are converted to their type before they are passed on.

    Attributes:
        module: the module.
        kind: the type of the answers.
    """

    def __init__(self, module: ModuleType, kind: type[Answer] | None) -> None:
        self.module = module
        self.kind = kind

    def __getattr__(self, name: str) -> Callable[[Any], Any]:
        """A function of the module. Raises AttributeError if there is none of that name."""
        function = getattr(self.module, name)
        return lambda answer: function(self.typed(answer))

    def typed(self, answer: Any) -> Any:
        """The answer as its type. Raises AnswerError if a stored answer does not have the expected fields."""
        if self.kind is None or isinstance(answer, self.kind):
            return answer
        return self.kind.from_dict(answer)


def get(answer: Document, name: str, default: Any = None) -> Any:
    """A field of an answer, typed or stored; `default` if it has no such field."""
    return answer.get(name, default) if isinstance(answer, Mapping) else getattr(answer, name, default)


def words(answer: Document) -> Words:
    """The module that presents an answer. Raises WordsError if there is none."""
    name = get(answer, "question")
    if name is None:
        name = get(answer, "command")
    try:
        if not isinstance(name, str) or not name.isidentifier():  # a stored answer may say anything
            raise ModuleNotFoundError
        module = importlib.import_module(f"reports.questions.{name}")
    except ModuleNotFoundError:
        raise WordsError(f"there is no question {shown(name)}, so its answer cannot be shown") from None
    return Words(module, kind_of(name))


def kind_of(name: str) -> type[Answer] | None:
    """The type of the answers to a question, or of a command."""
    from analyses.answers.batch import BatchReport
    from analyses.answers.comparison import ComparisonAnswer
    from analyses.answers.whatif import WhatIfAnswer
    from analyses.registry import REGISTRY, question

    kinds: dict[str, type[Answer]] = {
        "simulate": BatchReport,
        "compare": ComparisonAnswer,
        "whatif": WhatIfAnswer,
    }
    return question(name).answer if name in REGISTRY else kinds.get(name)
