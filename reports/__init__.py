"""Tables and figures, and the page that holds them."""

import tongits_sim  # noqa: F401  before any module of this package imports numpy (blas.py)
