"""What packages above this one offer in its name: entry points, each a name and `package.module:attribute`.

An installed program has them in its metadata. In a source tree they are read from its `pyproject.toml`, so that a fresh
clone, and one that was installed before a name was added, offer what their sources say.
"""

from __future__ import annotations

import functools
import importlib
import importlib.metadata
import sys
import tomllib
from collections.abc import Callable
from typing import Any

from tongits_sim.neighbours import NAMES, check_neighbours, here

PROJECT = "tongits-sim"


def offered(group: str) -> dict[str, str]:
    """The entry points of a group: name -> `package.module:attribute`; what the source tree says counts first."""
    installed = _installed(group, tuple(sys.path), importlib.metadata.entry_points)
    return installed | _of_the_tree().get(group, {})


def load(path: str) -> Any:
    """The object at `package.module:attribute`. Raises NeighbourError where another project's module is in the way."""
    module, _, attribute = path.partition(":")
    if module.partition(".")[0] in NAMES:
        check_neighbours((module.partition(".")[0],))
    return getattr(importlib.import_module(module), attribute)


@functools.cache
def _installed(group: str, path: tuple[str, ...], points: Callable[..., Any]) -> dict[str, str]:
    """The entry points of a group that `points` finds on a path: looked for once, as every package there is read."""
    return {point.name: point.value for point in points(group=group)}


@functools.cache
def _of_the_tree() -> dict[str, dict[str, str]]:
    """Groups of entry points that the `pyproject.toml` beside this package states; none where there is no such file."""
    try:
        project = tomllib.loads((here() / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        own = project["name"] == PROJECT
    except (OSError, ValueError, KeyError):
        return {}
    groups: dict[str, dict[str, str]] = project.get("entry-points", {}) if own else {}
    return groups
