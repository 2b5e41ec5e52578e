"""Answers as types, also where a page or a stored run holds them as JSON does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVar

from tongits_sim.run.answers import Answer

A = TypeVar("A", bound=Answer)
R = TypeVar("R")
Given = Mapping[str, Any]
"""An answer as JSON holds it."""


def reads(kind: type[A]) -> Callable[[Callable[[A], R]], Callable[[A | Given], R]]:
    """A function of an answer that may be given the answer as JSON holds it, too.

    What it is given is read by `from_dict`, which raises AnswerError where it is no such answer.
    """

    def decorate(function: Callable[[A], R]) -> Callable[[A | Given], R]:
        @wraps(function)
        def read(answer: A | Given) -> R:
            return function(answer if isinstance(answer, kind) else kind.from_dict(_json(answer)))

        return read

    return decorate


def _json(answer: Answer | Given) -> Given:
    return answer.to_dict() if isinstance(answer, Answer) else answer
