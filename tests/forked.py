"""Processes that share a cache of compiled code: forks of one that has numba loaded and has compiled nothing."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.sources import ROOT

needs_forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="no forks")

_PROGRAM = """
import json, os, sys
from tongits_sim.compile import linking

sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True
compiled = []
begin = linking._begin
linking._begin = lambda state, kind: compiled.append(state.func_id.func_name) or begin(state, kind)
for asked in json.loads(sys.argv[2]):
    child = os.fork()
    if child == 0:
        try:
            import kernels
            answer = eval(asked, vars(kernels))
            print(json.dumps([answer, sorted(compiled)]), flush=True)
        finally:
            os._exit(0)
    os.waitpid(child, 0)
"""


def ask(folder: Path, kernels: str, *asked: str) -> list[Any]:
    """The results of expressions in processes that run in turn, one for each, and the names of the functions they
    compile.
    """
    answers, said = ask_saying(folder, kernels, asked)
    assert said == ""
    return answers


def ask_saying(folder: Path, kernels: str, asked: Sequence[str]) -> tuple[list[Any], str]:
    (folder / "kernels.py").write_text(kernels)
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM, str(folder), json.dumps(asked)],
        cwd=ROOT,
        env={**os.environ, "TONGITS_CACHE_DIR": str(folder / "cache"), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()], done.stderr


def files(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in (folder / "cache").rglob("*") if path.is_file()}
