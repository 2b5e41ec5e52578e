"""Load objects by name, `package.module:attribute`, from packages above this one and from other people's packages.

`reports`, `analyses` and `strategies` are common names, and Python may find another project's module first. So imports
are checked.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tongits_sim.errors import TongitsError

OWN = ("reports", "analyses", "strategies")
"""Top-level modules installed with this package."""


class NeighbourError(TongitsError):
    """A module of this program is shadowed by another project's, or is not installed."""


def own(name: str) -> Path:
    """A file or folder of this program.

    In a checkout it lies beside the packages, in an installation inside this package. So no file of another project can
    take its place.
    """
    here = Path(__file__).resolve().parent
    return next((path for path in (here / name, here.parent / name) if path.exists()), here / name)


def load(path: str) -> Any:
    """Load a module, or the object at `package.module:attribute`. Raises NeighbourError: Python finds another project's
    module.
    """
    module, _, attribute = path.partition(":")
    if (package := module.partition(".")[0]) in OWN:
        check_own((package,))
    imported = importlib.import_module(module)
    return getattr(imported, attribute) if attribute else imported


def lazy(package: str, file: str) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` of a package whose names are imported when first used.

    The stub beside the package's `file` (`__init__.pyi`) is the list of the names, for Python as for type checkers:
    `from module import name as name`.
    """

    @functools.cache
    def places() -> dict[str, str]:
        import ast

        tree = ast.parse(Path(file).with_suffix(".pyi").read_text(encoding="utf-8"))
        imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
        return {alias.asname or alias.name: f"{node.module}:{alias.name}" for node in imports for alias in node.names}

    def names() -> list[str]:
        return sorted(places())

    def get(name: str) -> object:
        if name == "__all__":
            return names()
        if name not in places():
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return load(places()[name])

    return get, names


def offered(group: str) -> dict[str, str]:
    """Entry points of installed packages: name -> `package.module:attribute`."""
    return _entry_points(group, tuple(sys.path))


@functools.cache
def _entry_points(group: str, _path: tuple[str, ...]) -> dict[str, str]:
    """Cached by search path, because this reads the metadata of every package."""
    from importlib.metadata import entry_points

    return {point.name: point.value for point in entry_points(group=group)}


def check_own(names: tuple[str, ...] = OWN) -> None:
    """Raises NeighbourError: a top-level module is missing, or Python imports another project's module instead."""
    here = Path(__file__).resolve().parents[1]
    for name in names:
        path = origin(name)
        if path is None:
            raise NeighbourError(f"this program's module {name!r} is missing beside {here / 'tongits_sim'}")
        expected = (here / f"{name}.py", here / name / "__init__.py")
        if path in expected or not any(place.exists() for place in expected):
            continue  # nothing of this program lies there, so nothing is in its way
        searched = {Path(place or ".").resolve() for place in sys.path}
        folder = next((parent for parent in path.parents if parent in searched), path.parent)
        raise NeighbourError(
            f"{path} is in the way: Python finds it in place of this program's own {name!r}; rename it, start from "
            f"another folder, or take {folder} out of PYTHONPATH"
        )


def origin(name: str) -> Path | None:
    """The file or folder that `import name` loads; None if the module is missing."""
    try:
        spec = importlib.util.find_spec(name)
    except ValueError:  # a module that was put into sys.modules by hand
        return Path(getattr(sys.modules[name], "__file__", None) or name).resolve()
    if spec is None:
        return None
    places = [spec.origin] if spec.has_location else list(spec.submodule_search_locations or ())
    return Path(places[0]).resolve() if places and places[0] else None
