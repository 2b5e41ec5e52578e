"""An answer as a terminal, JSON and CSV show it, and kept in a folder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from analyses.question import inquiry
from analyses.registry import question
from reports.text.answers import asked, keep, print_document
from tongits_sim.run.answers import as_json


@pytest.fixture(scope="module")
def answer() -> object:
    """A small answer."""
    return question("sunog").ask(inquiry(question("sunog"), games=60))


def test_typed_and_stored_answers_are_shown_alike(answer: object, capsys: pytest.CaptureFixture[str]) -> None:
    shown = []
    for each in (answer, as_json(answer)):
        print_document(each, "table")  # type: ignore[arg-type]
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1]
    assert asked(answer) in shown[0].replace("\n", " ")  # type: ignore[arg-type]


def test_json_is_what_is_kept(answer: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    print_document(answer, "json")  # type: ignore[arg-type]
    keep(as_json(answer), tmp_path / "run")
    assert json.loads(capsys.readouterr().out) == json.loads((tmp_path / "run" / "results.json").read_text())
