import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from reports.commands.batches.batch_file import read_batch
from tests.playing import BAD_BOTS, ROOT, command
from tests.stored import has_blocks, stored

TWO = """
[[job]]
command = "simulate"
games = [40, 60]
[[job]]
command = "compare"
players = "greedy,caller"
games = 30
"""


def written(tmp_path: Path, text: str) -> str:
    (tmp_path / "batch.toml").write_text(text)
    return str(tmp_path / "batch.toml")


def without_tags(page: str) -> str:
    return re.sub(r"<[^>]*>", "", page)


def files(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_plays_keeps_and_reports(tmp_path: Path) -> None:
    file = written(tmp_path, TWO)
    folder = tmp_path / "out"
    code, out, err = command("batch", file, "--out", str(folder))
    assert code == 0, err
    assert "Job 3 of 3: compare-greedy-caller, 30 deals." in err
    assert "batch · 3 jobs" in out  # the name of the file, for it has no title
    page = (folder / "report.html").read_text()
    assert page.count("<figure>") >= 3
    assert "tongits simulate --games=40" in without_tags(page)
    before = files(folder)
    code, out, err = command("batch", file, "--out", str(folder), "--resume", "--format", "json")
    assert (code, err) == (0, "")
    assert [row["state"] for row in json.loads(out)["rows"]] == ["kept"] * 3
    after = files(folder)
    assert {path: content for path, content in after.items() if path.name != "report.html"} == {
        path: content for path, content in before.items() if path.name != "report.html"
    }
    code, out, err = command("batch", file, "--out", str(folder))
    assert (code, "holds a batch already; add --resume" in err) == (2, True)


def test_status_and_report_know_a_batch(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    page = tmp_path / "page.md"
    assert command("batch", written(tmp_path, TWO), "--out", str(folder))[0] == 0
    rows = json.loads(command("status", str(folder), "--format", "json")[1])["rows"]
    assert [Path(row["folder"]).relative_to(folder).parts[0] for row in rows] == [
        "compare-greedy-caller",
        "simulate-games-40",
        "simulate-games-60",
    ]
    assert {row["state"] for row in rows} == {"finished"}
    verdicts = json.loads(command("status", "--verify", str(folder), "--format", "json")[1])["rows"]
    assert [(row["differs"], row["error"]) for row in verdicts] == [("", "")] * 3
    assert command("report", str(folder), "-o", str(page))[0] == 0
    assert page.read_text().count("\n## ") == 3


def test_a_job_that_fails_leaves_the_others(tmp_path: Path) -> None:
    bad = f'[[job]]\ncommand = "simulate"\nname = "bad"\nplayers = "greedy,{BAD_BOTS}:raises,caller"\n'
    bad += "games = 60\nseed = 3"
    file = written(tmp_path, bad + TWO)
    folder = tmp_path / "out"
    code, _, err = command("batch", file, "--out", str(folder))
    assert (code, f"if you trust it, add --allow-bots {BAD_BOTS}" in err) == (2, True)
    assert not folder.exists()
    code, _, err = command("batch", file, "--out", str(folder), "--allow-bots", BAD_BOTS)
    assert code == 2
    assert err.splitlines()[-1].startswith("Error: 1 of 4 jobs failed; bad: the bot raises failed at its")
    assert len(list(folder.glob("*/results.json"))) == 3
    assert (folder / "report.html").exists()
    assert "stopped with an error" in json.loads((folder / "batch.json").read_text())["jobs"]["bad"]["error"]


def test_a_dry_run_lists_the_jobs_and_writes_nothing(tmp_path: Path) -> None:
    file = written(tmp_path, TWO)
    code, out, err = command("batch", file, "--dry-run", "--out", str(tmp_path / "out"))
    assert code == 0, err
    assert re.search(r"simulate-games-60 +60 games\s", out)
    assert out.endswith("3 jobs.\n")
    rows = json.loads(command("batch", file, "--dry-run", "--format", "json")[1])["rows"]
    assert [(row["games"], row["unit"]) for row in rows] == [(40, "games"), (60, "games"), (30, "deals")]
    assert [path.name for path in tmp_path.iterdir()] == ["batch.toml"]


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="no such signal")
def test_ctrl_c_says_how_to_go_on_and_killed_it_ends_the_same(tmp_path: Path) -> None:
    text = '[[job]]\ncommand = "simulate"\nname = "first"\ngames = 100\n[[job]]\ncommand = "simulate"\n'
    text += 'games = "600k"\n'
    file = written(tmp_path, text)
    folder = tmp_path / "out"
    call = [sys.executable, "cli.py", "batch", file, "--out", str(folder), "--workers", "1"]
    for number, stop in enumerate((signal.SIGINT, signal.SIGKILL)):
        run = subprocess.Popen(
            [*call, *(["--resume"] if number else [])],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        deadline = time.monotonic() + 200
        while not has_blocks(folder / "simulate") or len(stored(folder / "simulate")) <= number * 4:
            assert run.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.005)
        run.send_signal(stop)
        _, err = run.communicate(timeout=60)
        if stop == signal.SIGINT:
            assert run.returncode == 130
            assert err.splitlines()[-1] == (
                f"Interrupted in job 2 of 2, simulate; finished jobs are kept; resume with: "
                f"tongits batch {file} --out {folder} --resume"
            )
    code, out, err = command("batch", file, "--out", str(folder), "--resume", "--format", "json")
    assert code == 0, err
    assert [row["state"] for row in json.loads(out)["rows"]] == ["kept", "played"]
    assert command("batch", file, "--out", str(tmp_path / "whole"))[0] == 0
    for name in ("first", "simulate"):
        one, other = (json.loads((place / name / "results.json").read_text()) for place in (folder, tmp_path / "whole"))
        one.pop("run"), other.pop("run")
        assert one == other


@pytest.mark.slow
def test_the_example_plays(tmp_path: Path) -> None:
    small = re.sub(r"games = .*", "games = 100", (ROOT / "docs" / "examples" / "batch.toml").read_text())
    folder = tmp_path / "out"
    file = written(tmp_path, small)
    names = [job.name for job in read_batch(Path(file)).jobs]
    code, _, err = command("batch", file, "--out", str(folder))
    assert code == 0, err
    page = (folder / "report.html").read_text()
    text = without_tags(page)
    assert all(f"tongits {name}" in text for name in ("simulate", "compare", "whatif", "analyze"))
    shutil.rmtree(folder / names[-1])
    _, out, _ = command("batch", file, "--out", str(folder), "--resume", "--format", "json")
    assert [row["state"] for row in json.loads(out)["rows"]] == ["kept"] * (len(names) - 1) + ["played"]
