"""`tongits analyze claims` from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from analyses.claims import ask as asking
from tests.analyses.claims.test_claims import FEW
from tests.playing import command


def test_writes_pages_and_keeps_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "CLAIMS", FEW)
    asked = ("analyze", "claims", "--games", "40", "--deals", "20", "--workers", "1")
    code, out, _ = command(*asked, "-o", str(tmp_path / "page.md"), "--out", str(tmp_path / "run"))
    assert code == 0
    assert "Said, and found" in out
    assert (tmp_path / "page.md").read_text(encoding="utf-8").startswith("# Said about Tongits, tested")
    code, out, _ = command(*asked, "--format", "json", "-o", str(tmp_path / "page.html"))
    assert json.loads(out)["command"] == "claims"
    assert "Said about Tongits, tested" in (tmp_path / "page.html").read_text(encoding="utf-8")
    code, out, _ = command(*asked, "--format", "csv")
    assert out.splitlines()[0].startswith("key,")
    code, _, _ = command("report", str(tmp_path / "run"), "-o", str(tmp_path / "again.html"))
    assert code == 0
