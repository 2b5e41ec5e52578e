import functools
import json
from typing import Any

from analyses.answers.whatif import WhatIfAnswer
from analyses.question import inquiry
from analyses.question_registry import question
from reports.page.stored import answer_of
from reports.questions import Document
from tests.experiments.duplicate.fields import example
from tongits_sim.run.answers import as_json

SMALL = {
    "calls": 6_000,
    "challenges": 6_000,
    "sunog": 4_000,
    "discards": 8_000,
    "lay": 5_000,
    "payouts": 4_000,
    "sessions": 6_000,
}


@functools.cache
def _answer(name: str, rules: str, **options: str) -> str:
    asked = question(name)
    few: dict[str, Any] = {"min_forks": 50} if any(option.name == "min_forks" for option in asked.options) else {}
    return json.dumps(as_json(asked.ask(inquiry(asked, rules=rules, games=SMALL[name], **few, **options))))


def stored(name: str, rules: str = "pagat") -> dict[str, Any]:
    """The answer to a question as it is stored; about calls, challenges and first melds of named players."""
    named = {"players": "expert,expert,expert"} if name in ("calls", "challenges", "lay") else {}
    document: dict[str, Any] = json.loads(_answer(name, rules, **named))
    return document


def answer(name: str, rules: str = "pagat") -> Any:
    return answer_of(stored(name, rules))


@functools.cache
def _supposed() -> str:
    from analyses.whatif import whatif

    changes = ["call.timing=end", "pay.sunog_extra=0"]
    return json.dumps(whatif(deals=500, change=changes).to_dict())


def supposed() -> WhatIfAnswer:
    return WhatIfAnswer.from_dict(json.loads(_supposed()))


def every() -> list[Document]:
    return [
        example(),
        supposed(),
        *(answer(name) for name in reversed(SMALL)),
    ]
