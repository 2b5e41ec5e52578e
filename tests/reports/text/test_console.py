import csv
import io
import json
import os
import re
import sys
from pathlib import Path

import pytest

from analyses.answers.card import Thumb
from reports.commands.asking import print_batch
from reports.text.card import sheet
from reports.text.console import print_csv, print_json, show
from reports.text.console import table as terminal_table_table
from reports.text.terminal import LEAST_WIDTH, PIPE_WIDTH, one_line, safe, width
from reports.text.terminal_table import TerminalTable
from tests.analyses.test_answers import card
from tests.analyses.test_answers import review_answer as review_answer
from tests.playing import ROOT, command, job, play
from tongits_sim.experiments.results import Results

# ---- The card in words: both languages say the same, with the table's terms --------------------------------------


def test_a_card_in_three_lines_a_question() -> None:
    content = sheet(card())
    assert all(len(part.lines) <= 3 for part in content.parts)
    call, challenge, lay = (part.lines for part in content.parts)
    assert call[0] == "up to 3 × (cards + discard) − 24 (4 and a 10: 18, 8 and a 10: 30)"
    assert call[1:] == ("beginners: 40 or more", "nobody open: any count")
    assert challenge == ("up to 5 × cards + 5 (3: 20, 6: 35, 9: 50)",)
    assert lay == ("an opponent is open: lay it at once", "nobody open: above 44 hold it, else either")
    assert content.cost == (
        "Units a game by table: strong (costs 0.08 ± 0.01), regular (costs 0.02 ± 0.01), beginners (gains 0.50 ± 0.10)."
    )
    alike = tuple(Thumb(decision="call", at=(0, 1, 2), rivals_to=end, kind="any") for end in (0, None))
    assert sheet(card(thumbs=alike)).parts[0].lines == ("any count, whoever is open",)


# ---- Answers in a terminal: sentences that follow from the numbers, tables, JSON and CSV -------------------------


@pytest.fixture(scope="module")
def results() -> Results:
    return play(job(games=4000))


def test_json_and_csv_are_for_programs(results: Results, capsys: pytest.CaptureFixture[str]) -> None:
    print_batch(results, "json")
    assert json.loads(capsys.readouterr().out)["games"] == 4000
    print_batch(results, "csv")
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["player"] for row in rows] == ["greedy", "caller", "hunter"]
    assert float(rows[0]["payout_low"]) < float(rows[0]["payout"])


def test_figures_of_a_broken_off_run_are_marked(results: Results, capsys: pytest.CaptureFixture[str]) -> None:
    print_batch(results, "table", broken_off=True)
    assert "A bot failed" in " ".join(capsys.readouterr().out.split())
    print_batch(results, "json", broken_off=True)
    assert json.loads(capsys.readouterr().out)["broken_off"] is True


def test_json_has_no_nan(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="JSON"):
        print_json(float("nan"))
    print_csv([])
    assert capsys.readouterr().out == "\n"


# ---- What reaches a terminal: its width, and no name that steers it - in answers, errors, progress and log -------

EVIL = "a\x1b[31mb\x1b]0;title\x07c\x9b2Jd\u202ee"

"""Colour, a window's title, C1's clear screen, text written backwards."""

STEERING = [*map(chr, range(9)), *map(chr, range(11, 32)), *map(chr, range(127, 160)), "\u202e"]


def steers(text: str) -> bool:
    """Whether a text holds anything that a terminal obeys, line ends and tabs left out."""
    return any(letter in text for letter in STEERING)


def test_safe_text() -> None:
    assert steers(EVIL)
    assert not steers(safe(EVIL))
    assert safe("plain ± × − é 漢字\nnext\u00a0one") == "plain ± × − é 漢字\nnext\u00a0one"
    assert one_line("a\n\tb") == "a b"


def test_a_pipe_obeys_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    assert width() == PIPE_WIDTH
    for columns, expected in (("60", 60), ("1", LEAST_WIDTH), *((bad, PIPE_WIDTH) for bad in ("0", "wide", ""))):
        monkeypatch.setenv("COLUMNS", columns)
        assert width() == expected


# --- names from outside ---
def outcome(*arguments: str) -> str:
    _, out, err = command(*arguments)
    return out + err


EVERY_FORM = pytest.mark.parametrize("form", ["table", "json", "csv"])


@EVERY_FORM
def test_the_name_of_a_rules_file(tmp_path: Path, form: str) -> None:
    file = tmp_path / f"{EVIL}.toml"
    file.write_text("base = 'pagat'\n[call]\ntiming = 'end'\n")
    for call in (
        ("rules", "show", str(file)),
        ("rules", "diff", str(file), "pagat"),
        ("simulate", "--rules", str(file), "--games", "20"),
    ):
        text = outcome(*call, "--format", form)
        assert not steers(text), call
    assert not steers(outcome("rules", "diff", str(file), str(file)))
    file.write_text("base = '\x1b[31m'")
    assert not steers(outcome("rules", "show", str(file)))


@EVERY_FORM
def test_the_name_of_a_bot_file(tmp_path: Path, form: str) -> None:
    file = tmp_path / f"{EVIL}.py"
    file.write_text((ROOT / "docs" / "examples" / "my_bots.py").read_text(encoding="utf-8"))
    for call in (
        ("strategies", "show", f"{file}:shy"),
        ("simulate", "--players", f"{file}:shy,greedy,caller", "--games", "20"),
        ("compare", f"{file}:shy", "greedy", "--games", "6"),
        ("simulate", "--players", f"{file}:nobody,greedy,caller"),
        ("simulate", "--players", f"{EVIL},greedy,caller"),
    ):
        assert not steers(outcome(*call, "--format", form)), call


def test_the_folder_of_a_run(tmp_path: Path) -> None:
    folder = tmp_path / EVIL
    options = ("simulate", "--games", "20", "--out", str(folder))
    for call in (
        options,
        options,
        (*options, "--resume", "--log-level", "debug"),
        (*options[:2], "21", *options[3:], "--resume"),
        ("status", str(folder)),
        ("status", str(folder / "nothing")),
        ("records", "--games", "1", "-o", str(folder / "x\x1b.jsonl")),
        ("replay", str(folder / "x\x1b.jsonl")),
        ("replay", str(folder / "\x1b.jsonl")),
        ("report", str(folder), "-o", str(folder / "\x1b.md")),
        ("report", str(folder), "-o", str(folder / "\x1b.doc")),
    ):
        assert not steers(outcome(*call)), call


@EVERY_FORM
def test_the_title_and_names_of_a_batch(tmp_path: Path, form: str) -> None:
    file = tmp_path / "b.toml"
    jobs = [{"command": "simulate", "name": name, "games": 20} for name in ("fine", EVIL)]
    lines = [f"{key} = {json.dumps(value)}" for key, value in jobs[0].items()]
    file.write_text("\n".join([f"title = {json.dumps(EVIL)}", "[[job]]", *lines]))
    for call in (("--dry-run",), ("--out", str(tmp_path / "out")), ("--out", str(tmp_path / "out"))):
        assert not steers(outcome("batch", str(file), *call, "--format", form)), call
    file.write_text("\n".join(["[[job]]", *(f"{key} = {json.dumps(value)}" for key, value in jobs[1].items())]))
    assert not steers(outcome("batch", str(file), "--out", str(tmp_path / EVIL), "--log-level", "debug"))


def test_words_of_the_command_line() -> None:
    for call in ((EVIL,), ("simulate", EVIL), ("simulate", "--games", EVIL), ("rules", "show", EVIL), ("help", EVIL)):
        assert not steers(outcome(*call)), call


def test_a_program_keeps_the_name_in_json(tmp_path: Path) -> None:
    file = tmp_path / f"{EVIL}.py"
    file.write_text((ROOT / "docs" / "examples" / "my_bots.py").read_text(encoding="utf-8"))
    code, out, _ = command("simulate", "--players", f"{file}:shy,greedy,caller", "--games", "20", "--format", "json")
    assert (code, steers(out)) == (0, False)
    assert "shy" in {row["player"] for row in json.loads(out)["players_summary"]}
    assert json.loads(out)["specs"][0] == f"{file}:shy"


def test_a_terminal_without_a_size_has_eighty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(os, "get_terminal_size", lambda _: os.terminal_size((0, 0)))
    assert width() == 80


# ---- Tables at every width, on a terminal and in a pipe: no number and no name is cut ----------------------------


def a_table(names: list[str], numbers: int = 8) -> TerminalTable:
    grid = terminal_table_table("Player", *[f"Number {i}" for i in range(numbers)])
    for place, name in enumerate(names):
        grid.add_row(name, *[f"−{1000 * place + i}.12345" for i in range(numbers)])
    grid.caption = "What the numbers are."
    return grid


@pytest.mark.parametrize("columns", [30, 80, 200])
def test_nothing_is_cut(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    names = ["greedy", "greedy(call_at=5)", "my_bots.py:shy"]
    monkeypatch.setenv("COLUMNS", str(columns))
    show(a_table(names))
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= columns
    assert "…" not in out
    assert all(name in out for name in names)
    assert all(re.search(rf"(?<!\d)−{1000 * place + i}\.12345(?!\d)", out) for place in range(3) for i in range(8))
