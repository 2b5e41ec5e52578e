"""`tongits mahjong report`."""

from __future__ import annotations

import json
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


def test_stored_runs_become_one_page(tmp_path: Path) -> None:
    page, few = tmp_path / "page.html", ("--games", "40", "--workers", "1", "--min-forks", "10")
    runs = []
    for name, asked in {
        "mano": ("analyze", "mano", "--games", "40"),
        "hands": ("analyze", "hands", *few),
        "manila": ("analyze", "hands", *few, "--rules", "manila"),
        "simulate": ("simulate", "--games", "60", "--players", "greedy,random,random,random"),
        "compare": ("compare", "greedy", "random", "--others", "random,random,random", "--deals", "10"),
        "whatif": ("whatif", "pay.discarder=1", "--deals", "20"),
    }.items():
        runs.append(str(tmp_path / name))
        code, _, err = command("mahjong", *asked, "--out", runs[-1])
        assert code == 0, err
    code, out, err = command("mahjong", "report", *runs, "-o", str(page), "--title", "Both tables")
    assert (code, f"Wrote {page}." in " ".join(out.split()) or str(page.name) in out) == (0, True), err
    text = page.read_text(encoding="utf-8")
    for heading in ("Both tables", "visayan and manila rules", "The bots compared", "manila rules", "What each earns"):
        assert heading in text
    assert "What does a change of the house rules do?" in text


def test_what_is_kept_becomes_the_same_page(tmp_path: Path) -> None:
    first, again, parts = (tmp_path / name for name in ("first.json", "again.json", "parts"))
    asked = ("mahjong", "report", "--scale", "0.001", "--min-forks", "10", "--workers", "1", "--out", str(parts))
    assert command(*asked, "-o", str(first))[0] == 0
    assert command("mahjong", "report", str(parts), "-o", str(again))[0] == 0
    assert [each["question"] for each in json.loads(again.read_text(encoding="utf-8"))] == list(QUESTIONS)
    assert json.loads(first.read_text(encoding="utf-8")) == json.loads(again.read_text(encoding="utf-8"))


def test_stored_runs_take_no_options_of_asking(tmp_path: Path) -> None:
    (tmp_path / "results.json").write_text("{")
    code, _, err = command("mahjong", "report", str(tmp_path), "--min-forks", "10")
    assert (code, "--min-forks says what to ask" in err) == (2, True)
    code, _, err = command("mahjong", "report", str(tmp_path))
    assert (code, "is damaged" in err) == (2, True)
    code, _, err = command("mahjong", "report", str(tmp_path / "nowhere"))
    assert (code, "Traceback" in err) == (2, False)


def test_errors_are_a_sentence(tmp_path: Path) -> None:
    code, _, err = command("mahjong", "report", "-o", str(tmp_path / "a.html"), "--players", "greedy")
    assert code == 2
    assert "four players, not 1" in err
