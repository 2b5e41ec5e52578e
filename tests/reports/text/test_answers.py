"""An answer as a terminal, JSON and CSV show it, and kept in a folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from analyses.question import inquiry
from analyses.registry import question
from reports.text.answers import asked, print_document
from tongits_sim.folders.answer_file import keep
from tongits_sim.run.answers import as_json


@pytest.fixture(scope="module")
def answer() -> object:
    """A small answer."""
    return question("sunog").ask(inquiry(question("sunog"), games=60))


def test_an_answer_read_back_is_shown_alike(answer: Any, capsys: pytest.CaptureFixture[str]) -> None:
    shown = []
    for each in (answer, type(answer).from_dict(as_json(answer))):
        print_document(each, "table")
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1]
    assert " ".join(asked(answer).split()) in " ".join(shown[0].split())


def test_json_is_what_is_kept(answer: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    print_document(answer, "json")
    keep(as_json(answer), tmp_path / "run")
    assert json.loads(capsys.readouterr().out) == json.loads((tmp_path / "run" / "results.json").read_text())
