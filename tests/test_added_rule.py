"""A house rule is added by the recipe, harmless by default: what was made before it holds, and plays the same games."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.fresh import run_python
from tests.records.notation_text import rules_lines
from tests.sources import ROOT
from tongits_sim.rules import RuleSet, load

PACKAGES = ("tongits_sim", "strategies", "analyses", "reports", "mahjong_sim")
AT = "    before_open: bool = flag("
ADDED = """    thanks: bool = later(
        flag(False, "R6", "Whether a sapaw is thanked for", yes="A sapaw is thanked for.", no="Nobody says thanks."),
        since=2,
        absent=False,
    )
"""
PROGRAM = """
import json, sys
from pathlib import Path
from analyses.card import card
from analyses.luck import shipped
from strategies import load_player
from tongits_sim.experiments.simulate import simulate
from tongits_sim.records.notation import read_sheet
from tongits_sim.records.notation_game import rules_of_sheet
from tongits_sim.rules import load
from tongits_sim.run.how import How

rules, folder = load("pagat"), Path(sys.argv[1])
payouts = [
    simulate("pagat", players, 200, 5, how=How(workers=1)).to_dict()["players_summary"]
    for players in ("deep,deep,expert", "expert,greedy,greedy")
]
print(json.dumps({
    "payouts": payouts,
    "card": card(rules, load_player("deep"), How(workers=1), games=2000, deals=100).to_dict()["cost"],
    "luck": shipped(rules) is not None,
    "sheet": rules_of_sheet(read_sheet((folder / "sheet.txt").read_text())).digest(),
}))
"""


def run(program: str, sources: Path, *arguments: object) -> str:
    """What a program prints that finds the sources in a folder."""
    environment = {**os.environ, "PYTHONPATH": str(sources)}
    done = run_python(program, *map(str, arguments), cwd=sources, environment=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program with one more house rule, as the recipe adds it."""
    folder = tmp_path_factory.mktemp("changed")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    play = folder / "tongits_sim" / "rules" / "play.py"
    text = play.read_text("utf-8")
    assert text.count(AT) == 1
    play.write_text(
        text.replace(AT, ADDED + AT).replace("import Group, choice, flag", "import Group, choice, flag, later")
    )
    return folder


def test_nothing_that_was_made_before_is_invalid(changed: Path, tmp_path: Path) -> None:
    rules = load("pagat", ["call.timing=end"])
    other = RuleSet.from_knobs(rules.knobs(), name="our table")
    lines = rules_lines(other)
    assert len(lines) > len(rules.knobs())  # every knob is stated
    (tmp_path / "sheet.txt").write_text("\n".join([*lines, "dealer A", "hand A 5c", "", "A: -5c", ""]))
    before: dict[str, Any] = json.loads(run(PROGRAM, ROOT, tmp_path))
    assert before["luck"]
    assert before["sheet"] == other.digest()
    assert json.loads(run(PROGRAM, changed, tmp_path)) == before
