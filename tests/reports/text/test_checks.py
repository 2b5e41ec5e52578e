"""Self-check and benchmark in every format."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from reports.text.checks import print_bench, print_checks
from tongits_sim.bench import BenchAnswer, Speed, machine
from tongits_sim.selfcheck import Row

ROWS = [Row("P(a set)", 0.4, 0.401, 1.5), Row("P(a run)", 0.3, 0.4, -7.25)]
ROW = Speed(
    rules="pagat",
    workers=1,
    games_per_second=1.2e6,
    slowest=1.1e6,
    fastest=1.3e6,
    ns_per_game_and_worker=833.0,
    ratio=1.0,
    cores_used=0.99,
)
FOUND = BenchAnswer("bench", "greedy", 1000, 5, "three of them", machine(), (ROW,), 123.4, False)


def test_checks(capsys: pytest.CaptureFixture[str]) -> None:
    print_checks(ROWS, 1000, 1, "table")
    text = capsys.readouterr().out
    assert "−7.25   FAILED" in text
    assert "Largest |z| is 7.25" in text
    print_checks(ROWS, 1000, 1, "json")
    assert [row["passed"] for row in json.loads(capsys.readouterr().out)["checks"]] == [True, False]
    print_checks(ROWS, 1000, 1, "csv")
    assert capsys.readouterr().out.splitlines()[0] == "check,exact,simulated,z,passed"


def test_a_busy_machine_is_mentioned(capsys: pytest.CaptureFixture[str]) -> None:
    print_bench(FOUND, "table")
    assert "busy" not in capsys.readouterr().out
    print_bench(replace(FOUND, rows=(replace(ROW, cores_used=0.5),)), "table")
    assert "The machine was busy" in capsys.readouterr().out


def test_bench(capsys: pytest.CaptureFixture[str]) -> None:
    print_bench(FOUND, "table")
    text = capsys.readouterr().out
    assert "1.20 million games/s" in text
    assert "Protocol: three of them." in text
    assert "Peak memory: 123 MB." in text
    print_bench(FOUND, "json")
    assert json.loads(capsys.readouterr().out)["rows"] == [ROW.to_dict()]
    print_bench(FOUND, "csv")
    assert capsys.readouterr().out.startswith("rules,workers,")
