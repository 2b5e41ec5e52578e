"""Kernels may not use a user's own extensions of numba (`@overload`, `@intrinsic` and similar decorators).

Numba calls an extension while it compiles a kernel. The extension may return a number from a file, or code that draws
random numbers, and the code of the kernel does not show it. So a kernel that needs a user's extension is refused.
Extensions of installed packages are allowed.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

from numba.core.typing.templates import AttributeTemplate, builtin_registry

from tongits_sim.compile.identity import is_installed, is_library
from tongits_sim.errors import TongitsError

_seen = {"functions": 0, "attributes": 0}
_compiling = threading.local()


class ExtensionError(TongitsError):
    """A kernel needs a user's extension of numba."""


@contextlib.contextmanager
def refused() -> Iterator[None]:
    """While open, this thread raises ExtensionError if it compiles code that uses a user's extension."""
    _watch()
    before = getattr(_compiling, "kernel", False)
    _compiling.kernel = True
    try:
        yield
    finally:
        _compiling.kernel = before


def _watch() -> None:
    """Guard the extensions that were registered since the last call."""
    for kind, seen in _seen.items():
        registered = getattr(builtin_registry, kind)
        for template in registered[seen:]:
            if (function := _own(template)) is not None:
                _guard(template, function)
        _seen[kind] = len(registered)


def _own(template: type) -> Any:
    """The user's function or class behind a template of numba; None if it belongs to a library."""
    inner = [getattr(template, name, None) for name in ("_overload_func", "_definition_func")]
    parts = [*inner, *(value for kind in template.__mro__ for value in vars(kind).values())]
    functions = [part for part in parts if isinstance(part, FunctionType)]
    functions += [
        cell.cell_contents
        for function in functions
        for cell in function.__closure__ or ()
        if isinstance(cell.cell_contents, FunctionType)
    ]
    return next((function for function in functions if not _is_trusted(function)), None)


def _is_trusted(function: FunctionType) -> bool:
    return is_library(function) or is_installed(function.__code__.co_filename)


def _guard(template: Any, function: FunctionType) -> None:
    what = getattr(template, "_attr", None) or getattr(template.key, "__name__", None) or str(template.key)
    asked = "resolve" if issubclass(template, AttributeTemplate) else "apply"
    answer = getattr(template, asked)

    def refusing(self: Any, *question: Any) -> Any:
        found = answer(self, *question)
        if found is not None and getattr(_compiling, "kernel", False):
            raise ExtensionError(
                f"{what} is explained to numba by {function.__name__} of {Path(function.__code__.co_filename).name} "
                "(@overload or the like), which could change unseen: write it as a function marked @njit"
            )
        return found

    setattr(template, asked, refusing)
