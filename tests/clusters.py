"""What the tests of clusters ask of a worker; importable there, where the tests' own modules need not be."""

from __future__ import annotations

from tongits_sim.run import workers


def works_opened() -> int:
    """How many works the worker has been sent."""
    return len(workers._works)
