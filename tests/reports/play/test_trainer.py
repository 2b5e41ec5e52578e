"""A quiz at the terminal: the position is shown, an answer judged, and what each choice is worth said."""

from __future__ import annotations

import contextlib
import datetime as dt
from pathlib import Path

import pytest

from analyses.quiz import read_items
from reports.play.boxes import Progress
from reports.play.faces import Faces
from reports.play.trainer import Trainer
from tests.playing import ROOT
from tests.reports.play.persons import Person, scripted

ITEMS = read_items(ROOT / "reports" / "quiz" / "quiz-pagat.json")
TODAY = dt.date(2026, 3, 1)


def best_of(screen: str, trainer: Trainer, number: int) -> str:
    """What to type for the best choice of a question."""
    text = trainer.faces.in_text(ITEMS[number].choices[0].text)
    return next(line.split()[0] for line in screen.splitlines() if line.strip().endswith(text))


def test_right_and_wrong_answers(tmp_path: Path) -> None:
    progress = Progress(tmp_path / "p.json")
    typed: list[str] = []

    def types(screen: str, prompt: str) -> str:
        if prompt.startswith("Enter"):
            return ""
        best = best_of(screen, trainer, len(typed))
        typed.append(best if not typed else "2" if best == "1" else "1")
        return typed[-1]

    person = Person(types)
    trainer = Trainer(person, Faces(), progress, TODAY)
    trainer.ask(ITEMS[:2])
    assert (trainer.score.answered, trainer.score.right) == (2, 1)
    assert trainer.score.lost > 0
    first, second = (progress.cards[item.name] for item in ITEMS[:2])
    assert (first.box, second.box, second.wrong) == (1, 0, 1)
    assert "No, that costs" in person.all
    shown = "\n".join(person.screens)
    assert "Right." in shown
    assert "It comes back in 1 day." in person.all


def test_every_question_can_be_shown() -> None:
    for style in ("signs", "words"):
        person = Person(scripted(*["9000", "x", "1"] * len(ITEMS)), plain=style == "words")
        trainer = Trainer(person, Faces(style), None, TODAY)
        trainer.ask(ITEMS)
        assert trainer.score.answered == len(ITEMS)
        assert "Type a number from 1 to" in person.all


def test_stops_when_asked() -> None:
    trainer = Trainer(Person(scripted("q")), Faces(), None, TODAY)
    with pytest.raises(EOFError):
        trainer.ask(ITEMS)
    with contextlib.suppress(EOFError):
        Trainer(Person(scripted()), Faces(), None, TODAY).ask(ITEMS)
    assert trainer.score.answered == 0
