"""`tongits solve --all`: all profiles with one command, a line each, nothing played for a mistake."""

from __future__ import annotations

from pathlib import Path

import pytest

from reports.commands import solve_all
from strategies.solved import RULES
from tests.playing import command

SMALL = ("--all", "--games", "200", "--iterations", "1")


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two sets of rules, readings on few deals."""
    monkeypatch.setattr("strategies.solved.RULES", RULES[:2])
    monkeypatch.setattr("analyses.solving.shipping.ROUNDS", 1)
    monkeypatch.setattr("analyses.solving.shipping.FIT_GAMES", 200)
    monkeypatch.setattr("analyses.solving.shipping.DEALS", 100)


def test_all_are_made_and_then_up_to_date(tmp_path: Path) -> None:
    folder = tmp_path / "profiles"
    code, _, err = command("solve", *SMALL, "-o", str(folder))
    assert code == 0, err
    assert [path.stem for path in sorted(folder.iterdir())] == sorted(RULES[:2])
    for number, name in enumerate(RULES[:2], start=1):
        assert f"{number}/2 {name}: one seat gains" in err
    code, _, again = command("solve", *SMALL, "-o", str(folder))
    assert code == 0
    assert again.count("up to date") == 2


def test_the_page_gets_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "solving.md"
    page.write_text("<!-- shipped profiles -->\n<!-- end of shipped profiles -->\n")
    monkeypatch.setattr(solve_all, "DOCS", page)
    monkeypatch.setattr("strategies.solved.FOLDER", tmp_path / "profiles")
    code, _, err = command("solve", *SMALL)
    assert code == 0, err
    assert all(f"| `{name}` |" in page.read_text() for name in RULES[:2])
