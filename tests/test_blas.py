import os
import subprocess
import sys

import pytest

from tests.sources import ROOT
from tongits_sim.blas import VARIABLES

# What the environment says at the moment when numpy is imported, and how many threads there are after it.
PROGRAM = """
import importlib, os, sys
from importlib.abc import MetaPathFinder
class Listener(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == "numpy":
            print(*[os.environ.get(each, "-") for each in {variables!r}])
sys.meta_path.insert(0, Listener())
importlib.import_module({first!r})
import numpy
numpy.ones((300, 300)) @ numpy.ones((300, 300))
tasks = "/proc/self/task"
print(len(os.listdir(tasks)) if os.path.isdir(tasks) else 1)
"""


def first(module: str, **options: str) -> list[str]:
    environment = {name: value for name, value in os.environ.items() if name not in VARIABLES} | options
    program = PROGRAM.format(variables=VARIABLES, first=module)
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()


@pytest.mark.parametrize(
    "module",
    [
        "tongits_sim",
        "tongits_sim.run.workers",  # what workers unpickle
        "cli",
        "strategies.greedy",
        "analyses.compare",
        "reports.page.svg",
    ],
)
def test_no_thread_is_started(module: str) -> None:
    assert first(module) == [" ".join("1" for _ in VARIABLES), "1"]
