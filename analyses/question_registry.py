"""The registry of questions: `tongits analyze NAME`.

A built-in question is a file of `analyses/questions`. The file has the name of the question and holds a `Question` with
that name in capitals.
"""

from __future__ import annotations

import difflib
import functools
import importlib
import pkgutil
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from analyses import questions
from analyses.question import A, Question, QuestionError
from tongits_sim.imports import load, offered
from tongits_sim.run.numbers import abbreviated

PRESENTER = ("screen", "tables", "findings")
"""Functions that present an answer."""
ENTRY_POINTS = "tongits_sim.questions"
"""Group of entry points: the questions of installed packages, each the name and `package.module:ATTRIBUTE`."""

_user_questions: dict[str, Question[Any]] = {}
"""Questions from files and packages that this process has asked, by name."""


@functools.cache
def built_in() -> tuple[str, ...]:
    """Names of the built-in questions in alphabetical order; imports none of them."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(questions.__path__)))


def names() -> list[str]:
    """Names of all questions: first the built-in questions, then questions of installed packages."""
    return list(dict.fromkeys([*built_in(), *_entry_points()]))


def _entry_points() -> Mapping[str, str]:
    return offered(ENTRY_POINTS)


def in_order() -> list[Question[Any]]:
    """All questions, in the order of their sections on a page."""
    return sorted((question(name) for name in names()), key=lambda found: found.page_order)


def in_file(name: str) -> bool:
    """Return True for a name such as `my_question.py:NAME`."""
    path, _, own = name.rpartition(":")
    return path.endswith(".py") and bool(own)


def question(name: str) -> Question[Any]:
    """Find a question by name; `my_question.py:NAME` executes the file. Raises QuestionError or TongitsError."""
    if name in built_in():
        entry: Question[Any] = getattr(importlib.import_module(f"{questions.__name__}.{name}"), name.upper())
        return entry
    if in_file(name):
        path, _, own = name.rpartition(":")
        from tongits_sim.run.user_file import Words, load_named

        value: Any = load_named(path, own, Question, Words("question", "question", "questions"))
        _user_questions[name] = _check(value, name)
        return _user_questions[name]
    others = _entry_points()
    if name in others:
        return _check(load(others[name]), name)
    close = difflib.get_close_matches(name, names(), 1)
    hint = f" Did you mean {close[0]!r}?" if close else ""
    raise QuestionError(f"unknown question {abbreviated(name)}.{hint} See: tongits analyze --help")


def is_question_name(name: str) -> bool:
    """Return True if a question may have this name. Opens no file."""
    return in_file(name) or name in names()


def presented(name: str) -> Question[Any] | None:
    """The question that presents an answer.

    A question from a file counts only if this process has asked it: a stored answer may come from anybody and must not
    execute files.
    """
    if name in _user_questions or in_file(name):
        return _user_questions.get(name)
    return question(name) if name in names() else None


def as_question(asked: Question[A] | str) -> Question[A]:
    """A question, from itself or its name. From now on its answers can be shown. Raises as `question` does."""
    if isinstance(asked, str):
        return question(asked)
    if asked.called not in built_in():
        _user_questions[asked.called] = _check(asked, asked.called)
    return asked


def _check(question: Any, name: str) -> Question[Any]:
    """A user's question under its name. Raises QuestionError if its answer cannot be presented."""
    if not isinstance(question, Question):
        raise QuestionError(f"{name} is not a question: it must be a Question of analyses.question")
    lacking = [part for part in PRESENTER if not callable(getattr(question.presenter, part, None))]
    if lacking:
        raise QuestionError(
            f"{name} has no {lacking[0]}(answer): a question's presenter is a module with {', '.join(PRESENTER)}; in a "
            "file of one's own, presenter=sys.modules[__name__]"
        )
    if question.answer is None:
        raise QuestionError(f"{name} has no type of its answer; write answer=... with a type from QuestionAnswer")
    return replace(question, import_spec=name)
