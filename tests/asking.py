"""A question of the tests' own, to see what every question is given: how many games had an even number of turns."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from analyses.answers.shared import QuestionAnswer
from analyses.presentation import Finding, Screen, Table
from analyses.question import Inquiry, Option, Question


@dataclass(frozen=True)
class ToyAnswer(QuestionAnswer):
    """The answer to it."""

    cells: tuple[Mapping[str, Any], ...] = ()
    method: Mapping[str, str] = field(default_factory=dict)


def ask(inquiry: Inquiry) -> ToyAnswer:
    """The answer of a question that plays nothing."""
    cells = [{"turn": turn, "share": 1 / turn, "ci95": [0.0, 1.0]} for turn in range(1, inquiry.options["turns"] + 1)]
    method = {"unit": "the game", "forked": "no: nothing is played"}
    return ToyAnswer(**inquiry.head(TOY), cells=tuple(cells), method=method)


def screen(answer: ToyAnswer) -> Screen:
    return Screen(answer.heading(), "It looks like this.", tables(answer), ["And like that."])


def tables(answer: ToyAnswer) -> list[Table]:
    rows = [[str(cell["turn"]), f"{cell['share']:.2f}"] for cell in answer.cells]
    return [Table("cells", "By turn", ["Turn", "Share"], rows)]


def findings(answer: ToyAnswer) -> list[Finding]:
    return []


TOY = Question(
    name="toy",
    asks="How does a question look?",
    games=50,
    ask=ask,
    answer=ToyAnswer,
    options=(
        Option("turns", "How many turns.", default=3, low=1, high=9),
        Option("scale", "A factor.", "number", 1.0, 0, 10),
        Option("way", "One of two.", "choice", "long", choices=("long", "short")),
        Option("change", "What to change.", "text", many=True),
        Option("bare", "No frills.", "flag", False),
    ),
    players="greedy,greedy,miser",
    example="--turns 4",
    presenter=sys.modules[__name__],
)
