"""Files of records: the games of a match hang together, and whatever is wrong is told with its line."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from strategies import load_players
from tests.referee import check_file
from tongits_sim.any_game.record_file import read_lines
from tongits_sim.any_game.record_form import RecordError
from tongits_sim.errors import TongitsError
from tongits_sim.records.read import FileChecker, verified_records
from tongits_sim.records.write import play_records
from tongits_sim.rules import load


@cache
def lines() -> tuple[str, ...]:
    """Three matches of three games."""
    records = play_records(load("sjs"), load_players("greedy,random,caller"), 9, 4, 3)
    return tuple(json.dumps(record) for record in records)


def refusal(chosen: list[str]) -> str:
    """What is said about a file; "" if nothing is wrong. The referee must agree that something is wrong."""
    try:
        list(verified_records("f", chosen))
    except RecordError as error:
        assert check_file(chosen)
        return str(error)
    assert not check_file(chosen)
    return ""


def test_whole_files_and_files_that_stop_anywhere() -> None:
    for stop in range(1, 10):
        assert refusal(list(lines()[:stop])) == ""


def edited(number: int, edit: Callable[[dict[str, Any]], object]) -> list[str]:
    """The lines with one record changed."""
    chosen = list(lines())
    record = json.loads(chosen[number])
    edit(record)
    chosen[number] = json.dumps(record)
    return chosen


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ([0, 2], "game 2 follows game 0"),
        ([1], "starts with game 1"),
        ([0, 1, 3], "does not have match_over"),
        ([0, 1, 2, 3, 4, 5, 0], "are not consecutive"),
        ([0, 1, 2, 2], "R15: a game after the last"),
        ([0, 0], "game 0 follows game 0"),
    ],
)
def test_games_that_do_not_hang_together(order: list[int], message: str) -> None:
    sentence = refusal([lines()[number] for number in order])
    assert message in sentence
    assert f"(line {len(order)})" in sentence


def test_the_chain_of_a_match() -> None:
    assert refusal(edited(1, lambda r: r["before"].update(jackpot=0))).startswith("R15: ")
    assert refusal(edited(1, lambda r: r.update(match_over=True))).startswith("R15: ")
    assert "line 2" in refusal(edited(1, lambda r: r["result"]["counts"].__setitem__(0, 99)))


def test_a_file_on_disk(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("\n".join(lines()) + "\n\n", encoding="utf-8")
    assert len(list(verified_records(str(path)))) == 9
    path.write_bytes(b"\xef\xbb\xbf" + lines()[0].encode() + b"\r\n")
    assert len(list(verified_records(str(path)))) == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"", "holds no game record"), (b"\n \n", "holds no game record"), (b"\xff\xfe", "not UTF-8"), (b"{}", "line 1")],
)
def test_files_that_hold_something_else(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(content)
    with pytest.raises(TongitsError, match=message):
        list(verified_records(str(path)))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nothing.jsonl"):
        with pytest.raises(TongitsError, match="cannot read"):
            list(read_lines(str(path)))


def test_a_line_without_end_is_not_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"x" * 3_000_000)
    checker = FileChecker()
    with pytest.raises(RecordError, match="longer than"):
        checker.check(next(read_lines(str(path))))
