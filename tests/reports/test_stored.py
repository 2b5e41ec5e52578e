"""Documents from run folders."""

from __future__ import annotations

from pathlib import Path

import pytest

from reports.page import markdown
from reports.stored import StoredError, stored_document
from tests.field.fields import compared
from tests.playing import command, job, play


def test_reads_a_comparison(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["/somewhere/tongits", "compare", "a b"])
    found = compared(games=20, out=tmp_path / "run")
    document = stored_document(tmp_path / "run")
    assert document["ranking"] == found.to_dict()["ranking"]
    assert document["command_line"] == "tongits compare 'a b'"


def test_reads_a_simulation(tmp_path: Path) -> None:
    results = play(job(games=60), out=tmp_path / "run")
    document = stored_document(tmp_path / "run")
    assert document["ranking"][0]["payout_mean"] == max(row["payout_mean"] for row in results.players_summary)
    for row in document["ranking"]:
        units = [each["units"] for each in document["channels"] if each["player"] == row["player"]]
        assert sum(units) == pytest.approx(row["payout_mean"])
    assert document["bots"][0]["params"]


def test_an_answer_goes_onto_a_page(tmp_path: Path) -> None:
    code, *_ = command("analyze", "sunog", "--games", "300", "--out", str(tmp_path / "run"))
    assert code == 0
    document = stored_document(tmp_path / "run")
    assert document["command_line"].startswith("tongits analyze sunog")
    assert "burned (sunog) in" in markdown([document])


def test_refuses_what_is_no_run(tmp_path: Path) -> None:
    with pytest.raises(StoredError, match="no finished run"):
        stored_document(tmp_path)
    (tmp_path / "results.json").write_text("{")
    with pytest.raises(StoredError, match="damaged"):
        stored_document(tmp_path)
    (tmp_path / "results.json").write_text('{"command": "other"}')
    with pytest.raises(StoredError, match="is not the answer"):
        stored_document(tmp_path)
