"""Answers from run folders, as `simulate`, `compare`, `whatif` and `analyze` save them with --out."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyses.registry import in_order
from reports.page.batch_manifest import MANIFEST as BATCH
from reports.page.batch_manifest import job_folders, read_manifest
from reports.page.stored_file import damage_told, stored_answer
from reports.questions import Document, kind_of
from reports.questions.presenting import presentation_of
from strategies.tongits import TONGITS
from tongits_sim.run.run_folder import RESULTS

if TYPE_CHECKING:
    from tongits_sim.core.game import Game

WHOLE = ("card", "sweep", "whatif", "compare")
"""Folders of `tongits report` that belong to no question."""


def answer_folders(folder: Path, game: Game = TONGITS) -> list[Path]:
    """The answer folders in a folder: itself, the jobs of a batch in their order, or the parts of a report."""
    if (folder / BATCH).is_file():
        return job_folders(folder)
    parts = [each.name for each in in_order(game)]
    inner = [folder / name for name in (*parts, *WHOLE) if (folder / name / RESULTS).is_file()]
    return [folder] if (folder / RESULTS).is_file() or not inner else inner


def batch_title(folder: Path) -> str:
    """The title of a batch's folder; empty if its file has none, or the folder is not a batch."""
    title = read_manifest(folder).get("title") if (folder / BATCH).is_file() else None
    return title if isinstance(title, str) else ""


def stored_document(folder: Path, game: Game = TONGITS) -> Document:
    """The answer of a stored run, with the command that produced it. Raises StoredError."""
    commands = [game.key(command) for command in [*presentation_of(game).commands(), "analyze"]]
    document = stored_answer(folder, commands, game.command)
    with damage_told(folder):
        return answer_of(document, game)


def answer_of(document: Mapping[str, Any], game: Game = TONGITS) -> Document:
    """A stored document as an answer of its own type.

    Raises AnswerError where a value is missing or of another type, WordsError where there is no such question.
    """
    name = document.get("question") or str(document.get("command", "")).rpartition(" ")[2]
    return kind_of(name, game).from_dict(document)
