"""The questions, one a file (methods: fork, never condition)."""

import tongits_sim  # noqa: F401  before any module of this package imports numpy (blas.py)
