"""Keeps linear algebra on a single thread in the program's own processes: it multiplies only small matrices.

The linear algebra library of numpy and scipy (OpenBLAS, MKL ...) starts threads when loaded, which cost time and memory
and may hang a process at exit. It reads the environment only when loaded, so the command line calls `one_thread` before
anything imports numpy, and worker processes get `single` as their environment. A process that imports this package as
a library keeps its environment and its threads.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

VARIABLES = (
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "BLIS_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
    "OMP_NUM_THREADS",
)


def single(environment: Mapping[str, str]) -> dict[str, str]:
    """An environment that asks for a single thread, unless it already asks for a number."""
    asked = any(environment.get(name) for name in VARIABLES)
    return {**environment, **({} if asked else dict.fromkeys(VARIABLES, "1"))}


def one_thread() -> None:
    """Ask for a single thread in this process and its children, unless the user has set a number.

    For a program's start: it has no effect on libraries that are loaded.
    """
    os.environ.update(single(os.environ))
