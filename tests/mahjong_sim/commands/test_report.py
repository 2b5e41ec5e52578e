"""`tongits mahjong report`."""

from __future__ import annotations

from pathlib import Path

from mahjong_sim.analyses.registry import QUESTIONS
from tests.playing import command


def test_it_writes_a_page_with_every_question(tmp_path: Path) -> None:
    path = tmp_path / "mahjong.html"
    code, out, err = command("mahjong", "report", "-o", str(path), "--scale", "0.002", "--min-forks", "10")
    assert code == 0, err
    assert "mahjong.html" in out
    text = path.read_text(encoding="utf-8")
    for name in QUESTIONS:
        assert f"tongits mahjong analyze {name} " in text
    assert "<script" not in text


def test_errors_are_a_sentence(tmp_path: Path) -> None:
    code, _, err = command("mahjong", "report", "-o", str(tmp_path / "a.html"), "--players", "greedy")
    assert code == 2
    assert "four players, not 1" in err
