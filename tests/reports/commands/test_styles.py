"""`tongits analyze styles` on the command line."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from tests.playing import answered_once, command

SMALL = ("analyze", "styles", "--games", "1000", "--deals", "1000")


@pytest.mark.slow
def test_a_map_of_nine_styles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answered_once(monkeypatch, "analyses.styles.best_answers")
    code, out, err = command(*SMALL, "--report", str(tmp_path / "page.html"))
    assert code == 0, err
    assert "What the right read is worth" in out
    assert "Who sits there" in (tmp_path / "page.html").read_text("utf-8")
    code, out, err = command(*SMALL, "--format", "csv")
    assert code == 0, err
    rows = list(csv.DictReader(io.StringIO(out)))
    assert len(rows) == 81
    code, out, err = command(*SMALL, "--format", "json")
    assert code == 0, err
    responses = json.loads(out)["responses"]
    assert len(responses) == 9
    assert float(rows[0]["gain"]) == responses[0]["results"][0]["gain"]["mean"]
