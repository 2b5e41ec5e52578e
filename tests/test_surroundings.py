import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.playing import ROOT, command

pytestmark = pytest.mark.skipif(os.name == "nt", reason="a shell's redirections")


def shell(line: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    call = line.replace("tongits", f"{sys.executable} cli.py")
    surroundings = os.environ | environment
    return subprocess.run(["sh", "-c", call], cwd=ROOT, env=surroundings, capture_output=True, check=False, timeout=120)


@pytest.mark.parametrize(
    ("line", "code", "sentence"),
    [
        ("tongits rules >&-", 0, ""),
        ("tongits replay - <&-", 2, "there is no standard input"),
        ("tongits rules | head -1 >/dev/null", 0, ""),
        ("tongits replay /dev/zero", 2, "holds no game: a game is a line of JSON"),
        ("tongits report /dev/zero", 2, "it is not an ordinary file"),
    ],
)
def test_odd_streams_end_in_output_or_one_sentence(line: str, code: int, sentence: str) -> None:
    done = shell(line)
    message = done.stderr.decode()
    assert done.returncode == code
    assert sentence in message
    assert "Traceback" not in message
    assert "Exception ignored" not in message
    assert message.count("Error: ") <= 1


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="there is no full device")
def test_a_full_disk_is_a_sentence() -> None:
    for line in ("tongits rules > /dev/full", "tongits rules show pagat --format json > /dev/full"):
        done = shell(line)
        assert (done.returncode, done.stderr) == (2, b"Error: the disk is full: output could not be written\n")


def test_a_terminal_that_knows_few_letters() -> None:
    done = shell("tongits rules show pagat", PYTHONIOENCODING="ascii", PYTHONUTF8="0", LC_ALL="C", COLUMNS="1")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"jokers" in done.stdout


def test_names_that_are_no_text(tmp_path: Path) -> None:
    name = os.fsdecode(b"\xff\xfe.toml")
    (tmp_path / name).write_text("[call]\ntiming = 'end'\n")
    done = shell(f"tongits rules show '{tmp_path / name}'")
    assert done.returncode in (0, 2)
    assert b"Traceback" not in done.stderr


def test_no_home_and_no_cache_that_can_be_written(tmp_path: Path) -> None:
    line = "unset HOME; tongits strategies show greedy"
    done = shell(line, TONGITS_CACHE_DIR="/dev/null/x", XDG_CACHE_HOME=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, b"")


def test_records_do_not_take_the_place_of_a_device(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE)
    assert command("records", "--games", "2", "-o", str(pipe))[0] == 0
    assert reader.communicate(timeout=60)[0].count(b"\n") == 2
    assert pipe.is_fifo()
    assert command("records", "--games", "2", "-o", "-")[1].count("\n") == 2
    assert not (ROOT / "-").exists()


def test_a_run_folder_leads_nowhere_else(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    run = tmp_path / "run"
    outside.mkdir()
    (outside / "precious").write_text("mine")
    for name in ("run.db", "run.db-journal", "lock"):
        run.mkdir()
        (run / name).symlink_to(outside / "precious")
        assert command("simulate", "--games", "20", "--out", str(run))[0] == 2
        shutil.rmtree(run)
    assert [path.name for path in outside.iterdir()] == ["precious"]
    assert (outside / "precious").read_text() == "mine"
