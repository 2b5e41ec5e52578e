"""Keeps linear algebra on a single thread, because this program multiplies only small matrices.

The linear algebra library of numpy and scipy (OpenBLAS, MKL ...) starts threads when loaded, which cost time and memory
and may hang a process at exit. The library reads the environment only when loaded, so every package of the program
calls `one_thread` before importing numpy.
"""

from __future__ import annotations

import os

VARIABLES = (
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "BLIS_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
    "OMP_NUM_THREADS",
)


def one_thread() -> None:
    """Request a single thread for this process and its children, unless the user has set a number.

    It has no effect on loaded libraries.
    """
    if not any(os.environ.get(name) for name in VARIABLES):
        os.environ.update(dict.fromkeys(VARIABLES, "1"))
