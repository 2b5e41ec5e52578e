import json
from pathlib import Path

import pytest

from reports.page.stored import StoredError, answer_of, stored_answer, stored_document
from reports.questions import WordsError
from tests.playing import command
from tongits_sim.run.files import MANIFEST, keep


def test_the_manifest_says_what_the_answer_does_not(tmp_path: Path) -> None:
    keep({"command": "guess", "players": ["a", "b"]}, tmp_path)
    job = {"players": [{"player": "first", "params": {}}, {"player": "second", "params": {}}]}
    manifest = {"command": ["/bin/x", "guess", "--seed", "1 2"], "versions": {"v": "1"}, "job": job}
    (tmp_path / MANIFEST).write_text(json.dumps(manifest))
    document = stored_answer(tmp_path, ("guess", "ask"), "game")
    assert document["command_line"] == "tongits guess --seed '1 2'"
    assert document["versions"] == {"v": "1"}
    assert [(bot["player"], bot["spec"]) for bot in document["bots"]] == [("a", "first"), ("b", "second")]
    assert stored_answer(tmp_path / "results.json", ("guess", "ask"), "game") == document


def test_a_command_line_of_another_program_is_not_shown(tmp_path: Path) -> None:
    for line, shown in (("rm -rf x", ""), ("tongits a; rm x", "tongits 'a;' rm x")):
        keep({"command": "guess", "command_line": line}, tmp_path)
        assert stored_answer(tmp_path, ("guess", "ask"), "game")["command_line"] == shown


def test_damage_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "results.json").write_text('{"command": "simulate"}')
    with pytest.raises(StoredError, match=r"cannot be shown \(.*`rules`.*make it again"):
        stored_document(tmp_path)
    (tmp_path / "results.json").write_text('{"command": "analyze", "question": "..os"}')
    code, _, err = command("report", str(tmp_path), "-o", str(tmp_path / "page.html"))
    assert (code, "cannot be shown" in err) == (2, True), err


def test_no_answer_chooses_what_is_imported() -> None:
    for name in ("..os", "os.path", "", 5, "nothing", "x" * 5000):
        with pytest.raises(WordsError, match="there is no question"):
            answer_of({"question": name, "command": name})
