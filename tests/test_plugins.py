"""What packages above offer: by their metadata, and by the source tree where nothing is installed."""

from __future__ import annotations

import importlib.metadata
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.sources import ROOT
from tongits_sim import plugins
from tongits_sim.neighbours import NeighbourError

GROUP = "tongits_sim.api"


def test_a_source_tree_offers_what_it_says_without_being_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: [])
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"]
    assert set(groups) >= {GROUP, "tongits_sim.players", "tongits_sim.views"}
    for group, points in groups.items():
        assert plugins.offered(group) == points
        for path in points.values():
            assert callable(plugins.load(path))


def test_metadata_count_where_the_sources_say_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    point = importlib.metadata.EntryPoint("mine", "json:loads", GROUP)
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: [point])
    assert plugins.offered(GROUP)["mine"] == "json:loads"
    assert "compare" in plugins.offered(GROUP)
    try:
        for text in (None, "[project]\nname = 'other'\n[project.entry-points.'tongits_sim.api']\nx = 'y:z'\n", "= ="):
            plugins._of_the_tree.cache_clear()
            if text is not None:
                (tmp_path / "pyproject.toml").write_text(text)
            monkeypatch.setattr(plugins, "here", lambda: tmp_path)
            assert plugins.offered(GROUP) == {"mine": "json:loads"}
    finally:
        plugins._of_the_tree.cache_clear()


def test_another_projects_module_is_not_loaded(tmp_path: Path) -> None:
    (tmp_path / "analyses.py").write_text("def matchups(): pass\n")
    code = f"import sys; sys.path[:0] = [{str(tmp_path)!r}, {str(ROOT)!r}]\nimport tongits_sim as ts; ts.compare"
    run = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert NeighbourError.__name__ in run.stderr
    assert "is in the way" in run.stderr
