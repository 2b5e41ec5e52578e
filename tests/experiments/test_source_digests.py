"""A run is resumed only by the program that began it: its digest covers every file that playing it imports."""

import ast
import subprocess
import sys
from collections.abc import Callable

import pytest

from mahjong_sim.experiments import worker as mahjong_worker
from tests.sources import ROOT
from tongits_sim.compile.source_dependencies import TABLES_OF_NAMES, Sources
from tongits_sim.experiments import worker

LOADED = """
import sys
from pathlib import Path
paths = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
files = {{Path(path).resolve() for path in paths if path}}
print(*sorted(str(file.relative_to({root!r})) for file in files if file.is_relative_to({root!r})))
"""
TONGITS = """
from strategies import load_players
from tongits_sim.experiments.batch import BatchJob
from tongits_sim.rules import load
job = BatchJob(load("pagat"), tuple(load_players("greedy,trained,search")), 3)
"""
MAHJONG = """
from mahjong_sim.bots.registry import load_players
from mahjong_sim.experiments.batch import BatchJob
from mahjong_sim.rules import load
job = BatchJob(load("visayan"), tuple(load_players("expert,greedy,random,caller")), 3)
"""
PLAYED = """
from tongits_sim.run.job import Block
job.worker().play(Block(0, 0, 3, 1))
"""


def loaded(play: str) -> set[str]:
    program = play + PLAYED + LOADED.format(root=str(ROOT))
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    packages = ("mahjong_sim/", "strategies/", "tongits_sim/")
    return {name for name in done.stdout.split() if name.startswith(packages) and _computes(name)}


def _computes(name: str) -> bool:
    """Whether a file holds more than a docstring, and is no table of names."""
    if name in {f"{package}/__init__.py" for package in TABLES_OF_NAMES}:
        return False
    return len(ast.parse((ROOT / name).read_text(encoding="utf-8")).body) > 1


@pytest.mark.parametrize(
    ("play", "module", "digest"),
    [
        (TONGITS, "tongits_sim.experiments.batch", worker.source_digest),
        (MAHJONG, "mahjong_sim.experiments.batch", mahjong_worker.source_digest.__wrapped__),
    ],
    ids=["tongits", "mahjong"],
)
def test_touching_any_file_of_a_batch_changes_its_digest(
    play: str, module: str, digest: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = digest(module)
    read = Sources.text
    same = []
    assert digest(module) == before
    files = loaded(play)
    assert len(files) > 60
    for touched in sorted(files):

        def text(self: Sources, name: str, touched: str = touched) -> bytes:
            return read(self, name) + b"\n# touched" * (name == touched)

        monkeypatch.setattr(Sources, "text", text)
        if digest(module) == before:
            same.append(touched)
    assert same == []
