import ast
import os
import re
import subprocess
import sys
import tomllib

import pytest

from mahjong_sim.records.steps import SIGNS
from reports.text.encoding import writable
from tests.playing import ROOT
from tests.sources import modules

CALL = [sys.executable, "cli.py", "simulate", "--games", "300", "--seed", "1"]
TILES = "".join(SIGNS.values())  # `tongits mahjong play` writes letters if stdout cannot write these


def shown(encoding: str, *more: str) -> str:
    """What a command prints into a pipe of this encoding."""
    env = os.environ | {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    return subprocess.run([*CALL, *more], cwd=ROOT, env=env, stdout=subprocess.PIPE, check=True).stdout.decode(encoding)


@pytest.mark.parametrize(("encoding", "minus", "plus_minus"), [("cp1252", "-", "±"), ("ascii", "-", "+/-")])
def test_every_sign_survives_a_poor_encoding(encoding: str, minus: str, plus_minus: str) -> None:
    rich = shown("utf-8", "--full")
    poor = shown(encoding, "--full")
    assert rich.count("−") > 10
    assert "?" not in poor
    # The same words in the same order; the blanks that align columns may differ.
    expected = rich.replace("−", minus).replace("±", plus_minus)
    if encoding == "ascii":
        expected = expected.replace("·", "-").replace("–", "-")
    timed = re.compile(r"in [\d.]+ s: [\d,]+ games/s")  # how long it took differs
    assert timed.sub("", poor).split() == timed.sub("", expected).split()


def test_columns_stay_aligned_if_a_sign_becomes_three() -> None:
    rows = [
        line for line in shown("ascii").splitlines() if line.startswith((" player", " caller", " greedy", " hunter"))
    ]
    assert len(rows) == 4
    assert len({len(row) for row in rows}) == 1
    assert all("+/-" in row for row in rows[1:])


def test_bars_survive() -> None:
    bars = [line.split("%")[1].strip() for line in shown("ascii").splitlines() if re.search(r"% +[#=-]+$", line)]
    assert len(bars) >= 3
    assert max(map(len, bars)) > 10


def test_every_character_that_the_program_writes_has_a_reading() -> None:
    written: set[str] = set()
    for module in modules():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                written.update(node.value)
    for file in (ROOT / "reports" / "languages").glob("*.toml"):
        written.update(str(tomllib.loads(file.read_text("utf-8"))))
    for file in (*ROOT.glob("*_sim/rules/*.md"), *ROOT.glob("*_sim/rules/**/*.toml")):
        written.update(file.read_text("utf-8"))
    asked = {letter for letter in written if letter.isprintable()} - set(TILES)
    assert {"−", "±", "→", "█", "♥"} <= asked
    assert {letter for letter in asked if "?" in writable(letter, "ascii")} == {"?"}
