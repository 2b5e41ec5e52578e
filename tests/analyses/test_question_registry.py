from dataclasses import replace
from pathlib import Path

import pytest

from analyses import question_registry
from analyses.question import QuestionError
from tests.asking import TOY
from tests.sources import ROOT
from tongits_sim.run.user_file import BotFileError, only_files


def test_a_question_made_here_is_asked_and_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analyses.question_registry._user_questions", {})
    assert question_registry.presented("toy") is None
    assert question_registry.as_question(TOY) is TOY
    assert question_registry.presented("toy") == replace(TOY, import_spec="toy")
    with pytest.raises(QuestionError, match="no screen"):
        question_registry.as_question(replace(TOY, presenter=None))


EXAMPLE = f"{ROOT}/docs/examples/my_question.py:shares"


def test_a_question_in_a_file_is_found_where_it_is_named() -> None:
    assert question_registry.is_question_name(EXAMPLE)
    shares = question_registry.question(EXAMPLE)
    assert (shares.name, shares.called) == ("shares", EXAMPLE)
    assert question_registry.presented(EXAMPLE) == shares
    assert all(question_registry.in_file(name) for name in ("a.py:b", "/x/a.py:b"))
    assert not any(question_registry.in_file(name) for name in ("a.py", "a.py:", "calls", "a.toml:b"))


def test_showing_an_answer_executes_no_file(tmp_path: Path) -> None:
    mark = tmp_path / "executed"
    file = tmp_path / "evil.py"
    file.write_text(f"open({str(mark)!r}, 'w')")
    assert question_registry.is_question_name(f"{file}:x")
    assert question_registry.presented(f"{file}:x") is None
    assert not mark.exists()


def test_a_file_that_is_not_allowed_or_not_there_is_refused() -> None:
    with only_files([], "--allow-bots"), pytest.raises(BotFileError, match=r"the question file .* --allow-bots"):
        question_registry.question(EXAMPLE)
    with only_files([EXAMPLE.rpartition(":")[0]], "--allow-bots"):
        assert question_registry.question(EXAMPLE).name == "shares"
    for name, message in ((EXAMPLE[:-1], "Did you mean 'shares'"), ("nothing.py:x", "no question file")):
        with pytest.raises(BotFileError, match=message):
            question_registry.question(name)
