"""The version of this program, from pyproject.toml in the parent folder, else from the installed package."""

from __future__ import annotations

import importlib.metadata
import tomllib
from pathlib import Path


def _version() -> str:
    beside = Path(__file__).resolve().parent.parent / "pyproject.toml"
    if beside.is_file():
        return str(tomllib.loads(beside.read_text(encoding="utf-8"))["project"]["version"])
    return importlib.metadata.version("tongits-sim")


VERSION = _version()
