"""Answers read back from folders."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mahjong_sim.analyses.registry import QUESTIONS
from mahjong_sim.analyses.stored import answer_folders, stored, typed
from reports.page.stored_file import StoredError
from tests.mahjong_sim.asked import asked
from tongits_sim.folders.answer_file import keep
from tongits_sim.run.answers import AnswerError


@pytest.mark.parametrize("name", ["hands", "mano"])
def test_an_answer_is_read_back_as_it_was(name: str, tmp_path: Path) -> None:
    answer = asked(name)
    keep(answer.to_dict(), tmp_path / name)
    assert stored(tmp_path / name) == type(answer).from_dict(json.loads(json.dumps(answer.to_dict())))


def test_a_folder_of_all_questions_is_their_folders(tmp_path: Path) -> None:
    for name in ("mano", "claims"):
        keep({"question": name}, tmp_path / name)
    assert answer_folders(tmp_path) == [tmp_path / "claims", tmp_path / "mano"]
    assert answer_folders(tmp_path / "mano") == [tmp_path / "mano"]
    assert answer_folders(tmp_path / "nothing") == [tmp_path / "nothing"]
    assert set(QUESTIONS) >= {"mano", "claims"}


def test_what_is_no_answer_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(StoredError, match="holds no finished run"):
        stored(tmp_path)
    keep({"command": "simulate"}, tmp_path)
    with pytest.raises(StoredError, match="is not the answer of tongits mahjong simulate, compare, whatif or analyze"):
        stored(tmp_path)
    keep({"command": "mahjong analyze", "question": "mano"}, tmp_path)
    with pytest.raises(StoredError, match="asks is missing"):
        stored(tmp_path)
    with pytest.raises(AnswerError, match="no question 'luck'"):
        typed({"command": "mahjong analyze", "question": "luck"})
