import json
from pathlib import Path

import pytest

from analyses.presentation import NO, YES, LimitRow, Limits, Screen, Table
from reports.text.console import in_plain, show_screen
from reports.text.terminal import one_line, safe
from tests.analyses.test_answers import review_answer as review_answer
from tests.playing import ROOT, command, job, play
from tongits_sim.experiments.batch_estimates import Results


@pytest.fixture(scope="module")
def results() -> Results:
    return play(job(games=4000))


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
        (*options, "--resume"),
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


def test_limits_are_a_table_and_for_a_screen_reader_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [LimitRow("strangers", [("never", NO), ("23", YES)]), None, LimitRow("only you", [("any count", "")])]
    limits = Limits("cards", ["1–2", "3+"], rows, ["Strangers: call never, at 3+ cards with at most 23."])
    shown = Screen("pagat", "Call.", [limits, Table("shares", "", ["", "", ""], [["tongits", "3 %", "▉"]])])
    show_screen(shown)
    printed = capsys.readouterr().out
    assert " cards        1–2     3+\n strangers  never     23\n\n only you    any count\n" in printed
    with in_plain():
        show_screen(shown)
    said = capsys.readouterr().out
    assert "call never, at 3+ cards with at most 23.\n" in said
    assert "tongits: 3 %.\n" in said
