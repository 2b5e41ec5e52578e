import doctest
import importlib
import pkgutil
import subprocess
import sys

import pytest

import tongits_sim.stats as package

MODULES = [module.name for module in pkgutil.iter_modules(package.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_examples_run(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(f"tongits_sim.stats.{name}"))
    assert failed == 0


def test_import_leaves_scipy_for_later() -> None:
    code = "import sys, tongits_sim.stats; sys.exit('scipy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
