"""Stored answers, of whatever game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reports.page.stored_file import StoredError, damage_told, stored_answer
from tongits_sim.run.run_folder import MANIFEST, keep


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


def test_what_is_no_answer_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(StoredError, match="holds no finished run"):
        stored_answer(tmp_path, ("guess", "ask"), "game")
    keep({"command": "other"}, tmp_path)
    with pytest.raises(StoredError, match="is not the answer of game guess or ask"):
        stored_answer(tmp_path, ("guess", "ask"), "game")
    (tmp_path / "results.json").write_text("{")
    with pytest.raises(StoredError, match="is damaged"):
        stored_answer(tmp_path, ("guess", "ask"), "game")
    with pytest.raises(StoredError, match=r"cannot be shown .KeyError: 'a'"), damage_told(tmp_path):
        raise KeyError("a")
