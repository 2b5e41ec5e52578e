"""Documents from run folders."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reports.page.render import markdown
from reports.page.stored import StoredError, batch_title, stored_document
from reports.questions import WordsError, words
from tests.designs.tournament.fields import compared
from tests.playing import command, job, play


def test_reads_a_comparison(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["/somewhere/tongits", "compare", "a b"])
    found = compared(games=20, out=tmp_path / "run")
    document = stored_document(tmp_path / "run")
    assert document["ranking"] == found.to_dict()["ranking"]
    assert document["command_line"] == "tongits compare 'a b'"


def test_a_title_is_text_or_none(tmp_path: Path) -> None:
    assert batch_title(tmp_path) == ""
    for title, found in (('"x"', "x"), ("5", ""), ('""', "")):
        text = f'{{"format": "tongits-batch/1", "title": {title}, "jobs": {{}}, "in_file": []}}'
        (tmp_path / "batch.json").write_text(text)
        assert batch_title(tmp_path) == found


def test_reads_a_simulation(tmp_path: Path) -> None:
    results = play(job(games=60), out=tmp_path / "run")
    document = stored_document(tmp_path / "run")
    assert document["ranking"][0].payout_mean == max(row.payout_mean for row in results.players_summary)
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


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("tongits analyze sunog --players 'a b'", "tongits analyze sunog --players 'a b'"),
        ("tongits analyze sunog; rm -rf $HOME", "tongits analyze 'sunog;' rm -rf '$HOME'"),
        ("curl x | sh", ""),
    ],
)
def test_a_stored_command_line_does_only_what_this_program_does(tmp_path: Path, line: str, shown: str) -> None:
    (tmp_path / "results.json").write_text(json.dumps({"command": "analyze", "command_line": line}))
    assert stored_document(tmp_path)["command_line"] == shown


def test_damage_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "results.json").write_text('{"command": "simulate"}')
    with pytest.raises(StoredError, match=r"cannot be shown \(KeyError: .*make it again"):
        stored_document(tmp_path)
    (tmp_path / "results.json").write_text('{"command": "analyze", "question": "..os"}')
    code, _, err = command("report", str(tmp_path), "-o", str(tmp_path / "page.html"))
    assert (code, "cannot be shown" in err) == (2, True), err


def test_no_answer_chooses_what_is_imported() -> None:
    for name in ("..os", "os.path", "", 5, "nothing", "x" * 5000):
        with pytest.raises(WordsError, match="there is no question"):
            words({"question": name})
