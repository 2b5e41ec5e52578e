"""Stepping through a game: keys, jumps, marks, and a screen that fits."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from reports.play.faces import Faces
from reports.play.stepper import Stepper, step_through
from tests.reports.play.persons import Person, scripted
from tongits_sim.records.form import read_line

GOLDEN = sorted((Path(__file__).parents[2] / "golden" / "playbacks").glob("*.jsonl"))


def golden(name: str) -> dict[str, Any]:
    """A recorded game."""
    (path,) = (path for path in GOLDEN if path.stem == name)
    return read_line(path.read_text(encoding="utf-8"))


def test_keys_move() -> None:
    stepper = Stepper(golden("challenge-online"), Faces())
    last = len(stepper.steps) - 1
    places = []
    for key in ("right", "space", "left", "n", "n", "p", "end", "right", "home", "left"):
        assert stepper.press(key)
        places.append(stepper.at)
    lays = [step.number for step in stepper.steps if step.act in ("lay", "take", "call", "challenge", "fold")]
    assert places == [1, 2, 1, lays[1], lays[2], lays[1], last, last, 0, 0]
    assert not stepper.press("z")
    stepper.go_to(10_000)
    assert stepper.at == last


def test_marks_are_gone_through_and_shown() -> None:
    stepper = Stepper(golden("tongits-pagat"), Faces(), {3: "A card too many.", 7: "\x1b[31m"})
    assert stepper.press("m")
    assert stepper.at == 3
    assert "! A card too many." in stepper.lines(80, 24)
    stepper.press("m")
    assert "\x1b" not in "\n".join(stepper.lines(80, 24))
    stepper.press("m")
    assert stepper.at == 3
    plain = Stepper(golden("tongits-pagat"), Faces())
    plain.press("m")
    assert plain.at == 0


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
@pytest.mark.parametrize("size", [(80, 24), (200, 60), (60, 40), (40, 24)])
def test_every_move_fits_the_screen(path: Path, size: tuple[int, int]) -> None:
    stepper = Stepper(golden(path.stem), Faces())
    for number in range(len(stepper.steps)):
        stepper.go_to(number)
        lines = stepper.lines(*size)
        assert len(lines) < size[1]
        assert max(map(len, lines)) <= min(80, size[0])
        assert f"move {number} of" in lines[0]


def test_a_narrow_screen_keeps_counts_and_whole_moves() -> None:
    record = golden("tongits-pagat") | {"players": ["a player with a long name", "b", "c"]}
    stepper = Stepper(record, Faces(), number=3)
    for number in range(len(stepper.steps)):
        stepper.go_to(number)
        lines = stepper.lines(40, 24)
        assert lines[0].startswith("Game 3")
        assert sum(re.fullmatch(r"[> ] \d \(.*\): \d+, count \d+", line) is not None for line in lines) == 3
        assert not lines[lines.index(next(line for line in lines if line.startswith("Stock"))) + 2].startswith("     ")
        assert lines[-1].startswith("right left n p")


def test_a_pipe_gets_everything() -> None:
    person = Person(scripted(), plain=True)
    record = golden("challenge-online")
    step_through(Stepper(record, Faces("letters")), person)
    text = person.all
    assert "1. Turn 1, stock 15: Seat 1 (caller) lays 4c 4d 4h 4s (meld 0)." in text
    assert text.count("holds") == 3 + sum(
        event["act"] not in ("call", "challenge", "fold") for event in record["events"]
    )
    assert "A challenged draw" in text
    assert "Units: seat 0 -1.7, seat 1 -2, seat 2 +2.95." in text
