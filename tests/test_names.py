"""`python -m tongits_sim` is the program; a foreign module of a common name is named, in one sentence."""

import importlib.metadata
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.playing import ROOT
from tongits_sim import version
from tongits_sim.imports import OWN, load, offered


def program(folder: Path, *arguments: str, first: str = "") -> subprocess.CompletedProcess[str]:
    """`python -m tongits_sim` started in a folder, which Python then searches first."""
    path = os.pathsep.join(filter(None, (first, str(ROOT))))
    call = [sys.executable, "-m", "tongits_sim", *arguments]
    environment = os.environ | {"PYTHONPATH": path}
    return subprocess.run(call, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=120)


def foreign(folder: Path, name: str, package: bool) -> Path:
    file = folder / name / "__init__.py" if package else folder / f"{name}.py"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("MINE = True\n")
    return file


def test_the_program_starts_from_any_folder(tmp_path: Path) -> None:
    done = program(tmp_path, "--version")
    assert (done.returncode, done.stdout[:8], done.stderr) == (0, "tongits ", "")
    done = program(tmp_path, "rules", "diff", "pagat", "pagat")
    assert (done.returncode, done.stdout) == (0, "pagat and pagat are the same rules.\n")
    done = program(tmp_path, "simulat")
    assert (done.returncode, done.stderr.startswith("Error: No such command 'simulat'.")) == (2, True)


@pytest.mark.parametrize("name", ["tongits-sim", "other"])
def test_the_version_is_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str) -> None:
    (tmp_path / "pyproject.toml").write_text(f"project = {{ name = '{name}', version = '9' }}")
    monkeypatch.setattr(version, "__file__", str(tmp_path / "tongits_sim" / "version.py"))
    assert (version._version() == "9") == (name == "tongits-sim")


@pytest.mark.parametrize(("name", "package"), [(OWN[0], True), (OWN[-1], False)])
def test_a_foreign_module_is_named(tmp_path: Path, name: str, package: bool) -> None:
    file = foreign(tmp_path, name, package)
    done = program(tmp_path, "rules")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    assert done.stderr.startswith(f"Error: {file.resolve()} is in the way: ")
    assert f"own {name!r}" in done.stderr
    assert f"take {tmp_path.resolve()} out of PYTHONPATH" in done.stderr


def test_installed_packages_offer_names(monkeypatch: pytest.MonkeyPatch) -> None:
    point = importlib.metadata.EntryPoint("mine", "json:loads", "a.group")
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: [point] if group == "a.group" else [])
    assert offered("a.group") == {"mine": "json:loads"}
    assert load(offered("a.group")["mine"])("[1]") == [1]
    assert offered("another.group") == {}
