"""Answers from the folders in which the commands of mahjong keep them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mahjong_sim.analyses.answers import QuestionAnswer
from mahjong_sim.analyses.played import KINDS, played
from mahjong_sim.analyses.registry import QUESTIONS, question
from reports.page.stored_file import damage_told, stored_answer
from tongits_sim.folders.run_folder import RESULTS
from tongits_sim.run.answers import AnswerError

COMMANDS = (*KINDS, "mahjong analyze")
PROGRAM = "tongits mahjong"


def answer_folders(folder: Path) -> list[Path]:
    """The answer folders in a folder: itself, or those of the questions that `report --out` kept there."""
    inner = [folder / name for name in QUESTIONS if (folder / name / RESULTS).is_file()]
    return [folder] if (folder / RESULTS).is_file() or not inner else inner


def stored(folder: Path) -> QuestionAnswer:
    """The answer of a stored run, with the command that asks it again. Raises StoredError."""
    document = stored_answer(folder, COMMANDS, PROGRAM)
    with damage_told(folder):
        return typed(document)


def typed(document: Mapping[str, Any]) -> QuestionAnswer:
    """A stored document as the answer that it is. Raises AnswerError."""
    command, name = document["command"], document.get("question")
    if command in KINDS:
        return played(document)
    if name not in QUESTIONS:
        raise AnswerError(f"there is no question {name!r}")
    return question(str(name)).answer.from_dict(document)
