from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.killing import SMALL
from tests.playing import ROOT, command, sure

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name == "nt", reason="no such signal")]


@pytest.fixture(scope="module")
def killer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Killer]:
    said = tmp_path_factory.mktemp("killing") / "errors"
    line = [sys.executable, "-W", "ignore", "-m", "tests.killing"]
    with (
        said.open("w") as errors,
        subprocess.Popen(
            line, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True
        ) as process,
    ):

        def killed(kills: int, folder: Path, arguments: tuple[str, ...]) -> dict[str, Any]:
            asked = {"kills": kills, "seed": 7, "folder": str(folder), "arguments": arguments}
            print(json.dumps(asked), file=sure(process.stdin), flush=True)
            told = sure(process.stdout).readline()
            assert "Traceback" not in said.read_text()
            return dict(json.loads(told))

        yield killed


Killer = Callable[[int, Path, tuple[str, ...]], dict[str, Any]]


def answer(folder: Path) -> Any:
    document = json.loads((folder / "results.json").read_text())
    return {key: value for key, value in document.items() if key != "run"}


@pytest.mark.parametrize(
    ("kills", "arguments"),
    [
        (12, ("simulate", "--games", "20k", "--match-games", "2")),
        (10, ("simulate", "--games", "3k", "--rules", "pagat+progressive")),
        (10, ("compare", "greedy", "caller", "hunter", "--games", "1k", "--confirm")),
        (10, ("compare", "greedy", "caller", "hunter", "--games", "2k", "--monitor")),
        (6, ("whatif", "--change", "call.timing=end", "--games", "3k")),
        (4, ("analyze", "challenges", "--games", "300")),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else str(value),
)
def test_killed_again_and_again_it_ends_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, killer: Killer, kills: int, arguments: tuple[str, ...]
) -> None:
    report = killer(kills, tmp_path / "killed", arguments)
    # A quick machine ends a run before all its kills.
    assert len(report["moments"]) >= kills // 2, "make it longer"
    assert set(report["codes"]) <= {0}
    assert len(set(report["moments"])) > kills // 4, "it was always killed at the same place"
    with monkeypatch.context() as small:
        for module, values in SMALL.items():
            for name, value in values.items():
                small.setattr(importlib.import_module(module), name, value)
        code, _, err = command(*arguments, "--out", str(tmp_path / "killed"), "--resume")
    assert code == 0, err
    code, _, err = command(*arguments, "--out", str(tmp_path / "whole"))
    assert code == 0, err
    assert answer(tmp_path / "killed") == answer(tmp_path / "whole")
    assert not list((tmp_path / "killed").rglob("*.part"))
