"""The questions there are: `tongits analyze NAME`."""

from __future__ import annotations

import difflib
import importlib
from typing import Any

from analyses.question import Question, QuestionError

# name -> (module, attribute), in the order of `tongits analyze --help`; modules are imported when they are asked for.
REGISTRY: dict[str, tuple[str, str]] = {
    "calls": ("analyses.calls", "CALLS"),
    "challenges": ("analyses.challenges", "CHALLENGES"),
    "exposure": ("analyses.exposure", "EXPOSURE"),
    "discards": ("analyses.discards", "DISCARDS"),
    "sunog": ("analyses.sunog", "SUNOG"),
    "payouts": ("analyses.payouts", "PAYOUTS"),
    "luck": ("analyses.luck", "LUCK"),
}


def names() -> list[str]:
    """Names of all questions."""
    return list(REGISTRY)


def question(name: str) -> Question[Any]:
    """The question of that name. Raises QuestionError."""
    if name not in REGISTRY:
        close = difflib.get_close_matches(name, REGISTRY, 1)
        hint = f" Did you mean {close[0]!r}?" if close else ""
        raise QuestionError(f"unknown question {name!r}.{hint} See: tongits analyze --help")
    module, attribute = REGISTRY[name]
    entry: Question[Any] = getattr(importlib.import_module(module), attribute)
    return entry
