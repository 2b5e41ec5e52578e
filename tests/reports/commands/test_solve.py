"""`tongits solve` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.playing import command

SMALL = ("--games", "300", "--iterations", "2")


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("_LAST_FIT_GAMES", 500), ("_LAST_DEALS", 300), ("_LAST_ROUNDS", 2)):
        monkeypatch.setattr(f"analyses.solving.solve.{name}", value)


def test_a_profile_is_written_and_played(tmp_path: Path) -> None:
    file = tmp_path / "p.profile"
    code, out, err = command("solve", *SMALL, "-o", str(file))
    assert code == 0, err
    assert "No deviation of one seat that we found" in out
    code, out, err = command("compare", f"expert(file={file})", "expert", "--deals", "50", "--format", "json")
    assert code == 0, err
    assert len(json.loads(out)["ranking"]) == 2


def test_json_says_what_was_measured() -> None:
    code, out, err = command("solve", *SMALL, "--format", "json", "--lock", "2,3=bold/shy")
    assert code == 0, err
    answer = json.loads(out)
    assert answer["command"] == "solve"
    assert answer["exploitability"]["deals"] == 300
    assert set(answer["locks"]) == {"2", "3"}
