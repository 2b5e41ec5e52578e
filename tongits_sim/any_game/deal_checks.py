"""Rows of a self-check of any game: exact values against simulated deals."""

from __future__ import annotations

from typing import NamedTuple

from tongits_sim.errors import TongitsError

LIMIT = 4.5
"""The largest |z| that passes."""
MOST_DEALS = 10**9


class Row(NamedTuple):
    """One check: the exact and the simulated value, and their distance in standard errors."""

    check: str
    exact: float
    simulated: float
    z: float

    @property
    def passed(self) -> bool:
        """Whether the two values agree."""
        return abs(self.z) <= LIMIT


def check_deals(deals: int, seed: int) -> None:
    """Raises TongitsError for a number of deals or a seed outside its bounds."""
    if not 1000 <= deals <= MOST_DEALS:
        raise TongitsError(f"the number of deals must lie between 1,000 and {MOST_DEALS:,}, not {deals:,}")
    if not 0 <= seed < 2**64:
        raise TongitsError(f"the seed must lie between 0 and {2**64 - 1}, not {seed}")
