"""Comparisons on disk."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest

from analyses.kept import FORMAT, TABLES, KeptError, check_folder, keep
from tests.field.fields import compared


def test_keeps_everything(tmp_path: Path) -> None:
    found, folder = compared(games=20), tmp_path / "run"
    check_folder(folder)
    keep(found, folder, ["tongits", "compare"])
    assert json.loads((folder / "results.json").read_text()) == json.loads(json.dumps(found.to_dict()))
    manifest = json.loads((folder / "manifest.json").read_text())
    assert (manifest["format"], manifest["command"]) == (FORMAT, ["tongits", "compare"])
    for name in TABLES:
        assert pl.read_parquet(folder / "tables" / f"{name}.parquet").equals(getattr(found, name))
    assert not list(folder.rglob("*.part"))


def test_refuses_a_folder_that_holds_something(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(KeptError, match="is not empty"):
        check_folder(tmp_path)
    with pytest.raises(KeptError, match=r"cannot write|not empty"):
        check_folder(tmp_path / "file" / "deeper")
