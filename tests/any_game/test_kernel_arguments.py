"""What kernels take as one argument each."""

from __future__ import annotations

from typing import Any

import numpy as np

from tongits_sim.any_game.kernel_arguments import Deals, Records
from tongits_sim.jit import njit


@njit(cache=False)
def matches_of(records: Any, deals: Any) -> Any:
    """Read both, as a kernel does."""
    game, _, _, _, _, _, table = records
    table[0] = game[0]
    return deals.seed, deals.first + deals.matches


def test_kernels_read_both() -> None:
    arrays = [np.array([number]) for number in range(7)]
    arrays[0][0] = 9
    seed, end = matches_of(Records(*arrays), Deals(np.uint64(2**63), 5, 3, 1))
    assert (int(seed), int(end), int(arrays[6][0])) == (2**63, 8, 9)
