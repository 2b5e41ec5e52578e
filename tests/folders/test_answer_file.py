"""An answer in its folder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tongits_sim.errors import TongitsError
from tongits_sim.folders.answer_file import keep


def test_it_is_written_whole_and_the_folder_is_made(tmp_path: Path) -> None:
    keep({"a": [1, None]}, tmp_path / "one" / "two")
    keep({"a": 2}, tmp_path / "one" / "two")
    assert json.loads((tmp_path / "one" / "two" / "results.json").read_text()) == {"a": 2}
    assert [path.name for path in (tmp_path / "one" / "two").iterdir()] == ["results.json"]


def test_what_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(TongitsError, match="cannot write"):
        keep({}, tmp_path / "file" / "deeper")
    with pytest.raises(ValueError, match="not JSON compliant"):
        keep({"a": float("nan")}, tmp_path)
