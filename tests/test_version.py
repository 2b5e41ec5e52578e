"""The version is the one of the project file."""

from __future__ import annotations

import tomllib

from tests.playing import ROOT
from tongits_sim.version import VERSION


def test_is_that_of_the_project() -> None:
    assert tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"] == VERSION
