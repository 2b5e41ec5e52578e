"""Answers from run folders, as `simulate`, `compare`, `whatif` and `analyze` save them with --out."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from reports.page.stored_file import damage_told, stored_answer
from reports.questions import Document, kind_of

COMMANDS = ("simulate", "compare", "whatif", "analyze", "tournament", "claims")


def answer_folders(folder: Path) -> list[Path]:
    """The answer folders in a folder: itself, or those of a batch in the order of its file."""
    from reports.batches.manifest import MANIFEST as BATCH
    from reports.batches.manifest import job_folders

    return job_folders(folder) if (folder / BATCH).is_file() else [folder]


def batch_title(folder: Path) -> str:
    """The title of a batch's folder; empty if its file has none, or the folder is not a batch."""
    from reports.batches.manifest import MANIFEST as BATCH
    from reports.batches.manifest import read_manifest

    title = read_manifest(folder).get("title") if (folder / BATCH).is_file() else None
    return title if isinstance(title, str) else ""


def stored_document(folder: Path) -> Document:
    """The answer of a stored run, with the command that produced it. Raises StoredError."""
    document = stored_answer(folder, COMMANDS, "tongits")
    with damage_told(folder):
        return typed(document)


def typed(document: Mapping[str, Any]) -> Document:
    """A stored document as the answer that it is.

    Raises AnswerError where a value is missing or of another kind, WordsError where there is no such question.
    """
    return kind_of(document.get("question") or document.get("command")).from_dict(document)
