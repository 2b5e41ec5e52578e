"""`tongits selfcheck`: its answer, and its exit code when a check fails."""

from __future__ import annotations

import json

import pytest

from tests.playing import command
from tongits_sim import selfcheck
from tongits_sim.selfcheck import Row


def test_answers() -> None:
    code, out, _ = command("selfcheck", "--deals", "2000", "--format", "json")
    answer = json.loads(out)
    assert (code, answer["deals"], all(row["passed"] for row in answer["checks"])) == (0, 2000, True)


def test_a_failed_check_is_an_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [Row("P(a set)", 0.4, 0.401, 1.5), Row("P(a run)", 0.3, 0.4, 7.25)]
    monkeypatch.setattr(selfcheck, "run", lambda deals, seed: rows)
    code, out, err = command("selfcheck", "--deals", "1000")
    assert (code, err) == (1, "Error: 1 of 2 checks failed: P(a run)\n")
    assert "FAILED" in out
