import os
import subprocess
import sys

from tests.sources import ROOT
from tongits_sim.blas import VARIABLES, single

# What the environment says at the moment when numpy is imported.
PROGRAM = """
import importlib, os, sys
from importlib.abc import MetaPathFinder
class Listener(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == "numpy":
            print(*[os.environ.get(each, "-") for each in {variables!r}], file=sys.stderr)
sys.meta_path.insert(0, Listener())
{first}
"""


def first(program: str, **options: str) -> list[str]:
    """The environment at every first import of numpy."""
    environment = {name: value for name, value in os.environ.items() if name not in VARIABLES} | options
    program = PROGRAM.format(variables=VARIABLES, first=program)
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    return [line for line in done.stderr.splitlines() if set(line) <= set("1- 023456789")]


def test_the_program_asks_for_one_thread_before_it_imports_numpy() -> None:
    said = first("sys.argv[1:] = ['simulate', '--games', '50']; from tongits_sim.__main__ import main; main()")
    assert set(said) == {" ".join("1" for _ in VARIABLES)}


def test_a_process_of_the_program_asks_for_one_thread() -> None:
    assert single({}) == dict.fromkeys(VARIABLES, "1")
    assert single({"OMP_NUM_THREADS": "3", "A": "b"}) == {"OMP_NUM_THREADS": "3", "A": "b"}


HOST = """
import os
before = dict(os.environ)
import tongits_sim as ts, mahjong_sim as mj, strategies.greedy, analyses.compare, reports.page.render
ts.simulate("pagat", "greedy,caller,hunter", games=200, workers=1)
changed = {name for name in before.keys() | os.environ.keys() if before.get(name) != os.environ.get(name)}
assert not changed, changed
"""


def test_a_library_leaves_the_environment_of_its_host() -> None:
    environment = {name: value for name, value in os.environ.items() if name not in VARIABLES}
    done = subprocess.run([sys.executable, "-c", HOST], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
