"""A check that the program's other top-level modules are its own.

`cli`, `reports`, `analyses` and `strategies` are common names: a module of the same name in a folder that Python
searches first would be imported instead.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

from tongits_sim.errors import TongitsError

NAMES = ("cli", "reports", "analyses", "strategies")
"""Top-level modules that are installed together with this package."""


class NeighbourError(TongitsError):
    """A module of this program is shadowed by another project's, or is not installed."""


def here() -> Path:
    """The folder that contains this package and its neighbours."""
    return Path(__file__).resolve().parent.parent


def origin(name: str) -> Path | None:
    """The file or folder that `import name` loads or has loaded; None if there is none."""
    try:
        spec = importlib.util.find_spec(name)
    except ValueError:  # a module that was put into sys.modules by hand
        return Path(getattr(sys.modules[name], "__file__", None) or name).resolve()
    if spec is None:
        return None
    if spec.origin is not None and spec.origin != "namespace":
        return Path(spec.origin).resolve()
    places = list(spec.submodule_search_locations or ())
    return Path(places[0]).resolve() if places else None


def check_neighbours(names: tuple[str, ...] = NAMES) -> None:
    """Check that each name is imported from this program.

    Raises:
        NeighbourError: a module is missing, or another project's is imported in its place.
    """
    for name in names:
        path = origin(name)
        if path is None:
            raise NeighbourError(f"this program's module {name!r} is missing beside {here() / 'tongits_sim'}")
        own = (here() / f"{name}.py", here() / name / "__init__.py")
        if path in own or not any(each.exists() for each in own):
            continue
        raise NeighbourError(
            f"{path} is in the way: Python finds it in place of this program's own {name!r}; rename it, start from "
            f"another folder, or take {_folder(path)} out of PYTHONPATH"
        )


def _folder(path: Path) -> Path:
    """The folder of the search path that contains a file."""
    searched = {Path(place or ".").resolve() for place in sys.path}
    return next((folder for folder in path.parents if folder in searched), path.parent)
