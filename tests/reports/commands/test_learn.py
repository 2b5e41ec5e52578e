"""`tongits solve --method=learn` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reports.commands import learn as command_file
from tests.playing import command

SMALL = ("--games", "200", "--rounds", "2")


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("DEALS", 100), ("LAST_DEALS", 100), ("EVERY", 2)):
        monkeypatch.setattr(f"analyses.learn.{name}", value)


def test_weights_are_written_and_played(tmp_path: Path) -> None:
    file = tmp_path / "w.profile"
    code, out, err = command("solve", "--method=learn", *SMALL, "-o", str(file))
    assert code == 0, err
    assert "Beside two of solved, one seat earns" in out
    assert "Round 2, " in err
    code, out, err = command("compare", f"learned(file={file})", "solved", "--deals", "50", "--format", "json")
    assert code == 0, err
    assert len(json.loads(out)["ranking"]) == 2
    code, _, err = command("solve", "--method=learn", "--games", "200", "--rounds", "3", "-o", str(file), "--resume")
    assert code == 0, err


def test_json_says_what_was_measured() -> None:
    code, out, err = command("solve", "--method=learn", *SMALL, "--rules", "sjs", "--format", "json")
    assert code == 0, err
    answer = json.loads(out)
    assert (answer["command"], answer["rounds"], answer["deals"]) == ("learn", 2, 100)


def test_all_and_the_page_gets_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "learned.md"
    page.write_text("<!-- shipped weights -->\n<!-- end of shipped weights -->\n")
    monkeypatch.setattr(command_file, "DOCS", page)
    monkeypatch.setattr("strategies.solved.RULES", ("sjs",))
    monkeypatch.setattr("strategies.learned.FOLDER", tmp_path / "weights")
    code, out, err = command("solve", "--method=learn", "--all", "--games", "200", "--rounds", "1")
    assert code == 0, err
    assert "sjs: 1 rounds of 200 games" in out
    assert (tmp_path / "weights" / "sjs.profile").exists()
    assert "| `sjs` |" in page.read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--resume",), "--resume needs -o"),
        (("--rules", "pagat+progressive"), "no solved profile ships"),
        (("--set", "pay.fold=7"), "no solved profile ships for pagat"),
        (("-o", "docs"), "docs is a folder"),
        (("--profile", "README.md"), "is not a profile"),
    ],
)
def test_refused_in_a_sentence(arguments: tuple[str, ...], message: str) -> None:
    code, _, err = command("solve", "--method=learn", *SMALL, *arguments)
    assert code == 2
    assert message in " ".join(err.split())
