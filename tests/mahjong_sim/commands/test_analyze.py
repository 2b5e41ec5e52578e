"""`tongits mahjong analyze`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import reports.commands.progress
from mahjong_sim.analyses.registry import QUESTIONS
from tests.playing import command

FEW = ("--games", "40", "--workers", "1")


def test_it_answers_in_words_json_and_csv(tmp_path: Path) -> None:
    page = tmp_path / "claims.html"
    code, out, err = command("mahjong", "analyze", "claims", *FEW, "--min-forks", "10", "-o", str(page))
    assert code == 0, err
    assert "taking a discard where the bot takes it" in " ".join(out.split())
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    code, out, _ = command("mahjong", "analyze", "claims", "--hands", "40", "--format", "json")
    document = json.loads(out)
    assert (document["question"], document["games"]) == ("claims", 40)
    code, out, _ = command("mahjong", "analyze", "claims", *FEW, "--format", "csv")
    assert out.startswith("meld,nearer,shanten,own_turn,own_turn_to,n,ev_diff,low,high,")


def test_the_same_seed_gives_the_same_digits_on_any_number_of_workers() -> None:
    documents = []
    for workers in ("1", "2"):
        _, out, _ = command("mahjong", "analyze", "mano", "--games", "300", "--workers", workers, "--format", "json")
        documents.append({key: value for key, value in json.loads(out).items() if key != "elapsed_s"})
    assert documents[0] == documents[1]


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_question_is_a_command(name: str) -> None:
    code, out, _ = command("mahjong", "analyze", name, "--help")
    assert code == 0
    assert "--players" in out


def without_clock(folder: Path) -> dict[str, object]:
    """The answer kept in a folder, but for the seconds."""
    return {
        key: value for key, value in json.loads((folder / "results.json").read_text()).items() if key != "elapsed_s"
    }


def test_an_answer_cut_short_goes_on_to_the_same_digits(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    asked = (
        "mahjong",
        "analyze",
        "open",
        "--games",
        "400",
        "--min-forks",
        "10",
        "--workers",
        "1",
        "--out",
        str(folder),
    )
    assert command(*asked)[0] == 0
    whole = without_clock(folder)
    assert whole["question"] == "open"
    blocks = sorted(folder.rglob("block-*.parquet"))
    assert len(blocks) > 3
    for path in blocks[-2:]:
        path.unlink()
    (folder / "results.json").unlink()
    code, _, err = command(*asked)
    assert (code, "add --resume" in err) == (2, True)
    assert command(*asked, "--resume")[0] == 0
    assert without_clock(folder) == whole
    assert sorted(folder.rglob("block-*.parquet")) == blocks
    code, _, err = command("mahjong", "analyze", "claims", "--games", "400", "--out", str(folder), "--resume")
    assert (code, "Traceback" in err) == (2, False)
    assert "another" in err


@pytest.fixture
def _ctrl_c(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Ctrl-C comes once, after a hundred games."""
    pressed: list[bool] = []

    def tick(self: object, done: int, total: int) -> None:
        if done >= 100 and not pressed:
            pressed.append(True)
            raise KeyboardInterrupt

    monkeypatch.setattr(reports.commands.progress.ProgressBar, "__call__", tick)
    yield
    assert pressed


@pytest.mark.usefixtures("_ctrl_c")
@pytest.mark.parametrize("form", ["table", "json"])
def test_ctrl_c_shows_what_was_played_and_how_to_go_on(form: str, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    asked = ("mahjong", "analyze", "mano", "--games", "40k", "--workers", "1", "--out", str(folder), "--format", form)
    code, out, err = command(*asked)
    assert code == 130
    assert not (folder / "results.json").exists()
    assert f"resume with: tongits {' '.join(asked)} --resume" in " ".join(err.split())
    if form == "json":
        stopped = json.loads(out)["stopped"]
        assert 100 <= stopped["games"] < stopped["of"] == 40_000
    else:
        assert out.lstrip().startswith("Stopped by Ctrl-C after ")


@pytest.mark.parametrize("ending", ["md", "json", "csv"])
def test_a_report_in_every_form(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"answer.{ending}"
    code, _, err = command("mahjong", "analyze", "mano", *FEW, "--report", str(path))
    assert code == 0, err
    if ending == "csv":
        assert {each.name for each in (tmp_path / "answer").iterdir()} == {"1-places.csv", "1-shanten.csv"}
    elif ending == "json":
        assert json.loads(path.read_text(encoding="utf-8"))[0]["question"] == "mano"
    else:
        assert path.read_text(encoding="utf-8").startswith("# Mahjong under visayan rules")


def test_errors_are_a_sentence() -> None:
    code, _, err = command("mahjong", "analyze", "mano", "-o", "page.doc")
    assert (code, "a report ends in" in err) == (2, True)
    code, _, err = command("mahjong", "analyze", "luck")
    assert code == 2
    assert "luck" in err
    code, _, err = command("mahjong", "analyze", "mano", "--players", "greedy,greedy")
    assert code == 2
    assert "four players, not 2" in err
    code, _, err = command("mahjong", "analyze", "mano", "--set", "pay.nobody=1")
    assert code == 2
    assert "unknown knob" in err
