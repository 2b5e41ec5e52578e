"""`tongits mahjong selfcheck`."""

from __future__ import annotations

import json

import pytest

from mahjong_sim import selfcheck
from mahjong_sim.selfcheck import Row
from tests.playing import command


def test_it_passes() -> None:
    code, out, err = command("mahjong", "selfcheck", "--deals", "20k")
    assert code == 0, err
    assert "20,000 deals, seed 1." in out
    code, out, _ = command("mahjong", "selfcheck", "--deals", "20k", "--format", "json")
    assert all(row["passed"] for row in json.loads(out)["checks"])


def test_a_check_that_fails_ends_with_1(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selfcheck, "run", lambda deals, seed: [Row("P(x)", 0.5, 0.6, 9.0)])
    code, out, err = command("mahjong", "selfcheck", "--deals", "1000")
    assert code == 1
    assert "FAILED" in out
    assert "1 of 1 checks failed: P(x)" in err
