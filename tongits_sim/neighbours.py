"""The program's other top-level modules, which have common names: found beside this package, or somebody else's?

`cli`, `reports`, `analyses` and `strategies` are names that other projects use too. A file of such a name in a folder
that Python searches first would be imported in place of this program's.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

from tongits_sim.errors import TongitsError

NAMES = ("cli", "reports", "analyses", "strategies")
"""Top-level modules that are installed together with this package."""


class NeighbourError(TongitsError):
    """A module of another project that hides one of this program's, or one that is not installed."""


def here() -> Path:
    """The folder that this package and its neighbours are in."""
    return Path(__file__).resolve().parent.parent


def origin(name: str) -> Path | None:
    """The file or folder that `import name` finds or has found, None if there is none."""
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
    """See that each name is this program's module. Raises NeighbourError, naming the file that is in the way."""
    for name in names:
        found = origin(name)
        if found is None:
            raise NeighbourError(f"this program's module {name!r} is missing beside {here() / 'tongits_sim'}")
        own = (here() / f"{name}.py", here() / name / "__init__.py")
        if found in own or not any(path.exists() for path in own):
            continue
        raise NeighbourError(
            f"{found} is in the way: Python finds it in place of this program's own {name!r}; rename it, start from "
            f"another folder, or take {_folder(found)} out of PYTHONPATH"
        )


def _folder(found: Path) -> Path:
    """The folder of the search path in which a module was found."""
    searched = {Path(place or ".").resolve() for place in sys.path}
    return next((folder for folder in found.parents if folder in searched), found.parent)
