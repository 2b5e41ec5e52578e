"""Answers for people: screens, figures, pages, and the commands that make them."""

import tongits_sim  # noqa: F401  before any module of this package imports numpy (blas.py)
