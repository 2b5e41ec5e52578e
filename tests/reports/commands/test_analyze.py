import json
from pathlib import Path

import pytest

from tests.playing import ROOT, command

EXAMPLE = f"{ROOT}/docs/examples/my_question.py"
SHARES = f"{EXAMPLE}:shares"


def test_a_question_of_ones_own_is_answered_in_every_format(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    folder = tmp_path / "run"
    code, out, _ = command("analyze", SHARES, "--games", "300", "-o", str(page), "--out", str(folder))
    assert code == 0
    assert "won more than 33 % of the games" in out
    assert f"tongits analyze {SHARES}" in page.read_text()
    document = json.loads(command("analyze", SHARES, "--games", "300", "--part", "1", "--format", "json")[1])
    assert (document["question"], document["games"], document["part"]) == (SHARES, 300, 1.0)
    assert [row["verdict"] for row in document["cells"]] == ["fewer"] * 3
    assert sum(row["wins"]["mean"] for row in document["cells"]) == pytest.approx(1)
    assert command("analyze", SHARES, "--games", "300", "--format", "csv")[1].startswith("player,games,wins,wins_low")
    assert json.loads((folder / "results.json").read_text())["command_line"].endswith("--games 300 --seed 1")
    code, out, _ = command("status", "--verify", str(folder))
    assert (code, f"if you trust it, add --allow-bots {EXAMPLE}" in out) == (2, True)
    assert command("status", "--verify", str(folder), "--allow-bots", EXAMPLE)[0] == 0


def test_a_batch_asks_it_only_if_its_file_is_allowed(tmp_path: Path) -> None:
    file = tmp_path / "batch.toml"
    file.write_text(f"[[job]]\ncommand = 'analyze'\nquestion = '{SHARES}'\ngames = 100\n")
    line = ("batch", str(file), "--out", str(tmp_path / "batch"))
    code, _, err = command(*line)
    assert (code, f"if you trust it, add --allow-bots {EXAMPLE}" in err) == (2, True)
    assert command(*line, "--allow-bots", EXAMPLE)[0] == 0
    assert "Share of games won" in (tmp_path / "batch" / "report.html").read_text()


def test_a_page_of_stored_runs_executes_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "run"
    assert command("analyze", SHARES, "--games", "100", "--out", str(folder))[0] == 0
    monkeypatch.setattr("analyses.question_registry._user_questions", {})  # as in another process
    code, _, err = command("report", str(folder), "-o", str(tmp_path / "stored.html"))
    assert (code, "a stored answer executes no file" in err) == (2, True)
    assert not (tmp_path / "stored.html").exists()
