"""Linear algebra on one thread: nothing here multiplies matrices large enough to be shared between threads.

The linear algebra library of numpy and scipy (OpenBLAS, MKL ...) starts threads when it is loaded; they cost time and
memory, and a process may hang on one of them at exit. The library reads the environment once, when it is loaded, so
this must be called before numpy is imported: every package of the program does so first.
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
    """Request one thread for this process and its children, unless the user has set a number.

    Has no effect on libraries that are already loaded.
    """
    if not any(os.environ.get(name) for name in VARIABLES):
        os.environ.update(dict.fromkeys(VARIABLES, "1"))
