"""What the tests of clusters ask of a worker; importable there, where the tests' own modules need not be."""

from tongits_sim.run import workers


def works_opened() -> int:
    return len(workers._works)
