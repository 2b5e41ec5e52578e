"""How answers are presented: by the file of their question, or the module of their command here, with four functions.

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
from typing import Any

from tongits_sim.any_game.rule_errors import shown
from tongits_sim.errors import TongitsError
from tongits_sim.run.answers import Answer

Document = Answer
"""An answer on a page."""


class WordsError(TongitsError):
    """An answer to a question that does not exist."""


def get(answer: Document, name: str, default: Any = None) -> Any:
    """A field of an answer; the default where answers of its kind have none."""
    return getattr(answer, name, default)


def words(answer: Document) -> Any:
    """The functions that present an answer: a module, or an object with them. Raises WordsError if there is none."""
    from analyses.registry import presented

    name = get(answer, "question") or get(answer, "command")
    kind_of(name)  # an answer may come from elsewhere and say anything
    question = presented(name)
    if question is not None:
        return question.presenter
    return importlib.import_module(f"reports.questions.{name}")


def kind_of(name: object) -> type[Answer]:
    """The type of the answers to a question, or of a command. Raises WordsError."""
    from analyses.answers.batch import BatchReport
    from analyses.answers.claims import ClaimsAnswer
    from analyses.answers.comparison import ComparisonAnswer
    from analyses.answers.styles import StylesAnswer
    from analyses.answers.tournament import TournamentAnswer
    from analyses.answers.whatif import WhatIfAnswer
    from analyses.registry import in_file, presented

    kinds: dict[object, type[Answer] | None] = {
        "simulate": BatchReport,
        "compare": ComparisonAnswer,
        "whatif": WhatIfAnswer,
        "styles": StylesAnswer,
        "tournament": TournamentAnswer,
        "claims": ClaimsAnswer,
    }
    kind = kinds.get(name) if isinstance(name, str) else None
    if kind is None and isinstance(name, str):
        own = presented(name)
        kind = None if own is None else own.answer
        if kind is None and in_file(name):
            raise WordsError(
                f"the answer to {shown(name)} can be shown only where that question is asked: a stored answer "
                "executes no file"
            )
    if kind is None:
        raise WordsError(f"there is no question {shown(name)}, so its answer cannot be shown")
    return kind
