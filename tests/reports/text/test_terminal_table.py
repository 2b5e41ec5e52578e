"""Tables at every width, on a terminal and in a pipe: no number and no name is cut."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from reports.text.console import print_rows, show, table
from reports.text.terminal_table import Field, TerminalTable, column_widths
from tests.playing import command
from tests.terminals import on_terminal

WIDTHS = (40, 60, 80, 120)
NUMBER = re.compile(r"[+−-]?\d+(?:,\d{3})*(?:\.\d+)?")
SPEED = re.compile(r" in [\d.]+ s: [\d.,]+ (?:million )?\w+/s")


def printed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, columns: int, what: TerminalTable
) -> str:
    """A table in a pipe of so many columns."""
    monkeypatch.setenv("COLUMNS", str(columns))
    show(what)
    return capsys.readouterr().out


def a_table(names: list[str], numbers: int = 8) -> TerminalTable:
    """A table with a name and many numbers in each row."""
    grid = table("Player", *[f"Number {i}" for i in range(numbers)])
    for place, name in enumerate(names):
        grid.add_row(name, *[f"−{1000 * place + i}.12345" for i in range(numbers)])
    grid.caption = "What the numbers are."
    return grid


@pytest.mark.parametrize("columns", [20, 30, *WIDTHS, 200])
def test_nothing_is_cut(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    names = ["greedy", "greedy(call_at=5)", "my_bots.py:shy"]
    out = printed(capsys, monkeypatch, columns, a_table(names))
    assert max(map(len, out.splitlines())) <= columns
    assert "…" not in out
    for name in names:
        assert name in out
    for place in range(3):
        for i in range(8):
            assert re.search(rf"(?<!\d)−{1000 * place + i}\.12345(?!\d)", out)


def test_a_name_wider_than_the_terminal_is_folded(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "a_very/long_path/to_some/other_place/my_bots.py:shy"
    out = printed(capsys, monkeypatch, 40, a_table([name]))
    assert name in "".join(out.split())


def test_headings_wrap_first_and_gaps_close() -> None:
    wide = Field("Two words", ["1.5"], number=True, right=True, spare=False)
    assert column_widths([wide, wide], 40, 3) == [9, 9]
    assert column_widths([wide, wide], 17, 3) == [6, 6]
    assert column_widths([wide, wide], 14, 2) == [5, 5]
    assert column_widths([wide, wide], 13, 2) == []


def test_a_picture_goes_before_numbers_are_stacked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    grid = table("Ending", "", "Share", spare=[""])
    grid.add_row("draw called", "█" * 30, "65.0 %")
    assert "█" in printed(capsys, monkeypatch, 60, grid)
    narrow = printed(capsys, monkeypatch, 40, grid)
    assert ("█" in narrow, "draw called   65.0 %" in narrow) == (False, True)


def test_titles_and_captions(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for columns in (30, 96):
        monkeypatch.setenv("COLUMNS", str(columns))
        print_rows([{"a": "x", "b": "y" * 20}], "table", {"a": "A", "b": "B"}, "The title")
        assert capsys.readouterr().out.startswith("The title\n")


CALLS = (
    ("simulate", "--games", "500", "--seed", "5", "--workers", "1"),
    ("compare", "greedy", "caller", "hunter", "--games", "60", "--baseline", "greedy", "--workers", "1"),
    ("whatif", "--change", "pay.fold=2", "--games", "60", "--workers", "1"),
    ("analyze", "calls", "--games", "400", "--workers", "1"),
    ("analyze", "challenges", "--games", "400", "--workers", "1"),
    ("analyze", "exposure", "--games", "400", "--workers", "1"),
    ("analyze", "discards", "--games", "400", "--workers", "1"),
    ("analyze", "sunog", "--games", "400", "--workers", "1"),
    ("analyze", "payouts", "--rules", "pagat", "--games", "400", "--workers", "1"),
    ("analyze", "luck", "--games", "400", "--sessions", "200", "--most-games", "10k", "--workers", "1"),
    ("batch", "BATCH", "--dry-run"),
    ("rules", "list"),
    ("rules", "show", "pagat"),
    ("rules", "diff", "pagat", "online"),
    ("strategies", "list"),
    ("strategies", "show", "hunter"),
    ("selfcheck", "--deals", "1000"),
    ("selfcheck", "--speed", "--games", "1000", "--repeat", "1", "--rules", "pagat"),
)
CLOCK = {"batch", "--speed"}
"""Commands whose figures differ from run to run."""


def figures(text: str) -> Counter[str]:
    """The numbers of an answer and how often each is there, speeds left out."""
    return Counter(NUMBER.findall(SPEED.sub("", " ".join(text.split()))))


def in_pipe(columns: int, *call: str) -> str:
    """What a command prints into a pipe with that COLUMNS."""
    before = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = str(columns)
    try:
        code, out, err = command(*call)
    finally:
        os.environ.pop("COLUMNS")
        if before is not None:
            os.environ["COLUMNS"] = before
    assert code == 0, err
    return out


@pytest.mark.slow
@pytest.mark.parametrize("call", CALLS, ids=lambda call: " ".join(call[:2]))
def test_every_command_at_every_width(call: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "b.toml").write_text('[[job]]\ncommand = "simulate"\nname = "a_rather_long_name"\ngames = 20\n')
    call = tuple(str(tmp_path / "b.toml") if word == "BATCH" else word for word in call)
    wide = in_pipe(400, *call)
    for columns in WIDTHS:
        out = in_pipe(columns, *call)
        assert max(map(len, out.splitlines())) <= columns
        assert "…" not in out
        if not CLOCK & set(call):
            assert figures(out) >= figures(wide), columns  # headings of blocks are there again and again
            assert set(figures(out)) == set(figures(wide)), columns


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="there is no pseudo-terminal")
@pytest.mark.parametrize("columns", WIDTHS)
def test_on_a_terminal_as_in_a_pipe(columns: int) -> None:
    calls = (CALLS[0], CALLS[1], ("rules", "list"), ("strategies", "list"))
    for call in calls:
        out = on_terminal(columns, *call)
        assert max(map(len, out.splitlines())) <= columns
        assert "…" not in out
        if call[0] not in ("simulate", "compare"):
            assert [line.rstrip() for line in out.splitlines()] == in_pipe(columns, *call).splitlines()
        else:
            assert figures(out) == figures(in_pipe(columns, *call))


def test_the_names_of_players_stand_on_a_terminal_of_eighty_columns() -> None:
    players = ("greedy", "caller", "hunter")
    out = on_terminal(80, "simulate", "--games", "2000", "--seed", "1", "--workers", "1")
    lines = out.splitlines()
    assert all(any(line.startswith(f" {player} ") for line in lines) for player in players)
    answer: dict[str, Any] = json.loads(command("simulate", "--games", "2000", "--format", "json")[1])
    assert all(f"{100 * row['call_rate']:.1f} %" in out for row in answer["players_summary"])
