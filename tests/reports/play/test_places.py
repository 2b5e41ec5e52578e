"""Where data is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from reports.play.places import data_folder


def test_follows_the_conventions_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TONGITS_DATA_DIR", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert data_folder() == Path("/data/tongits-sim")
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    monkeypatch.setenv("HOME", "/home/ana")
    assert data_folder() == Path("/home/ana/.local/share/tongits-sim")
    monkeypatch.setattr("sys.platform", "darwin")
    assert data_folder() == Path("/home/ana/Library/Application Support/tongits-sim")
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", "/local")
    assert data_folder() == Path("/local/tongits-sim")
    monkeypatch.setenv("TONGITS_DATA_DIR", "/own")
    assert data_folder() == Path("/own")
