"""A type checker in a user's project knows the return types, and a wheel contains every file that this needs."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.sources import LAYERS, ROOT

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

PROJECT = """
import mahjong_sim as mj
import tongits_sim as ts

reveal_type(ts.analyze("calls"))
reveal_type(ts.analyze("payouts", rules=["pagat", "sjs"], session=20))
reveal_type(ts.simulate("pagat", "greedy,caller,hunter"))
reveal_type(ts.compare("pagat", "greedy,caller"))
reveal_type(ts.whatif("pagat", change="call.timing=end"))
reveal_type(ts.tournament("match"))
reveal_type(ts.record_games("pagat"))
reveal_type(ts.load_rules("pagat"))
reveal_type(mj.score("1s"))
"""
TYPES = [
    "analyses.questions.calls.CallsAnswer",
    "analyses.questions.payouts.PayoutsAnswer",
    "tongits_sim.experiments.batch_estimates.Results",
    "analyses.compare.Comparison",
    "analyses.whatif.WhatIf",
    "analyses.answers.tournament.TournamentAnswer",
    "tongits_sim.records.asking.Records",
    "tongits_sim.rules.ruleset.RuleSet",
    "mahjong_sim.hand_score.HandScore",
]


def revealed(folder: Path) -> list[str]:
    """The types that mypy finds in a project that imports the packages installed here."""
    (folder / "project.py").write_text(PROJECT)
    call = [sys.executable, "-m", "mypy", "--ignore-missing-imports", "project.py"]
    environment = {name: value for name, value in os.environ.items() if name not in ("MYPYPATH", "PYTHONPATH")}
    done = subprocess.run(call, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    marker = 'Revealed type is "'
    return [line.partition(marker)[2].rstrip('"') for line in done.stdout.splitlines() if marker in line]


def test_a_wheel_has_every_typed_file_of_the_checkout(tmp_path: Path) -> None:
    """So a type checker finds the same types in a wheel as in a checkout."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT, check=True, capture_output=True,
    )  # fmt: skip
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as file:
        packed = set(file.namelist())
    packages = [layer for layer in LAYERS if (ROOT / layer).is_dir()]
    typed = {
        path.relative_to(ROOT).as_posix()
        for package in packages
        for path in (*(ROOT / package).rglob("*.py"), ROOT / package / "py.typed")
    }
    assert len(packages) == 5
    assert typed <= packed


def test_a_checkout_has_types(tmp_path: Path) -> None:
    assert revealed(tmp_path) == TYPES
