from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from tongits_sim.compile.source_dependencies import ALL, Definitions, Named, Sources

FILES = {
    "engine": '''
"""The engine."""
import numpy as np
from program.numbers import SIZE, unused
from program import cards
from program.words import text

TABLE = np.zeros(SIZE)
for n in range(SIZE):
    TABLE[n] = helper(n)
LONELY = [SIZE]

def helper(n: int) -> int:
    """Helps."""
    return n + cards.first(n)

def play(n):
    from program.late import late
    return TABLE[n] + late(n)

def say():
    return text(LONELY)
''',
    "numbers": "SIZE = 3\nif SIZE > 2:\n    def unused():\n        return 1\nelse:\n    unused = None\n",
    "cards": "def first(n):\n    return n\n\ndef second(n):\n    return 2\n",
    "late": "from program.engine import play\n\ndef late(n):\n    return play(n - 1) if n else 0\n",
    "words": "def text(x):\n    return x\n",
}
ROOT = Named("program/engine.py", "play")


def definitions(folder: Path, changed: Mapping[str, str] | None = None, closed: Sequence[str] = ()) -> Definitions:
    (folder / "program").mkdir(exist_ok=True)
    for name, text in {**FILES, **(changed or {})}.items():
        (folder / "program" / f"{name}.py").write_text(text)
    return Definitions(Sources(folder, ["program"]), closed)


def test_what_is_reached(tmp_path: Path) -> None:
    found = definitions(tmp_path).reached([ROOT])
    assert {f"{at.source.removeprefix('program/').removesuffix('.py')}.{at.name}" for at in found} == {
        "engine.play",
        "engine.TABLE",
        "engine.helper",
        "engine.n",
        "cards.first",
        "late.late",
        "numbers.SIZE",
        "numbers.unused",  # a condition that names SIZE might change it
    }


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("engine", "helper(n)\n", "helper(n + 1)\n"),  # a statement that changes what another defined
        ("engine", "TABLE[n] + late(n)", "TABLE[n] - late(n)"),
        ("numbers", "SIZE = 3", "SIZE = 4"),
        ("numbers", "SIZE > 2", "SIZE > 5"),
        ("cards", "return n", "return n + 1"),
        ("late", "n - 1", "n - 2"),
    ],
)
def test_a_change_of_the_content_is_noticed(tmp_path: Path, name: str, old: str, new: str) -> None:
    assert old in FILES[name]
    before = definitions(tmp_path).digest([ROOT])
    assert definitions(tmp_path, {name: FILES[name].replace(old, new)}).digest([ROOT]) != before


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("engine", '"""Helps."""', '"""Helps a lot."""'),
        ("engine", "(n: int) -> int:", "(n):  # a number"),
        ("engine", "text(LONELY)", "text(TABLE)"),
        ("engine", "LONELY = [SIZE]", "LONELY = [SIZE, 2]"),
        ("cards", "return 2", "return 3"),
        ("words", "return x", "return [x]"),
    ],
)
def test_other_changes_are_not(tmp_path: Path, name: str, old: str, new: str) -> None:
    assert old in FILES[name]
    before = definitions(tmp_path).digest([ROOT])
    assert definitions(tmp_path, {name: FILES[name].replace(old, new)}).digest([ROOT]) == before


def test_closed_files_and_whole_ones(tmp_path: Path) -> None:
    closed = definitions(tmp_path, closed=["program/engine.py"])
    assert closed.reached([ROOT]) == {ROOT}
    whole = definitions(tmp_path).reached([Named("program/engine.py", ALL)])
    assert Named("program/words.py", "text") in whole
    assert closed.digest([ROOT]) != closed.digest([ROOT], ["a value"])
