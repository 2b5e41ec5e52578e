import shutil
from pathlib import Path

import pytest

from analyses import whatif_job
from analyses.rule_changes import changes_of
from tests.playing import command
from tongits_sim.rules import load


def test_a_folder_that_holds_something_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    (tmp_path / "runs" / "luck").mkdir(parents=True)
    code, out, err = command("report", "--out", str(tmp_path / "runs"), "-o", str(tmp_path / "page.html"))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "runs is not empty; add --resume" in err
    assert [path.name for path in tmp_path.rglob("*")] == ["runs", "luck"]


@pytest.mark.parametrize("option", [("--players", "expert,greedy,caller"), ("--seed", "2"), ("--scale", "0.1")])
def test_the_players_sheet_refuses_what_is_for_games(tmp_path: Path, option: tuple[str, str]) -> None:
    code, out, err = command("report", "--for", "player", *option, "-o", str(tmp_path / "sheet.html"))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert f"{option[0]} is for games that are played; the player's sheet is made of the book." in err


@pytest.mark.slow
def test_everything_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    every_knob = changes_of(load("pagat"), (), (), True)[0]
    monkeypatch.setattr(whatif_job, "changes_of", lambda *asked: (every_knob[::20], ()))
    text = tmp_path / "page.md"
    page = tmp_path / "again.html"
    code, out, err = command("report", "--scale", "0.004", "--out", str(tmp_path / "runs"), "-o", str(text))
    assert (code, out) == (0, f"Wrote {text}.\n"), err
    folders = sorted(str(folder) for folder in (tmp_path / "runs").iterdir())
    assert [folder.rpartition("/")[2] for folder in folders] == ["discards", "payouts", "rules", "sessions", "sunog"]
    code, out, err = command("report", *folders, "-o", str(page))
    assert (code, out) == (0, f"Wrote {page}.\n"), err
    assert page.read_text().count('<section id="answer-') == text.read_text().count("\n## ") == 5


def test_a_run_that_is_there_again_is_left_out(tmp_path: Path) -> None:
    run = tmp_path / "run"
    copy = tmp_path / "copy"
    page = tmp_path / "report.json"
    code, _, err = command("simulate", "--games", "500", "--out", str(run), "--workers", "1")
    assert code == 0, err
    shutil.copytree(run, copy)
    pages = []
    for runs in ([run], [run, run], [run, copy, copy / "results.json"]):
        code, _, err = command("report", *map(str, runs), "-o", str(page))
        assert code == 0, err
        assert err.count(f"is a copy of {run} and is left out.") == len(runs) - 1
        pages.append(page.read_text())
    assert pages[0] == pages[1] == pages[2]
