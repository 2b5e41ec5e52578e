"""Files from anywhere: a bound on what is read, no pipe, no device, no link, no number beyond all bounds."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tongits_sim.folders.files import FileError, may_write, parse_json, parse_toml, printable, read_file, read_json


def test_reads_what_is_small_enough(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(b'{"a": [1, 2.5, "\xc3\x97"]}')
    assert read_file(path, 100) == path.read_bytes()
    assert read_json(path, 100) == {"a": [1, 2.5, "×"]}
    with pytest.raises(FileError, match="it is larger than 10 bytes"):
        read_file(path, 10)


@pytest.mark.skipif(os.name == "nt", reason="no such files")
@pytest.mark.timeout(20)
def test_waits_for_no_pipe_and_reads_no_device(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", "/dev/zero", "/dev/null"):
        with pytest.raises(FileError, match="it is no ordinary file"):
            read_file(path, 100)


@pytest.mark.parametrize("name", ["nothing", "", ".", "x" * 5000, "a\0b", "x/y"])
def test_what_is_not_there_is_a_sentence(tmp_path: Path, name: str) -> None:
    with pytest.raises(FileError, match=r"No such file|directory|too long|no file can have this name|ordinary"):
        read_file(f"{tmp_path}/{name}", 100)


@pytest.mark.parametrize(
    "text",
    ["", "{", "NaN", "[Infinity]", "1e999", "9" * 5000, "[" * 100_000, '{"a": -1e400}', "\ufeff1", "1 2"],
)
def test_refuses_what_is_never_written(text: str) -> None:
    with pytest.raises(FileError, match="it is not JSON"):
        parse_json(text.encode())
    with pytest.raises(FileError):
        parse_json(b"\xff")


def test_writes_through_no_link(tmp_path: Path) -> None:
    may_write(tmp_path / "new")
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(FileError, match="is a link to another place"):
        may_write(tmp_path / "link")


def test_a_name_steers_no_terminal() -> None:
    assert printable("a\x1b[2Jb\nc\x07×") == "a?[2Jb?c?×"


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    ("text", "said"),
    [
        (".".join(["a"] * 40_000) + " = 1", "a key of more than 8 parts"),
        (" . ".join(["a"] * 40_000) + " = 1", "a key of more than 8 parts"),
        (".".join(['"a.b"', "'c'"] * 20_000) + " = 1", "a key of more than 8 parts"),
        ("[" + ".".join(["a"] * 40_000) + "]", "a key of more than 8 parts"),
        ("x = {" + ".".join(["a"] * 40_000) + " = 1}", "a key of more than 8 parts"),
        ('x = "\\"#"\n' + ".".join(["a"] * 40_000) + " = 1", "a key of more than 8 parts"),
        ("".join(f"[a{number}]\n" for number in range(30_000)), "more than 20,000 keys"),
        ("".join(f"a{number}.b = 1\n" for number in range(30_000)), "more than 20,000 keys"),
        ("a = " + "[" * 100_000, "a list beyond all bounds"),
        ('"' * 1_000_000, "not valid TOML"),
        ('"""x' * 250_000, "not valid TOML"),
        ("'\\''" * 250_000, "not valid TOML"),
    ],
    ids=range(12),
)
def test_toml_that_would_fill_the_memory_is_not_parsed(text: str, said: str) -> None:
    with pytest.raises(FileError, match=said):
        parse_toml(text.encode())


def test_toml_in_bounds_is_read() -> None:
    dots = ".".join("abcdefghijklmnop")
    text = f"title = \"{dots}\" # {dots}\na.b.c = [1.5, [2.5]]\nd = '''\n{dots}\n'''\n"
    assert parse_toml(text.encode()) == {"title": dots, "a": {"b": {"c": [1.5, [2.5]]}}, "d": f"{dots}\n"}
