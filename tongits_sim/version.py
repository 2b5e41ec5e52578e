"""The version of this program, from pyproject.toml in the parent folder, else from the installed package."""

from __future__ import annotations

import tomllib
from pathlib import Path


def _version() -> str:
    beside = Path(__file__).resolve().parent.parent / "pyproject.toml"
    if beside.is_file():
        project = tomllib.loads(beside.read_text(encoding="utf-8")).get("project", {})
        if project.get("name") == "tongits-sim":  # the file may belong to another wheel
            return str(project["version"])
    from importlib.metadata import version  # importing at the top would delay every `--help` by 10 ms

    return version("tongits-sim")


VERSION = _version()
