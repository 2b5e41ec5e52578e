"""Common typing mistakes, each with the sentence that says what to type."""

import sys
from pathlib import Path

import click
import pytest

from analyses.values import seated_tables
from cli import main
from tests.playing import command
from tongits_sim.errors import TongitsError
from tongits_sim.records.asking import record_games


def refused(*words: str) -> str:
    code, out, err = command(*words)
    assert (code, out) == (2, "")
    said = [line for line in err.splitlines() if line and not line.startswith("Compiling ")]
    assert len(said) == 1
    assert said[0].startswith("Error: ")
    return said[0]


@pytest.mark.parametrize(
    ("line", "way_out"),
    [
        ("tune -o x.html", "--out DIR"),
        ("simulate -o runs", "--out DIR"),
        ("simulate --out page.html", "-o page.html"),
        ("simulate --report page.html", "write -o FILE"),
        ("status runs --export counts.parquet", "write -o FILE"),
        ("records --out games", "write -o FILE"),
        ("simulate --deals 20k", "write --games"),
        ("tournament match --games 20k", "write --events"),
        ("compare greedy caller --jobs 2", "write --workers"),
        ("compare greedy caller --json", "write --format json"),
        ("mahjong simulate --deals 20k", "write --games"),
    ],
)
def test_an_option_that_a_command_lacks(
    line: str, way_out: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert way_out in refused(*line.split())
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "name", ["simulate", "compare", "whatif", "tournament", "report", "card", "review", "records", "web", "status"]
)
def test_every_command_that_writes_a_file_takes_o(name: str) -> None:
    assert "-o, --output FILE" in command(name, "--help")[1].replace("\n", " ")


@pytest.mark.parametrize(
    ("line", "way_out"),
    [
        ("simulate --games 1e99", "between 1 and 1,000,000,000,000"),
        ("simulate --seed abc", "a seed is a whole number from 0 to 18446744073709551615"),
        ("whatif", "for example: tongits whatif call.timing=end"),
        ("mahjong whatif", "for example: tongits mahjong whatif "),
        ("play --against easy", "strong, regular, folders or challengers"),
        ("play --against easy,pro", "strong, regular, folders or challengers"),
        ("status nothing", "there is no folder nothing"),
        ("replay junk.json", "this is no game record"),
        ("replay games.jsonl --move 999", "the game has moves 1 to 1"),
        ("review games.jsonl --player me", "Players: caller, greedy, hunter"),
        ("records -o games.xyz", "name it games.jsonl"),
    ],
)
def test_a_value_that_cannot_be(line: str, way_out: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("junk.json").write_text('{"a": 1}\n')
    if "games.jsonl" in line:
        record_games("pagat", games=1).write("games.jsonl")
    message = refused(*line.split())
    assert way_out in message
    assert "format: there is" not in message


def test_against_nobody_that_is_known() -> None:
    with pytest.raises(TongitsError, match=r"unknown strategy 'pro'.* or name strong, regular, folders or challengers"):
        seated_tables("pro")


def test_a_path_with_blanks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my rooms").mkdir()
    Path("my rooms/x.toml").write_text("base = 'pagat'\n")
    call = ["simulate", "--rules", "my", "rooms/x.toml"]
    monkeypatch.setattr(sys, "argv", ["tongits", *call])
    assert "a path with blanks goes in quotes: 'my rooms/x.toml'" in refused(*call)
    call[-1] = "rooms/y.toml"
    monkeypatch.setattr(sys, "argv", ["tongits", *call])
    assert "quotes" not in refused(*call)


def test_facts_of_a_position_in_several_options_are_all_taken() -> None:
    command_line = main.get_command(click.Context(main), "advise")
    assert command_line is not None
    words = ["--hand", "3h 4h", "--hand", "5h", "--table", "right: 7s 8s 9s", "--table", "left: 4c 4d 4s"]
    given = command_line.make_context("advise", [*words, "--discards", "Kd", "--discards", "Kh"]).params
    assert given["hand"] == "3h 4h 5h"
    assert given["table"] == "right: 7s 8s 9s; left: 4c 4d 4s"
    assert given["discards"] == "Kd Kh"
    assert given["known"] == given["sapawed"] == ""
