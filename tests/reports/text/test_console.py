"""Words, numbers and tables on a terminal."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from analyses.answers.card import Thumb
from analyses.answers.shared import Versions
from analyses.exploit import ExploitAnswer
from analyses.question import inquiry
from analyses.registry import question
from reports.commands.asking import print_batch
from reports.commands.exploit import screen
from reports.questions import screen_of
from reports.questions.printing import print_document
from reports.text.advice import MOST_ROWS, csv_rows
from reports.text.advice import screen as advice_screen
from reports.text.card import EN, sheet
from reports.text.console import print_csv, print_json, print_rows, show
from reports.text.console import table as terminal_table_table
from reports.text.language import LANGUAGES, book
from reports.text.review import csv_rows as review_csv_rows
from reports.text.review import show_review
from reports.text.terminal import LEAST_WIDTH, PIPE_WIDTH, one_line, safe, width
from reports.text.terminal_table import TerminalTable
from tests.analyses.test_answers import action, answer, card, choice
from tests.analyses.test_answers import review_answer as review_answer
from tests.playing import ROOT, command, job, play
from tests.terminals import on_terminal
from tongits_sim.experiments.results import Results
from tongits_sim.run.answers import Estimate, as_json

# ---- The answer of `tongits advise` in a terminal ----------------------------------------------------------------


def test_many_actions_are_summed_up() -> None:
    many = [action("discard Ks", 0.0, 0.0), *(action("discard 7h", -0.1 * n, 0.1) for n in range(1, 12))]
    full = answer(*many)
    assert len(advice_screen(full).body[0].rows) == MOST_ROWS  # type: ignore[union-attr]
    assert f"{12 - MOST_ROWS} more actions" in advice_screen(full).notes[-1].replace("Eight", "8")


def test_rows_for_a_table() -> None:
    rows = csv_rows(answer())
    assert (rows[0]["action"], rows[0]["ev"], rows[0]["ev_low"]) == ("discard Ks", 1.0, 0.5)
    assert rows[1]["behind_strong"] == -0.1


# ---- An answer as a terminal, JSON and CSV show it, and kept in a folder -----------------------------------------


@pytest.fixture(scope="module")
def answers_answer() -> object:
    """A small answer."""
    return question("sunog").ask(inquiry(question("sunog"), games=60))


def test_an_answer_read_back_is_shown_alike(answers_answer: Any, capsys: pytest.CaptureFixture[str]) -> None:
    shown = []
    for each in (answers_answer, type(answers_answer).from_dict(as_json(answers_answer))):
        print_document(each, "table")
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1]
    assert " ".join(screen_of(answers_answer).heading.split()) in " ".join(shown[0].split())


# ---- The card in words: both languages say the same, with the table's terms --------------------------------------


def test_both_languages_have_the_same_words_with_the_same_numbers() -> None:
    for name in LANGUAGES[1:]:
        card_words = book(name).card
        assert EN.keys() == card_words.keys()
        for key, text in EN.items():
            assert set(re.findall(r"{\w+}", text)) == set(re.findall(r"{\w+}", card_words[key])), key
        assert sum(EN[key] == card_words[key] for key in EN) <= 3  # sapaw, and what has no words


def test_a_card_in_three_lines_a_question() -> None:
    content = sheet(card())
    assert all(len(part.lines) <= 3 for part in content.parts)
    call, challenge, lay = (part.lines for part in content.parts)
    assert call[0] == "up to 3 × (cards + discard) − 24 (4 and a 10: 18, 8 and a 10: 30)"
    assert call[1:] == ("beginners: 40 or more", "nobody open: any count")
    assert challenge == ("up to 5 × cards + 5 (3: 20, 6: 35, 9: 50)",)
    assert lay == ("an opponent is open: lay it at once", "nobody open: above 44 hold it, else either")
    assert content.cost == (
        "Units a game: strong costs 0.08 ± 0.01, regular costs 0.02 ± 0.01, beginners gains 0.50 ± 0.10."
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


def test_rows_in_every_format(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [{"a": "[bold]", "b": "2"}]
    print_rows(rows, "table", {"a": "A", "b": "B"})
    assert "[bold]" in capsys.readouterr().out
    print_rows(rows, "json", {})
    assert json.loads(capsys.readouterr().out) == rows
    print_rows(rows, "csv", {})
    assert capsys.readouterr().out == "a,b\n[bold],2\n"


def test_json_has_no_nan(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="JSON"):
        print_json(float("nan"))
    print_csv([])
    assert capsys.readouterr().out == "\n"


# ---- `tongits review` in a terminal ------------------------------------------------------------------------------


def test_what_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    show_review(review_answer())
    shown = " ".join(capsys.readouterr().out.split())
    assert "together 1.4" in shown  # 0.9 and 0.5
    assert "one game is too short" in shown
    show_review(review_answer(choice(0.0, "best")))
    assert "together" not in capsys.readouterr().out


def test_rows_are_flat() -> None:
    rows = review_csv_rows(review_answer())
    assert len(rows) == 3
    assert rows[0]["lost_low"] == pytest.approx(0.4)
    assert rows[0]["hand"] == "Ks 7h"


# ---- What is said of a player is no more than what was measured  -------------------------------------------------


def test_a_gain_is_called_a_lower_bound() -> None:
    gain = Estimate(0.7, (0.6, 0.8))
    answer = ExploitAnswer("exploit", "pagat", "", {}, "expert", 1, 1, 9, 10, 2, (), gain, (), 1.0, (), Versions())
    assert "earns 0.7 ± 0.1 units a game more" in screen(answer).answer
    assert any("may find more" in note for note in screen(answer).notes)
    none = screen(replace(answer, gain=Estimate(-0.1, (-0.2, 0.0)))).answer
    assert "No player made to beat expert was seen to gain: within ± 0.2" in none


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
    """All that a command prints."""
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

WIDTHS = (40, 60, 80, 120)

NUMBER = re.compile(r"[+−-]?\d+(?:,\d{3})*(?:\.\d+)?")

SPEED = re.compile(r" in [\d.]+ s: [\d.,]+ (?:million )?\w+/s")


def a_table(names: list[str], numbers: int = 8) -> TerminalTable:
    """A table with a name and many numbers in each row."""
    grid = terminal_table_table("Player", *[f"Number {i}" for i in range(numbers)])
    for place, name in enumerate(names):
        grid.add_row(name, *[f"−{1000 * place + i}.12345" for i in range(numbers)])
    grid.caption = "What the numbers are."
    return grid


@pytest.mark.parametrize("columns", [30, *WIDTHS, 200])
def test_nothing_is_cut(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    names = ["greedy", "greedy(call_at=5)", "my_bots.py:shy"]
    monkeypatch.setenv("COLUMNS", str(columns))
    show(a_table(names))
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= columns
    assert "…" not in out
    assert all(name in out for name in names)
    assert all(re.search(rf"(?<!\d)−{1000 * place + i}\.12345(?!\d)", out) for place in range(3) for i in range(8))


CALLS = (
    ("simulate", "--games", "500", "--seed", "5", "--workers", "1"),
    ("compare", "greedy", "caller", "hunter", "--games", "60", "--baseline", "greedy", "--workers", "1"),
    ("whatif", "--change", "pay.fold=2", "--games", "60", "--workers", "1"),
    ("analyze", "calls", "--games", "400", "--workers", "1"),
    ("analyze", "challenges", "--games", "400", "--workers", "1"),
    ("analyze", "lay", "--games", "400", "--workers", "1"),
    ("analyze", "discards", "--games", "400", "--workers", "1"),
    ("analyze", "sunog", "--games", "400", "--workers", "1"),
    ("analyze", "payouts", "--rules", "pagat", "--games", "400", "--workers", "1"),
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
    with patch.dict(os.environ, COLUMNS=str(columns)):
        code, out, err = command(*call)
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
