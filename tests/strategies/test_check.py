from pathlib import Path

import pytest

from strategies.check import problems
from tests.playing import BAD_BOTS, command
from tongits_sim.rules import load

HEAD = """
import numpy as np
from dataclasses import replace
from strategies.greedy import GREEDY
from strategies.helpers import NO, YES

TABLE = np.arange(4)
"""
TAIL = """
BOT = replace(GREEDY, name="bot", hooks=replace(GREEDY.hooks, call=call))
"""


def problems_of(folder: Path, body: str) -> list[str]:
    path = folder / "bots.py"
    path.write_text(f"{HEAD}\ndef call(view, params):\n    {body}\n{TAIL}", encoding="utf-8")
    return problems(f"{path}:bot", [load("pagat")], 60)


def test_a_sound_bot_has_none(tmp_path: Path) -> None:
    assert problems_of(tmp_path, "return YES if TABLE[view.me] == 1 else NO") == []
    assert problems("greedy", [load("pagat"), load("online")], 20) == []


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("return YES if TABLE[view.count + 1000] else NO", "IndexError: index is out of bounds"),
        ("return YES if np.random.rand() < 0.5 else NO", "uses numpy.random.rand"),
        ("return np.nan", "it returns a float64"),
    ],
)
def test_the_check_names_the_fault_of_a_bot(tmp_path: Path, body: str, message: str) -> None:
    (sentence,) = problems_of(tmp_path, body)
    assert message in sentence


@pytest.mark.filterwarnings("ignore:Cannot cache compiled function")
def test_the_check_names_state_that_lives_outside_of_python(tmp_path: Path) -> None:
    """A hook that keeps something from call to call, behind the compiler's back: in the C library."""
    head = "import ctypes\nkept = ctypes.CDLL(None).rand\nkept.restype, kept.argtypes = ctypes.c_int, []\n"
    text = f"{HEAD}\n{head}\ndef call(view, params):\n    return YES if kept() % 3 == 0 else NO\n{TAIL}"
    path = tmp_path / "bots.py"
    path.write_text(text, encoding="utf-8")
    (sentence,) = problems(f"{path}:bot", [load("pagat")], 100)
    assert "uses something whose value cannot be known" in sentence


def test_the_command_reports_and_fails() -> None:
    code, out, err = command("strategies", "check", f"{BAD_BOTS}:late", "--games", "60", "--rules", "pagat")
    assert code == 2
    assert "R2" in out
    assert f"{BAD_BOTS}:late has 1 problem" in err
    code, out, _ = command("strategies", "check", "docs/examples/my_bots.py:shy", "--games", "60", "--rules", "pagat")
    assert code == 0
    assert "60 games" in " ".join(out.split())
