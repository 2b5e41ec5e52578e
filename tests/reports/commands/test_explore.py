"""`tongits explore`: the page of a few games."""

from __future__ import annotations

import json
from pathlib import Path

from tests.playing import command

FEW = ("--games", "60", "--answer-games", "100", "--min-forks", "5", "--workers", "1")


def test_writes_a_page(tmp_path: Path) -> None:
    path = tmp_path / "explore.html"
    code, out, err = command("explore", "--rules", "pagat", *FEW, "-o", str(path))
    assert code == 0, err
    assert f"Wrote {path}" in out + err
    assert "one way of playing, 60 games each" in out + err
    assert path.read_text().startswith("<!doctype html>")


def test_writes_its_sums(tmp_path: Path) -> None:
    path = tmp_path / "explore.json"
    code, _, err = command("explore", *FEW, "--switch", "call.timing=end", "-o", str(path))
    assert code == 0, err
    document = json.loads(path.read_text())
    assert (document["command"], document["games"], len(document["variants"])) == ("explore", 60, 2)
