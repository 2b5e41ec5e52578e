"""Comparisons in words and in a terminal."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest

from reports.commands.compare import answer, baseline_answer, certainty
from tests.designs.tournament.fields import example
from tests.playing import command

PLAY = ("compare", "greedy", "caller", "random", "--games", "60", "--baseline", "greedy")


def test_prints_tables() -> None:
    code, out, _ = command(*PLAY)
    assert code == 0
    assert "caller" in out
    assert "Units a game" in out
    assert "Holm" in out
    assert "…" not in out


def test_prints_json_and_csv() -> None:
    code, out, _ = command(*PLAY, "--format", "json")
    assert code == 0
    document = json.loads(out)
    assert [row["rank"] for row in document["ranking"]] == [1, 2, 3]
    code, out, _ = command(*PLAY, "--format", "csv")
    assert [row["player"] for row in csv.DictReader(io.StringIO(out))] == [row["player"] for row in document["ranking"]]


def test_players_may_be_separated_by_commas() -> None:
    code, out, _ = command("compare", "greedy,caller(call_at=9)", "random", "--games", "20", "--format", "json")
    assert code == 0
    assert json.loads(out)["players"] == ["greedy", "caller(call_at=9)", "random"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("compare", "greedy"), "needs 2 to 40 players"),
        (("compare", "greedy", "agressive"), "unknown strategy"),
        (("compare", "greedy", "caller", "--baseline", "random"), "not among the players"),
        (("compare", "greedy", "caller", "--games", "5", "--report", "page.doc"), "a report ends in"),
    ],
)
def test_errors_are_a_sentence(arguments: tuple[str, ...], said: str) -> None:
    code, _, err = command(*arguments)
    assert code == 2
    assert said in err
    assert len(err.strip().splitlines()[-1]) < 300


def test_says_what_is_certain() -> None:
    document: dict[str, Any] = json.loads(json.dumps(example()))
    assert "Against the baseline greedy" in baseline_answer(document)
    assert "Seed 1000004 agreed in" in certainty(document)
    for row in document["pairs"]:
        row["verdict"] = "inconclusive"
    assert answer(document).startswith("Undecided")
    for row in document["pairs"]:
        row["verdict"] = "better"
    assert "more than" in answer(document)
