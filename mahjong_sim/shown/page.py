"""Answers of mahjong on one page, also those stored with --out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from analyses.presentation import Presenter
from mahjong_sim import rules
from mahjong_sim.experiments.answer_types import BatchAnswer, CompareAnswer, WhatIfAnswer
from mahjong_sim.payouts import PayoutsAnswer
from mahjong_sim.shown import compare, payouts, simulate, whatif
from reports.page.compose import Subject
from reports.page.render import place_of, write_report
from reports.page.stored import damage_told, stored_answer
from tongits_sim.run.answers import Answer
from tongits_sim.run.arguments import public

SHOWN: dict[str, tuple[type[Answer], Presenter]] = {
    "mahjong simulate": (BatchAnswer, simulate),
    "mahjong compare": (CompareAnswer, compare),
    "mahjong whatif": (WhatIfAnswer, whatif),
    "mahjong analyze payouts": (PayoutsAnswer, payouts),
}
"""By the value of an answer's `command`: the type of the answer, and the module that shows it."""


def presenter_of(answer: Answer) -> Presenter:
    """The module that shows an answer of a command."""
    return SHOWN[getattr(answer, "command", "")][1]


MAHJONG = Subject("Visayan mahjong", rules, presenter_of)


@public
def report(answers: Any, path: str | Path = "report.html") -> Path:
    """Write one page of answers, or of folders with answers; returns the file, or the folder of tables.

    The suffix of `path` decides the form: .html, .md, .json, or a folder of .csv.

    Raises:
        TongitsError: a folder holds no answer, or the file cannot be written.
    """
    given = list(answers) if isinstance(answers, Sequence) and not isinstance(answers, str) else [answers]
    documents = [stored(Path(answer)) if isinstance(answer, str | Path) else answer for answer in given]
    write_report(documents, Path(path), subject=MAHJONG)
    return place_of(Path(path))


def stored(folder: Path) -> Answer:
    """The answer in a folder. Raises StoredError."""
    document = stored_answer(folder, list(SHOWN), "tongits mahjong")
    with damage_told(folder):
        return SHOWN[document["command"]][0].from_dict(document)
