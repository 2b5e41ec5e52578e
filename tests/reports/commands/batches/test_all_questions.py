from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

from reports.commands.batches.all_questions import Subject, _drop, everything, parts
from reports.commands.report import FOR
from reports.page.stored import stored_document
from reports.questions import get
from strategies import load_players
from tongits_sim.rules import load
from tongits_sim.run.options import RunOptions


def subject(
    players: str = "greedy,caller,hunter", scale: float = 0.01, run_options: RunOptions | None = None
) -> Subject:
    return Subject(load("pagat"), "--rules pagat", tuple(load_players(players)), 3, scale, run_options or RunOptions())


def test_everything_is_asked_once() -> None:
    names = [name for name, _ in parts(subject())]
    for asked in FOR.values():
        some = [name for name, _ in parts(replace(subject(), only=asked))]
        assert set(some) == set(asked)
    assert len(names) == len(set(names))
    assert {"calls", "challenges", "sunog", "discards", "lay", "payouts", "sessions"} <= set(names)
    assert {"rules", "compare"} <= set(names)


def test_documents_come_one_by_one(tmp_path: Path) -> None:
    progress: list[str] = []
    begin = lambda number, of, name: progress.append(f"{number}/{of} {name}")  # noqa: E731
    answer = everything(subject(run_options=RunOptions(out=tmp_path)), begin, progress.append)
    document = next(answer)
    assert progress == [f"1/{len(parts(subject()))} calls"]
    assert get(document, "question") == "calls"
    assert stored_document(tmp_path / "calls") == document


def test_a_question_that_cannot_be_asked_leaves_no_folder(tmp_path: Path) -> None:
    """Under rulesofcards everybody shows his cards, so nobody may challenge; what else lies in a folder stays."""
    small = replace(subject(scale=0.001, run_options=RunOptions(workers=1, out=tmp_path)), rules=load("rulesofcards"))
    asked = [part for part in parts(small) if part[0] in ("challenges", "sunog")]
    missing: list[str] = []
    for resume, stranger in ((False, False), (True, True)):
        if stranger:
            (tmp_path / "challenges").mkdir()
            (tmp_path / "challenges" / "notes").write_text("mine")
        again = replace(small, run_options=replace(small.run_options, resume=resume))
        with patch("reports.commands.batches.all_questions.parts", return_value=asked):
            assert [get(each, "question") for each in everything(again, lambda *_: None, missing.append)] == ["sunog"]
        left = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*")}
        assert "sunog/results.json" in left
        assert {path for path in left if path.startswith("challenges")} == (
            {"challenges", "challenges/notes"} if stranger else set()
        )
    assert [text.split(":")[0] for text in missing] == ["challenges"] * 2


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
