import errno
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sources import ROOT
from tongits_sim.run import files


@pytest.mark.skipif(os.name == "nt", reason="no such files")
@pytest.mark.timeout(20)
def test_waits_for_no_pipe_and_reads_no_device(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", "/dev/zero", "/dev/null"):
        with pytest.raises(files.FileError, match="it is not an ordinary file"):
            files.read_file(path, 100)


@pytest.mark.parametrize(
    "text",
    ["", "{", "NaN", "[Infinity]", "1e999", "9" * 5000, "[" * 100_000, '{"a": -1e400}', "\ufeff1", "1 2"],
)
def test_refuses_what_is_never_written(text: str) -> None:
    with pytest.raises(files.FileError, match="it is not JSON"):
        files.parse_json(text.encode())
    with pytest.raises(files.FileError):
        files.parse_json(b"\xff")


def test_writes_through_no_link(tmp_path: Path) -> None:
    files.may_write(tmp_path / "new")
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(files.FileError, match="is a link to another place"):
        files.may_write(tmp_path / "link")


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    ("text", "message"),
    [
        (".".join(["a"] * 40_000) + " = 1", "a key of more than 8 parts"),
        ("x = {" + ".".join(["a"] * 40_000) + " = 1}", "a key of more than 8 parts"),
        ('x = "\\"#"\n' + ".".join(["a"] * 40_000) + " = 1", "a key of more than 8 parts"),
        ("".join(f"[a{number}]\n" for number in range(30_000)), "more than 20,000 keys"),
        ("a = " + "[" * 100_000, "a list beyond all bounds"),
        ('"' * 1_000_000, "not valid TOML"),
        ("'\\''" * 250_000, "not valid TOML"),
    ],
    ids=range(7),
)
def test_toml_that_would_fill_the_memory_is_not_parsed(text: str, message: str) -> None:
    with pytest.raises(files.FileError, match=message):
        files.parse_toml(text.encode())


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_whole_or_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "page.html"
    files.write_output(path, "before")
    path.chmod(0o640)
    files.write_output(path, "after ×\ud800")
    assert path.read_bytes() == "after ×?".encode()
    assert path.stat().st_mode & 0o777 == 0o640

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space left"):
            files.write_whole(path, b"never")
        with pytest.raises(OSError, match="No space left"):
            files.write_output(tmp_path / "new", "never")
    assert path.read_bytes() == "after ×?".encode()
    assert names(tmp_path) == ["page.html"]


SEEN_WHILE_WRITTEN = () if hasattr(os, "O_TMPFILE") else ("games.jsonl.part",)
WRITERS = {
    "records": "from tongits_sim.records.file import write_records as write; piece = {}",
    "output": "from tongits_sim.run.files import write_output; piece = 'x'\n"
    "def write(pieces, path): write_output(Path(path), pieces)",
}


@pytest.mark.skipif(not hasattr(os, "O_TMPFILE"), reason="every file has a name there")
@pytest.mark.parametrize("writer", WRITERS)
def test_a_killed_writer_leaves_nothing(tmp_path: Path, writer: str) -> None:
    code = (
        f"import os, signal, sys\nfrom pathlib import Path\n{WRITERS[writer]}\n"
        "def pieces():\n"
        "    yield piece\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "write(pieces(), sys.argv[1])\n"
    )
    process = subprocess.run([sys.executable, "-B", "-c", code, str(tmp_path / "games.jsonl")], cwd=ROOT, check=False)
    assert process.returncode == -signal.SIGKILL
    assert names(tmp_path) == []


def test_pieces_are_written_as_they_come_and_never_in_part(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"

    def pieces(last: str) -> Iterator[str]:
        yield "one\n"
        assert names(tmp_path) == [*held, *SEEN_WHILE_WRITTEN]
        if not last:
            raise KeyError
        yield last

    held: list[str] = []
    files.write_output(path, pieces("two\n"))
    assert path.read_text(encoding="utf-8") == "one\ntwo\n"
    held.append("games.jsonl")
    with pytest.raises(KeyError):
        files.write_output(path, pieces(""))
    assert path.read_text(encoding="utf-8") == "one\ntwo\n"
    assert names(tmp_path) == ["games.jsonl"]


@pytest.mark.skipif(os.name == "nt", reason="no such limit")
@pytest.mark.parametrize("form", ["html", "md", "json"])
def test_a_disk_that_takes_no_more_leaves_the_old_page(tmp_path: Path, form: str) -> None:
    page = tmp_path / f"page.{form}"
    page.write_text("the page of yesterday")
    code = (
        "import resource, signal, sys\n"
        "from pathlib import Path\n"
        "from reports.page import render\n"
        "render.numbers = render.html = render.markdown = lambda *_: 'x' * 10_000\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (5_000, 5_000))\n"
        "try:\n    render.write_report([], Path(sys.argv[1]))\n"
        "except render.ReportError as error:\n    print(error)\n"
    )
    process = subprocess.run(
        [sys.executable, "-B", "-c", code, str(page)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert process.stdout == f"cannot write {page}: File too large\n"
    assert page.read_text() == "the page of yesterday"
    assert names(tmp_path) == [page.name]


@pytest.mark.skipif(os.name == "nt", reason="links and pipes")
def test_an_output_goes_where_its_name_leads(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    (tmp_path / "link.md").symlink_to(tmp_path / "far" / "real.md")
    files.write_output(tmp_path / "link.md", "text")
    assert (tmp_path / "far" / "real.md").read_text() == "text"
    assert (tmp_path / "link.md").is_symlink()
    os.mkfifo(tmp_path / "pipe.md")
    heard: list[str] = []
    reader = threading.Thread(target=lambda: heard.append((tmp_path / "pipe.md").read_text()), daemon=True)
    reader.start()
    files.write_output(tmp_path / "pipe.md", "text")
    reader.join(10)
    assert heard == ["text"]
    long = tmp_path / ("ä" * 125 + ".md")
    files.write_output(long, "text")
    assert long.read_text() == "text"
    (tmp_path / "x.part").symlink_to(tmp_path / "far" / "y")
    with pytest.raises(files.FileError, match="is a link to another place"):
        files.write_whole(tmp_path / "x", b"")
