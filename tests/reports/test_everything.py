"""Every question at once: what is asked, of whom, and where it is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyses.question import How, QuestionError
from reports.everything import Subject, changes, everything, parts
from strategies import load_players
from tongits_sim.rules import load


def subject(players: str = "greedy,caller,hunter", scale: float = 0.01, how: How | None = None) -> Subject:
    """A subject."""
    return Subject(load("pagat"), "--rules pagat", tuple(load_players(players)), 3, scale, how or How())


def test_everything_is_asked_once() -> None:
    names = [name for name, _ in parts(subject())]
    assert len(names) == len(set(names))
    assert {"calls", "challenges", "sunog", "discards", "exposure", "payouts", "sweep", "whatif"} <= set(names)
    assert {"luck", "compare"} <= set(names)


def test_alike_bots_are_not_compared() -> None:
    assert not {"luck", "compare"} & {name for name, _ in parts(subject("greedy,greedy,greedy"))}


@pytest.mark.parametrize("rules", ["pagat", "sjs", "online", "rulesofcards"])
def test_changes_can_be(rules: str) -> None:
    found = changes(load(rules))
    assert found
    assert all("=" in text for text in found)


def test_parts_have_folders_of_their_own(tmp_path: Path) -> None:
    one = subject(how=How(out=tmp_path, resume=True))
    (tmp_path / "calls").mkdir()
    assert (one.part("calls").out, one.part("calls").resume) == (tmp_path / "calls", True)
    assert (one.part("luck").out, one.part("luck").resume) == (tmp_path / "luck", False)


def test_documents_come_one_by_one(tmp_path: Path) -> None:
    told: list[str] = []
    found = everything(
        subject(how=How(out=tmp_path)), lambda number, of, name: told.append(f"{number}/{of} {name}"), told.append
    )
    document = next(found)
    assert (told, document["question"], document["games"]) == (["1/10 calls"], "calls", 10_000)
    assert (tmp_path / "calls" / "results.json").exists()


def test_what_cannot_be_asked_is_left_out_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: Subject) -> dict[str, object]:
        raise QuestionError("nobody was asked")

    monkeypatch.setattr("reports.everything.parts", lambda _: [("one", refuse), ("two", lambda _: {"answer": 2})])
    missing: list[str] = []
    assert list(everything(subject(), lambda *_: None, missing.append)) == [{"answer": 2}]
    assert missing == ["one: nobody was asked"]


def test_the_command_that_asks_again() -> None:
    told = "tongits report --rules pagat --players greedy,caller,hunter --seed 3"
    assert subject(scale=1.0).command() == told
    assert subject(scale=0.5).command() == f"{told} --scale 0.5"
