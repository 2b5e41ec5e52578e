import subprocess
import sys

import pytest

import strategies.registry
from strategies.listing import listed, loaded
from tests.sources import ROOT


def test_the_file_says_what_the_bots_are() -> None:
    assert listed() == loaded(), "python -m strategies.listing writes the file anew"


def test_another_registry_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(strategies.registry.REGISTRY, "again", "strategies.greedy:GREEDY")
    assert listed() == loaded()
    assert len(listed()) == len(strategies.registry.REGISTRY)


def test_the_list_needs_no_compiler() -> None:
    code = "import sys; from cli import main\ntry: main(['strategies'])\nfinally: print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"
