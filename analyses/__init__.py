"""The questions, a module each. Effects come from paired rollouts, never from conditioning on what bots chose."""

import tongits_sim  # noqa: F401  before any module of this package imports numpy (blas.py)
