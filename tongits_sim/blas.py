"""Linear algebra on one thread: nothing here multiplies matrices large enough to be shared between threads.

The threads that numpy's and scipy's library of linear algebra (OpenBLAS, MKL ...) starts on being loaded cost time and
memory, and a process can wait for one of them for ever when it ends. The library reads the environment once, when it is
loaded, so this must be called before numpy is imported: every package of the program does so first of all.
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
    """Ask for one thread, for this process and those it starts, unless the user has asked for a number.

    Without effect on libraries that are loaded already: their threads belong to the program that loaded them.
    """
    if not any(os.environ.get(name) for name in VARIABLES):
        os.environ.update(dict.fromkeys(VARIABLES, "1"))
