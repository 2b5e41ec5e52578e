from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NoReturn
from unittest.mock import patch

from analyses.question import Inquiry, QuestionError
from analyses.question_registry import question
from reports.commands.batches.all_questions import PARTS, Subject, _ask, _drop, everything, parts
from reports.commands.report import OPERATORS
from reports.page.stored import stored_document
from reports.questions import get
from strategies import load_players
from tongits_sim.rules import load
from tongits_sim.run.run_file import DB
from tongits_sim.run.run_options import RunOptions


def subject(
    players: str = "greedy,caller,hunter", scale: float = 0.01, run_options: RunOptions | None = None
) -> Subject:
    return Subject(load("pagat"), "--rules pagat", tuple(load_players(players)), 3, scale, run_options or RunOptions())


def test_everything_is_asked_once() -> None:
    """The sheet of the operator asks its questions alone; when to call, challenge and lay the book says on a page."""
    names = [name for name, _ in parts(subject())]
    assert len(names) == len(set(names))
    assert set(names) == {*PARTS, "rules"}
    assert not {"calls", "challenges", "lay"} & set(names)
    assert [name for name, _ in parts(subject("greedy,greedy,greedy"))] == names
    some = [name for name, _ in parts(replace(subject(), only=OPERATORS))]
    assert sorted(some) == sorted(OPERATORS)


def test_documents_come_one_by_one(tmp_path: Path) -> None:
    progress: list[str] = []
    begin = lambda number, of, name: progress.append(f"{number}/{of} {name}")  # noqa: E731
    answer = everything(subject(run_options=RunOptions(out=tmp_path)), begin, progress.append)
    document = next(answer)
    assert progress == [f"1/{len(parts(subject()))} sunog"]
    assert get(document, "question") == "sunog"
    assert stored_document(tmp_path / "sunog") == document


def test_a_question_that_cannot_be_asked_leaves_no_folder(tmp_path: Path) -> None:
    """Games in which nobody had a choice were played, and are removed; what else lies in the folder stays."""
    discards = question("discards")

    def nobody(inquiry: Inquiry) -> NoReturn:
        discards.ask(inquiry)
        assert (tmp_path / "discards" / "play" / DB).is_file()
        raise QuestionError("nobody had a choice")

    small = subject(scale=0.001, run_options=RunOptions(workers=1, out=tmp_path))
    sunog = [part for part in parts(small) if part[0] == "sunog"]
    asked = [("discards", partial(_ask, question=replace(discards, ask=nobody))), *sunog]
    missing: list[str] = []
    for resume, stranger in ((False, False), (True, True)):
        if stranger:
            (tmp_path / "discards").mkdir()
            (tmp_path / "discards" / "notes").write_text("mine")
        again = replace(small, run_options=replace(small.run_options, resume=resume))
        with patch("reports.commands.batches.all_questions.parts", return_value=asked):
            assert [get(document, "question") for document in everything(again, lambda *_: None, missing.append)] == [
                "sunog"
            ]
        left = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*")}
        assert "sunog/results.json" in left
        assert {path for path in left if path.startswith("discards")} == (
            {"discards", "discards/notes"} if stranger else set()
        )
    assert missing == ["discards: nobody had a choice"] * 2


def test_a_finished_part_is_never_dropped(tmp_path: Path) -> None:
    run = tmp_path / "one" / "play"
    run.mkdir(parents=True)
    for path in (run / "run.db", tmp_path / "one" / "manifest.json", tmp_path / "one" / "results.json"):
        path.write_text("{}")
    _drop(tmp_path / "one")
    assert len([path for path in tmp_path.rglob("*") if path.is_file()]) == 3
    (tmp_path / "one" / "results.json").unlink()
    _drop(tmp_path / "one")
    assert not list(tmp_path.iterdir())
